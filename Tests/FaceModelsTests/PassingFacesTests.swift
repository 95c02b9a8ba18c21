import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

/// Faces in memory that come as if they were read in blocks.
struct BlockedFaces: PassingFaces {
  let faces: LabelledFaces
  /// Faces in each block, from the first on; the last block has what is left.
  let sizes: [Int]
  /// Pictures that held no face.
  var missing = 0

  var size: PixelSize { faces.size }
  var mostFaces: Int { faces.count + missing }
  var roster: SubjectRoster { faces.roster }

  func pass(_ activity: String, work: Work, _ body: (FaceBlock) throws -> Void) throws {
    var start = 0
    var rest = sizes[...]
    while start < faces.count {
      let end = min(faces.count, start + max(1, rest.popFirst() ?? faces.count))
      let block = faces.selecting(Array(start..<end))
      let digests = (start..<end).map { face in
        // Exact: the first face that is the same.
        (0...face).first { faces.pixels.row($0) == faces.pixels.row(face) }.map {
          FaceDigest(high: 0, low: UInt64($0))
        }
      }
      try body(
        FaceBlock(pixels: block.pixels, labels: block.labels, digests: digests.compactMap { $0 }))
      start = end
    }
  }
}

@Suite("Faces that pass by in blocks")
struct PassingFacesTests {
  private func outcome(_ fit: () throws -> FaceModel) -> Result<FaceModel, TrainingError> {
    do {
      return .success(try fit())
    } catch let error as TrainingError {
      return .failure(error)
    } catch {
      Issue.record("not an error of training: \(error)")
      return .failure(.solverFailed(routine: "\(error)", info: 0))
    }
  }

  private func settings(
    _ method: RecognitionMethod, _ generator: inout SeededGenerator
  ) -> TrainingSettings {
    var settings = TrainingSettings(method: method)
    switch generator.below(3) {
    case 0: settings.components = .count(1 + generator.below(12))
    case 1: settings.components = .variance(0.3 + 0.7 * generator.uniform())
    default: break
    }
    if method == .eigen { settings.dropFirst = generator.below(3) }
    settings.pattern.gridX = 2
    settings.pattern.gridY = 1
    return settings
  }

  @Test(
    "give the model of all at once, to the byte, in any blocks and for any number of jobs",
    arguments: RecognitionMethod.allCases, UInt64(1)...12)
  func equals(method: RecognitionMethod, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed, stream: 40)
    var routes: Set<TrainingRoute> = []
    for _ in 0..<4 {
      let (width, height) = (3 + generator.below(3), 3 + generator.below(4))
      let people = (0..<(1 + generator.below(6))).map { _ in 1 + generator.below(10) }
      let plain = RandomFaces.faces(
        sizes: people, width: width, height: height, noise: 1 + generator.below(60), seed: seed)
      // In any order, some of them twice.
      let order = generator.shuffled(
        Array(0..<plain.count) + (0..<generator.below(6)).map { _ in generator.below(plain.count) })
      let faces = plain.selecting(order)
      let settings = settings(method, &generator)
      let trainer = ModelTrainer(settings: settings)
      let expected = outcome { try trainer.fit(faces, recipe: Recipe(), work: Work()) }
      for missing in [0, 30] {
        let sizes = (0..<generator.below(9)).map { _ in 1 + generator.below(12) }
        let blocks = BlockedFaces(faces: faces, sizes: sizes, missing: missing)
        let jobs = 1 + generator.below(3)
        var told: [TrainingRoute?] = []
        let found = outcome {
          try trainer.fit(blocks, recipe: Recipe(), work: Work(jobs: jobs)) { route, count in
            #expect(count == faces.count)
            told.append(route)
          }
        }
        #expect(found == expected)
        if case .success = found {
          let route = TrainingRoute.cheapest(faceCount: faces.count, pixels: width * height)
          #expect(told == [method == .lbph ? nil : route])
          routes.formUnion(told.compactMap { $0 })
        }
      }
    }
    if method == .eigen, seed == 1 { #expect(routes == Set(TrainingRoute.allCases)) }
  }

