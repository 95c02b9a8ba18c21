import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

/// Rates on AT&T's 400 faces that were computed independently, from the pixels.
@Suite(
  "AT&T faces",
  .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder of real faces"))
struct ATTTests {
  let faces: LabelledFaces
  let work = Work(jobs: 2)

  init() throws { faces = try #require(RealFaces.att) }

  /// Probes whose nearest gallery face is of their own person, for every entry of `components`.
  private func correct(
    _ settings: TrainingSettings, folds: [[Int]], components: [TrainingSettings.Components]
  ) throws -> [Int] {
    let shared = try SharedTraining(
      faces: faces, settings: settings, leavingOneOut: folds.count { $0.count == 1 }, work: work)
    let labels = faces.labels
    let perFold = try work.map(count: folds.count) { fold in
      let probes = folds[fold]
      let gallery = (0..<400).filter { !probes.contains($0) }
      return try shared.train(on: gallery, components: components).map { trained in
        let scores = trained.match(gallery: gallery, probes: probes, reconstructing: false)
        return probes.indices.filter { probe in
          let row = scores.distances.row(probe)
          guard let nearest = row.indices.min(by: { row[$0] < row[$1] }) else { return false }
          return labels[gallery[nearest - row.startIndex]] == labels[probes[probe]]
        }.count
      }
    }
    return components.indices.map { index in perFold.reduce(0) { $0 + $1[index] } }
  }

  private func folds(byIndex count: Int) -> [[Int]] {
    (0..<count).map { fold in (0..<400).filter { $0 % 10 % count == fold } }
  }

  private func counts(_ numbers: [Int]) -> [TrainingSettings.Components] {
    numbers.map { .count($0) }
  }

  @Test("Eigenfaces, leave-one-out")
  func leaveOneOut() throws {
    #expect(
      try correct(
        TrainingSettings(method: .eigen), folds: (0..<400).map { [$0] },
        components: counts([5, 8, 10, 20, 29, 30, 100]))
        == [344, 381, 385, 389, 393, 393, 392])
  }

  @Test("Eigenfaces, five and two folds by index")
  func eigenFolds() throws {
    let settings = TrainingSettings(method: .eigen)
    #expect(
      try correct(settings, folds: folds(byIndex: 5), components: counts([30, 80])) == [390, 389])
    #expect(
      try correct(settings, folds: folds(byIndex: 2), components: counts([30, 80])) == [375, 377])
  }

  @Test("Fisherfaces, ten folds by index")
  func fisherFolds() throws {
    #expect(
      try correct(
        TrainingSettings(method: .fisher), folds: folds(byIndex: 10), components: [.all]) == [383])
  }

  @Test("components for a share of the variance")
  func variance() throws {
    let shared = try SharedTraining(
      faces: faces, settings: TrainingSettings(method: .eigen), work: work)
    let folds = try shared.train(
      on: Array(0..<400), components: [0.80, 0.90, 0.95, 0.99].map { .variance($0) })
    #expect(folds.map(\.componentCount) == [44, 111, 190, 325])
  }

  @Test("a fold equals a training of its own", arguments: RecognitionMethod.allCases)
  func foldsAreTrainings(method: RecognitionMethod) throws {
    let shared = try SharedTraining(
      faces: faces, settings: TrainingSettings(method: method, components: .count(30)), work: work)
    let probes = [3, 40, 41, 237, 399]
    let gallery = (0..<400).filter { !probes.contains($0) }
    let trained = try #require(try shared.train(on: gallery).first)
    let scores = trained.match(gallery: gallery, probes: probes)
    let model = try ModelTrainer(settings: shared.settings).fit(
      faces.selecting(gallery), recipe: Recipe(), work: work)
    let images = faces.pixels.selecting(rows: probes)
    let distances = try model.distances(to: images, work: work)
    let scale = distances.elements.max() ?? 1
    #expect(scores.distances.largestGap(to: distances) < 1e-9 * scale)
    let errors = try model.reconstructionErrors(of: images, work: work)
    #expect(scores.reconstructionErrors.count == errors.count)
    for (left, right) in zip(scores.reconstructionErrors, errors) {
      #expect(left == nil ? right == nil : abs((left ?? 0) - (right ?? 1)) < 1e-9)
    }
  }

  @Test("leaving one out equals a training of its own")
  func leftOutFoldsAreTrainings() throws {
    let shared = try SharedTraining(
      faces: faces, settings: TrainingSettings(method: .eigen), leavingOneOut: 400, work: work)
    for probe in [0, 211] {
      let gallery = (0..<400).filter { $0 != probe }
      let asked = counts([10, 30, 100])
      for (fold, components) in zip(try shared.train(on: gallery, components: asked), asked) {
        let model = try ModelTrainer(
          settings: TrainingSettings(method: .eigen, components: components)
        ).fit(faces.selecting(gallery), recipe: Recipe(), work: work)
        let images = faces.pixels.selecting(rows: [probe])
        let distances = try model.distances(to: images, work: work)
        let scores = fold.match(gallery: gallery, probes: [probe])
        #expect(
          scores.distances.largestGap(to: distances) < 1e-9 * (distances.elements.max() ?? 1))
        let errors = try model.reconstructionErrors(of: images, work: work)
        #expect(abs((scores.reconstructionErrors[0] ?? 0) - (errors[0] ?? 1)) < 1e-9)
      }
    }
  }
}
