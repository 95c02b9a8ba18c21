import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

/// What every trainer promises.
@Suite("Every trainer")
struct TrainerConformanceTests {
  static let methods = RecognitionMethod.allCases
  static let seeds: [UInt64] = [1, 2, 3]

  private func fit(
    _ method: RecognitionMethod, _ faces: LabelledFaces, jobs: Int = 1
  ) throws -> FaceModel {
    try ModelTrainer(settings: TrainingSettings(method: method)).fit(
      faces, recipe: Recipe(), work: Work(jobs: jobs))
  }

  @Test("fitting twice gives the same model, for any number of jobs", arguments: methods, seeds)
  func repeats(method: RecognitionMethod, seed: UInt64) throws {
    let faces = RandomFaces.people(7, each: 5, width: 17, height: 19, seed: seed)
    let model = try fit(method, faces)
    #expect(try fit(method, faces) == model)
    #expect(try fit(method, faces, jobs: 2) == model)
    let probes = RandomFaces.people(4, each: 3, width: 17, height: 19, seed: seed + 50).pixels
    #expect(
      try model.distances(to: probes, work: Work())
        == model.distances(to: probes, work: Work(jobs: 3)))
  }

  @Test("a face it was trained on is at distance 0 and its person is nearest", arguments: methods)
  func knowsItsOwn(method: RecognitionMethod) throws {
    let faces = RandomFaces.people(5, each: 4, width: 15, height: 15, seed: 4)
    let model = try fit(method, faces)
    for index in 0..<faces.count {
      let prediction = try model.predict(faces.image(at: index))
      #expect(prediction.distance == 0)
      #expect(prediction.label == faces.labels[index])
      #expect(prediction.nearest == faces.roster[faces.labels[index]])
    }
  }

  @Test("one face at a time and in a batch are the same bytes", arguments: methods, seeds)
  func batches(method: RecognitionMethod, seed: UInt64) throws {
    let model = try fit(
      method, RandomFaces.people(5, each: 4, width: 15, height: 15, seed: seed))
    let probes = RandomFaces.people(6, each: 5, width: 15, height: 15, seed: seed + 9)
    let batch = try model.predict(probes.pixels, top: 5, work: Work(jobs: 2))
    for index in 0..<probes.count {
      #expect(try model.predict(probes.image(at: index), top: 5) == batch[index])
    }
  }

  @Test("an empty set and a probe of another size are refused", arguments: methods)
  func refuses(method: RecognitionMethod) throws {
    let faces = RandomFaces.people(3, each: 3, width: 12, height: 13, seed: 1)
    #expect(throws: TrainingError.self) { try fit(method, faces.selecting([])) }
    let model = try fit(method, faces)
    let wrong = GrayImage(
      size: PixelSize(width: 13, height: 12), pixels: Array(repeating: 0, count: 156))
    #expect(
      throws: PredictionError.sizeMismatch(
        found: PixelSize(width: 13, height: 12), needed: PixelSize(width: 12, height: 13))
    ) { try model.predict(wrong) }
    #expect(throws: PredictionError.pixelCountMismatch(found: 5, needed: faces.size)) {
      try model.distances(to: ByteMatrix(rows: 0, columns: 5, elements: []), work: Work())
    }
  }

  @Test("a cancelled training throws", arguments: methods)
  func cancels(method: RecognitionMethod) {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) {
      try ModelTrainer(settings: TrainingSettings(method: method)).fit(
        RandomFaces.people(3, each: 3, width: 12, height: 13, seed: 1), recipe: Recipe(),
        work: Work(cancellation: cancellation))
    }
  }

  @Test("folds equal trainings of their own", arguments: methods, seeds)
  func folds(method: RecognitionMethod, seed: UInt64) throws {
    // More faces than pixels with odd seeds: the training of its own then solves the other problem.
    let (width, height) = seed % 2 == 1 ? (5, 5) : (12, 13)
    var settings = TrainingSettings(method: method, components: .count(4))
    settings.pattern.gridX = 3
    settings.pattern.gridY = 2
    let faces = RandomFaces.people(8, each: 5, width: width, height: height, seed: seed)
    let shared = try SharedTraining(faces: faces, settings: settings, work: Work(jobs: 2))
    let probes = (0..<40).filter { $0 % 5 == 2 }
    let training = (0..<40).filter { $0 % 5 > 2 || $0 % 5 == 0 }
    let gallery = training + [1]
    let asked: [TrainingSettings.Components] = [.count(2), .count(4), .all]
    for (components, fold) in zip(asked, try shared.train(on: training, components: asked)) {
      settings.components = components
      let model = try ModelTrainer(settings: settings).fit(
        faces.selecting(training), recipe: Recipe(), work: Work())
      #expect(fold.componentCount == model.componentCount)
      // The gallery holds a face that nobody trained on.
      let enrolled = try model.adding(faces.selecting([1]), work: Work())
      let images = faces.pixels.selecting(rows: probes)
      let distances = try enrolled.distances(to: images, work: Work())
      let scores = fold.match(gallery: gallery, probes: probes)
      #expect(scores.distances.largestGap(to: distances) < 1e-9 * (distances.elements.max() ?? 1))
      let errors = try model.reconstructionErrors(of: images, work: Work())
      for (left, right) in zip(scores.reconstructionErrors, errors) {
        #expect(left == nil ? right == nil : abs((left ?? 0) - (right ?? 1)) < 1e-9)
      }
    }
  }

  @Test(
    "leaving one out through the principal space equals a training of its own", arguments: seeds)
  func leftOut(seed: UInt64) throws {
    let (width, height) = seed % 2 == 1 ? (5, 5) : (12, 13)
    let faces = RandomFaces.people(8, each: 5, width: width, height: height, seed: seed)
    // Two faces are the same picture, as copies in real collections are.
    var order = Array(0..<40)
    order[7] = 6
    try compareLeftOut(faces.selecting(order), dropFirst: seed == 2 ? 2 : 0)
  }

  private func compareLeftOut(_ faces: LabelledFaces, dropFirst: Int) throws {
    var settings = TrainingSettings(method: .eigen)
    settings.dropFirst = dropFirst
    let shared = try SharedTraining(
      faces: faces, settings: settings, leavingOneOut: faces.count, work: Work(jobs: 2))
    let plain = try SharedTraining(faces: faces, settings: settings, work: Work(jobs: 2))
    let asked: [TrainingSettings.Components] = [.count(3), .count(9), .variance(0.9), .all]
    for probe in stride(from: 0, to: faces.count, by: 3) {
      let gallery = (0..<faces.count).filter { $0 != probe }
      let quick = try shared.train(on: gallery, components: asked)
      for (fold, own) in zip(quick, try plain.train(on: gallery, components: asked)) {
        #expect(fold.componentCount == own.componentCount)
        let left = fold.match(gallery: gallery, probes: [probe])
        let right = own.match(gallery: gallery, probes: [probe])
        let scale = right.distances.elements.max() ?? 1
        #expect(left.distances.largestGap(to: right.distances) < 1e-9 * scale)
        #expect(
          abs((left.reconstructionErrors[0] ?? 0) - (right.reconstructionErrors[0] ?? 1)) < 1e-9)
      }
    }
  }
}