  @Test("are learnt from by Fisherfaces as sums of every person, exactly")
  func people() throws {
    // Two people, a pixel that tells them apart and one that varies within them.
    let faces = LabelledFaces(
      size: PixelSize(width: 2, height: 1),
      pixels: ByteMatrix(
        rows: 6, columns: 2, elements: [10, 0, 12, 4, 11, 8, 90, 8, 92, 4, 91, 0]),
      labels: [4, 4, 4, 9, 9, 9], roster: SubjectRoster([4: "a", 9: "b"]))
    let model = try ModelTrainer(settings: TrainingSettings(method: .fisher)).fit(
      BlockedFaces(faces: faces, sizes: [2, 2, 1]), recipe: Recipe(), work: Work())
    guard case .fisher(let subspace) = model.templates else {
      Issue.record("no Fisherfaces")
      return
    }
    #expect(subspace.mean == [51, 4])
    // Within people the scatter is (4, 0; 0, 64), between them only the first pixel differs.
    #expect(abs(subspace.axes[0, 0] - 1) < 1e-12 && abs(subspace.axes[1, 0]) < 1e-12)
    #expect(abs(subspace.eigenvalues[0] - 9600 / 4) < 1e-6)
    #expect(model.labels == faces.labels)
  }

  @Test("stop within a block when the training is cancelled")
  func cancelled() {
    let faces = RandomFaces.people(9, each: 9, width: 4, height: 4, seed: 3)
    let work = Work(jobs: 2)
    var blocks = 0
    let passing = CountedFaces(
      inner: BlockedFaces(faces: faces, sizes: Array(repeating: 9, count: 9))
    ) {
      blocks += 1
      if blocks == 12 { work.cancellation.cancel() }
    }
    #expect(throws: Cancelled.self) {
      try ModelTrainer(settings: TrainingSettings(method: .eigen, components: .count(3))).fit(
        passing, recipe: Recipe(), work: work)
    }
    // Nine blocks are summed; the third of the second pass is where it ends.
    #expect(blocks == 12)
  }

  /// Tells of every block before it is given.
  private struct CountedFaces: PassingFaces {
    let inner: BlockedFaces
    let note: () -> Void

    var size: PixelSize { inner.size }
    var mostFaces: Int { inner.mostFaces }
    var roster: SubjectRoster { inner.roster }

    func pass(_ activity: String, work: Work, _ body: (FaceBlock) throws -> Void) throws {
      try inner.pass(activity, work: work) { block in
        note()
        try body(block)
      }
    }
  }
}

@Suite("The memory a training needs")
struct TrainingMemoryTests {
  private let size = PixelSize(width: 70, height: 70)

  private func trainer(_ method: RecognitionMethod, limit: Int = .max) -> ModelTrainer {
    ModelTrainer(
      settings: TrainingSettings(method: method, components: .count(80)), memoryLimitBytes: limit)
  }

  @Test("grows with the templates alone once faces pass by")
  func scatter() {
    let trainer = trainer(.eigen)
    let (some, more) = (
      trainer.estimatedBytes(passing: 100_000, size: size),
      trainer.estimatedBytes(passing: 1_100_000, size: size)
    )
    // 80 numbers, a label and a digest a face, and what 1 GiB allows for 100,000.
    #expect(more - some == 1_000_000 * (80 * 8 + 32))
    #expect(some < 1 << 30)
    let held = trainer.estimatedBytes(faceCount: 1_100_000, size: size)
    #expect(held - trainer.estimatedBytes(faceCount: 100_000, size: size) >= 1_000_000 * 4900)
  }

  @Test("counts the faces where the Gram matrix is the cheaper way")
  func gram() {
    let trainer = trainer(.eigen)
    #expect(trainer.estimatedBytes(passing: 4_000, size: size) > 4_000 * 4_900 + 8 * 4_000 * 4_000)
    // More pixels than faces: the side of the problem is the number of faces.
    let large = PixelSize(width: 200, height: 200)
    #expect(trainer.estimatedBytes(passing: 400, size: large) < 8 * 40_000 * 40_000)
  }

  @Test("counts people for Fisherfaces, histograms for LBPH")
  func others() {
    let fisher = trainer(.fisher)
    #expect(
      fisher.estimatedBytes(passing: 9_000, size: size, people: 1_000)
        - fisher.estimatedBytes(passing: 9_000, size: size, people: 100) >= 900 * 4_900 * 12)
    #expect(trainer(.lbph).estimatedBytes(passing: 1_000, size: size) >= 1_000 * 64 * 256 * 4)
  }

  @Test("is refused above the limit before a face is read")
  func refused() {
    struct Unread: PassingFaces {
      var size: PixelSize { PixelSize(width: 70, height: 70) }
      var mostFaces: Int { 100_000 }
      var roster: SubjectRoster { SubjectRoster() }
      func pass(_ activity: String, work: Work, _ body: (FaceBlock) throws -> Void) throws {
        Issue.record("a face was read")
      }
    }
    for method in RecognitionMethod.allCases {
      let needed = trainer(method).estimatedBytes(passing: 100_000, size: size)
      #expect(throws: TrainingError.tooLarge(neededBytes: needed, limitBytes: needed - 1)) {
        try trainer(method, limit: needed - 1).fit(Unread(), recipe: Recipe(), work: Work())
      }
    }
  }
}
