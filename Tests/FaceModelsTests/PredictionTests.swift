import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices
import Testing

@Suite("Prediction and change")
struct PredictionTests {
  private func model(
    _ method: RecognitionMethod, _ faces: LabelledFaces
  ) throws -> FaceModel {
    try ModelTrainer(settings: TrainingSettings(method: method)).fit(
      faces, recipe: Recipe(), work: Work())
  }

  @Test("known is nil without a gate, and both gates are strict")
  func gates() throws {
    let faces = RandomFaces.people(3, each: 3, seed: 2)
    var model = try model(.eigen, faces)
    let probe = RandomFaces.people(1, each: 1, seed: 90).image(at: 0)
    let free = try model.predict(probe)
    #expect(free.known == nil)
    let error = try #require(free.reconstructionError)
    model.threshold = free.distance
    #expect(try model.predict(probe).known == false)
    model.threshold = free.distance.nextUp
    #expect(try model.predict(probe).known == true)
    model.manifest.reconstructionThreshold = error
    #expect(try model.predict(probe).known == false)
    model.manifest.reconstructionThreshold = error.nextUp
    #expect(try model.predict(probe).known == true)
    model.threshold = 0
    #expect(try model.predict(faces.image(at: 0)).known == false)
  }

  @Test("candidates are one a person, nearest first, equals in order of training")
  func candidates() throws {
    let faces = RandomFaces.people(4, each: 3, seed: 3)
    let mixed = faces.selecting([9, 0, 3, 6, 1, 4, 7, 10, 2, 5, 8, 11])
    let model = try model(.eigen, mixed)
    let distances: [Double] = [5, 7, 2, 2, 1, 9, 9, 1, 9, 9, 9, 9]
    let prediction = model.prediction(
      distances: distances[...], reconstructionError: nil, top: 3)
    // Person p0 has 1 at position 4, p3 has 1 at position 7, p1 has 2 at position 2.
    #expect(prediction.candidates.map(\.subject) == ["p0", "p3", "p1"])
    #expect(prediction.candidates.map(\.distance) == [1, 1, 2])
    #expect(prediction.nearest == "p0")
    #expect(try model.predict(faces.image(at: 0), top: 99).candidates.count == 4)
    #expect(try model.predict(faces.image(at: 0), top: 0).candidates.isEmpty)
  }

  @Test(
    "a batch against many templates says what one face at a time says, ties included",
    arguments: [RecognitionMethod.eigen, .fisher], [0, 1, 3, 40, 99])
  func largeBatches(method: RecognitionMethod, top: Int) throws {
    let faces = RandomFaces.people(40, each: 3, seed: 7)
    // Every other face once more, some under the name of somebody else.
    let repeated = faces.selecting(Array(0..<120) + stride(from: 0, to: 120, by: 2))
    var labels = repeated.labels
    for index in 120..<140 { labels[index] = labels[index - 90] }
    let model = try model(
      method,
      LabelledFaces(
        size: faces.size, pixels: repeated.pixels, labels: labels, roster: faces.roster))
    let strangers = RandomFaces.people(10, each: 2, seed: 70)
    for probes in [faces, strangers] {
      let batch = try model.predict(probes.pixels, top: top, work: Work(jobs: 2))
      #expect(batch == (try model.predict(probes.pixels, top: top, work: Work())))
      for index in 0..<probes.count {
        #expect(try model.predict(probes.image(at: index), top: top) == batch[index])
      }
    }
  }

  @Test(
    "batches of any size compare as one face does", arguments: RecognitionMethod.allCases, [1, 2])
  func batches(method: RecognitionMethod, jobs: Int) throws {
    let faces = RandomFaces.people(8, each: 3, width: 12, height: 12, seed: 17)
    let model = try model(method, faces)
    let probes = RandomFaces.people(20, each: 2, width: 12, height: 12, seed: 71)
    let work = Work(jobs: jobs)
    let whole = try model.compare(probes.pixels, work: work)
    #expect(whole.distances == (try model.distances(to: probes.pixels, work: Work())))
    #expect(
      whole.reconstructionErrors
        == (try model.reconstructionErrors(of: probes.pixels, work: Work())))
    let predictions = try model.predict(probes.pixels, top: 2, work: work)
    for index in 0..<probes.count {
      let alone = try model.compare(probes.pixels.selecting(rows: [index]), work: work)
      #expect(alone.distances.row(0) == whole.distances.row(index))
      #expect(alone.reconstructionErrors == [whole.reconstructionErrors[index]])
      let prediction = try model.predict(probes.image(at: index), top: 2)
      #expect(prediction == predictions[index])
      #expect(prediction.reconstructionError == whole.reconstructionErrors[index])
    }
  }

  @Test("people can be added to every kind of model", arguments: RecognitionMethod.allCases)
  func adding(method: RecognitionMethod) throws {
    let faces = RandomFaces.people(4, each: 3, width: 12, height: 12, seed: 4)
    let model = try model(method, faces.selecting(Array(0..<9)))
    var roster = SubjectRoster()
    roster[0] = "p3"
    roster[7] = "p1"
    // Other numbers than the model's: people are matched by name.
    let more = LabelledFaces(
      size: faces.size, pixels: faces.pixels.selecting(rows: [9, 10, 4]), labels: [0, 0, 7],
      roster: roster)
    let grown = try model.adding(more, work: Work())
    #expect(grown.labels == model.labels + [6, 6, 4])
    #expect(grown.roster[6] == "p3")
    #expect(grown.manifest.basisIsStale == (method != .lbph))
    #expect(try grown.predict(faces.image(at: 9)).nearest == "p3")
    #expect(try grown.predict(faces.image(at: 9)).distance == 0)
    let back = try grown.forgetting("p3")
    #expect(back.labels == model.labels + [4])
    #expect(back.roster == model.roster)
    #expect(
      try back.predict(faces.image(at: 2)) == model.predict(faces.image(at: 2)))
  }

  @Test("changes that cannot be made are refused")
  func refusedChanges() throws {
    let faces = RandomFaces.people(2, each: 2, seed: 5)
    let model = try model(.eigen, faces)
    #expect(throws: ModelChangeError.unknownSubject("p9", known: ["p0", "p1"])) {
      try model.forgetting("p9")
    }
    let alone = try model.forgetting("p0")
    #expect(throws: ModelChangeError.lastSubject("p1")) { try alone.forgetting("p1") }
    #expect(throws: ModelChangeError.nothingToAdd) {
      try model.adding(faces.selecting([]), work: Work())
    }
    let other = RandomFaces.people(1, each: 1, width: 3, height: 3, seed: 1)
    #expect(throws: ModelChangeError.sizeMismatch(found: other.size, needed: faces.size)) {
      try model.adding(other, work: Work())
    }
  }

  @Test("LBPH draws no faces")
  func lbphReconstruction() throws {
    let faces = RandomFaces.people(2, each: 2, width: 12, height: 12, seed: 6)
    let model = try model(.lbph, faces)
    #expect(throws: PredictionError.cannotReconstruct(method: .lbph)) {
      try model.reconstruct(faces.image(at: 0))
    }
    #expect(try model.predict(faces.image(at: 0)).reconstructionError == nil)
  }
}
