import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

@Suite("Training is refused")
struct TrainingErrorTests {
  private func fit(
    _ faces: LabelledFaces, _ settings: TrainingSettings, limit: Int = .max
  ) throws {
    _ = try ModelTrainer(settings: settings, memoryLimitBytes: limit).fit(
      faces, recipe: Recipe(), work: Work())
  }

  private let eigen = TrainingSettings(method: .eigen)
  private let fisher = TrainingSettings(method: .fisher)

  @Test("Eigenfaces of fewer than two faces", arguments: [0, 1])
  func tooFew(count: Int) {
    let faces = RandomFaces.people(1, each: 2, seed: 1).selecting(Array(0..<count))
    let error = TrainingError.tooFewFaces(method: .eigen, found: count, needed: 2)
    #expect(throws: error) { try fit(faces, eigen) }
    #expect(error.message == "Eigenfaces needs 2 or more faces, found \(count)")
  }

  @Test("Fisherfaces of one person, who is named")
  func onePerson() {
    let error = TrainingError.tooFewPeople(found: 1, only: "p0")
    #expect(throws: error) { try fit(RandomFaces.people(1, each: 5, seed: 1), fisher) }
    #expect(error.message == "Fisherfaces needs 2 or more people, found 1 (p0)")
  }

  @Test("Fisherfaces of one face each")
  func loneFaces() {
    #expect(throws: TrainingError.oneFaceEach(people: 3)) {
      try fit(RandomFaces.people(3, each: 1, seed: 1), fisher)
    }
  }

  @Test("faces that are all one picture", arguments: [RecognitionMethod.eigen, .fisher])
  func identical(method: RecognitionMethod) {
    for (width, height) in [(4, 5), (2, 1)] {
      let faces = LabelledFaces(
        size: PixelSize(width: width, height: height),
        pixels: ByteMatrix(
          rows: 4, columns: width * height,
          elements: Array(repeating: 9, count: 4 * width * height)), labels: [0, 0, 1, 1])
      #expect(throws: TrainingError.self) { try fit(faces, TrainingSettings(method: method)) }
    }
  }

  @Test("Fisherfaces of people whose faces are copies")
  func copies() {
    let faces = RandomFaces.people(3, each: 1, seed: 1).selecting([0, 0, 1, 1, 2, 2])
    #expect(throws: TrainingError.identicalWithinPeople(people: 3)) { try fit(faces, fisher) }
  }

  @Test("numbers of components that mean nothing", arguments: [0, -5])
  func components(count: Int) {
    var settings = eigen
    settings.components = .count(count)
    #expect(throws: TrainingError.componentsOutOfRange(asked: count)) {
      try fit(RandomFaces.people(2, each: 2, seed: 1), settings)
    }
  }

  @Test("shares of the variance that mean nothing", arguments: [0, -1, 1.01, Double.infinity])
  func variance(share: Double) {
    var settings = eigen
    settings.components = .variance(share)
    #expect(throws: TrainingError.varianceOutOfRange(asked: share)) {
      try fit(RandomFaces.people(2, each: 2, seed: 1), settings)
    }
  }

  @Test("as many leading axes left out as there are, or left out of Fisherfaces")
  func dropFirst() {
    var settings = eigen
    settings.dropFirst = 3
    let faces = RandomFaces.people(2, each: 2, seed: 1)
    #expect(throws: TrainingError.droppedTooMany(asked: 3, available: 3)) {
      try fit(faces, settings)
    }
    settings.method = .fisher
    #expect(throws: TrainingError.dropFirstNeedsEigenfaces(method: .fisher)) {
      try fit(faces, settings)
    }
  }

  @Test(
    "patterns out of range",
    arguments: [
      (TrainingError.PatternParameter.radius, 0, 1...4), (.radius, 5, 1...4),
      (.radius, 100, 1...4), (.neighbors, 0, 1...16), (.neighbors, 31, 1...16), (.gridX, 0, 1...7),
      (.gridX, 8, 1...7), (.gridY, 0, 1...9), (.gridY, 10, 1...9),
    ])
  func patterns(parameter: TrainingError.PatternParameter, value: Int, allowed: ClosedRange<Int>) {
    var settings = TrainingSettings(method: .lbph)
    settings.pattern.gridX = 2
    settings.pattern.gridY = 2
    switch parameter {
    case .radius: settings.pattern.radius = value
    case .neighbors: settings.pattern.neighbors = value
    case .gridX: settings.pattern.gridX = value
    case .gridY: settings.pattern.gridY = value
    }
    #expect(
      throws: TrainingError.patternOutOfRange(
        parameter: parameter, asked: value, allowed: allowed)
    ) { try fit(RandomFaces.people(2, each: 2, seed: 1), settings) }
  }

  @Test("more memory than allowed")
  func memory() {
    #expect(throws: TrainingError.self) {
      try fit(RandomFaces.people(2, each: 2, seed: 1), eigen, limit: 100)
    }
  }
}
