import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceModels
import FaceVocabulary
import Matrices
import Synchronization
import SyntheticFaces
import Testing

@testable import FaceExperiments

@Suite("The faces of a dataset, block by block")
struct DatasetFacesTests {
  private let book = Workbook()

  private func recipe(_ size: PixelSize?) -> Recipe {
    var recipe = Recipe()
    if let size { recipe.size = .fixed(size) }
    recipe.light = .equalize
    return recipe
  }

  @Test(
    "train the model that all at once train, to the byte",
    arguments: RecognitionMethod.allCases, [(4, 5), (16, 20)])
  func equals(method: RecognitionMethod, side: (Int, Int)) throws {
    let dataset = try book.dataset(people: 5, images: 7)
    try dataset.mirror(work: Work())
    var settings = TrainingSettings(method: method, components: .count(6))
    settings.pattern.gridX = 2
    settings.pattern.gridY = 2
    let trainer = ModelTrainer(settings: settings)
    // 35 faces, 70 with mirrors, of 20 pixels or of 320: both routes.
    let recipe = recipe(PixelSize(width: side.0, height: side.1))
    for withMirrors in [true, false] {
      let material = try TrainingMaterial(
        of: dataset, recipe: recipe, withMirrors: withMirrors, work: Work())
      let expected = try trainer.fit(material.faces, recipe: recipe, work: Work())
      for (block, jobs) in [(1, 1), (8, 2), (33, 1), (1000, 2), (nil, 1)] {
        let faces = try DatasetFaces(
          of: dataset, recipe: recipe, withMirrors: withMirrors, facesInBlock: block, work: Work())
        #expect(try trainer.fit(faces, recipe: recipe, work: Work(jobs: jobs)) == expected)
        try faces.confirmUnchanged(work: Work())
        #expect(faces.failures.isEmpty && faces.oddSize == nil)
      }
    }
  }

  @Test("are looked for once, and a picture without a face is passed over and named")
  func located() throws {
    let dataset = try book.datasets.create("heads")
    var faces: [NewFace] = []
    for person in 0..<3 {
      for light in 0..<4 {
        var view = HeadView()
        view.pose.yawDegrees = Double(light) * 2
        let head = SyntheticFaceRenderer.portrait(
          SyntheticPerson(seed: UInt64(person)), view, size: PixelSize(width: 96, height: 96))
        faces.append(NewFace(subject: SubjectID("p\(person)"), image: head.image))
      }
    }
    let flat = GrayImage(
      size: PixelSize(width: 96, height: 96), pixels: [UInt8](repeating: 90, count: 96 * 96))
    faces.insert(NewFace(subject: "p1", image: flat), at: 6)
    try dataset.add(faces)
    var recipe = recipe(PixelSize(width: 3, height: 3))
    recipe.locate = .largest
    recipe.align = .eyes
    let material = try TrainingMaterial(
      of: dataset, recipe: recipe, withMirrors: true, work: Work())
    #expect(material.failures.count == 1 && material.faces.count >= 10)
    for method in [RecognitionMethod.eigen, .fisher] {
      let trainer = ModelTrainer(settings: TrainingSettings(method: method, components: .count(2)))
      let passing = try DatasetFaces(
        of: dataset, recipe: recipe, withMirrors: true, facesInBlock: 5, work: Work())
      var route: TrainingRoute?
      let model = try trainer.fit(passing, recipe: recipe, work: Work(jobs: 2)) { told, _ in
        route = told
      }
      #expect(route == .scatter)
      #expect(model == (try trainer.fit(material.faces, recipe: recipe, work: Work())))
      #expect(passing.failures == material.failures)
    }
  }

  @Test("are refused when a picture changes between two passes, by its name")
  func changedPicture() throws {
    let dataset = try book.dataset(people: 3, images: 4)
    let faces = try DatasetFaces(
      of: dataset, recipe: recipe(nil), withMirrors: true, facesInBlock: 5, work: Work())
    var given = 0
    try faces.pass("reading", work: Work()) { given += $0.labels.count }
    try faces.pass("reading", work: Work()) { given += $0.labels.count }
    #expect(given == 24)
    let other = Workbook.picture(person: 9, image: 9, noise: 3, seed: 9)
    try AtomicFile.write(
      Array("P5\n16 20\n255\n".utf8) + other.pixels, to: dataset.folder + "/p1/3.pgm")
    #expect(throws: ExperimentError.changedWhileRead(dataset: "tiny", file: "p1/3.pgm")) {
      try faces.pass("reading", work: Work()) { given += $0.labels.count }
    }
    // The blocks before it came.
    #expect(given == 29)
  }

  @Test("are refused when the dataset is another one at the end")
  func changedDataset() throws {
    let dataset = try book.dataset(people: 3, images: 2)
    try dataset.mirror(work: Work())
    let faces = try DatasetFaces(
      of: dataset, recipe: recipe(nil), withMirrors: false, work: Work())
    try faces.confirmUnchanged(work: Work())
    try dataset.add([
      NewFace(
        subject: "p7", image: Workbook.picture(person: 7, image: 1, noise: 9, seed: 1))
    ])
    let error = ExperimentError.changedWhileUsed(dataset: "tiny", before: 12, now: 13)
    #expect(throws: error) { try faces.confirmUnchanged(work: Work()) }
    #expect(error.message.contains("it had 12 faces and has 13 now"))
  }

  @Test("report how far a pass is, and stop within a block")
  func cancelled() throws {
    let dataset = try book.dataset(people: 6, images: 10)
    let steps = Mutex([ProgressStep]())
    let cancellation = Cancellation()
    let work = Work(jobs: 1, cancellation: cancellation) { step in
      steps.withLock { $0.append(step) }
      if step.done == 25 { cancellation.cancel() }
    }
    let faces = try DatasetFaces(
      of: dataset, recipe: recipe(nil), withMirrors: true, facesInBlock: 20, work: Work())
    var given = 0
    #expect(throws: Cancelled.self) {
      try faces.pass("reading faces", work: work) { given += $0.labels.count }
    }
    #expect(given == 20)
    #expect(
      steps.withLock { $0 }
        == (1...25).map { ProgressStep(activity: "reading faces", done: $0, total: 60) })
  }
}
