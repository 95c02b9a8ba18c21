import CooperativeWork
import FaceImages
import FaceModels
import FaceVocabulary
import Matrices
import SyntheticFaces
import Testing

/// Whether the heads serve: cascades find them, and telling them apart is neither easy nor hopeless.
@Suite("Heads as faces")
struct LikenessTests {
  private func overlap(_ a: PixelRect, _ b: PixelRect) -> Double {
    let width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    let height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    guard width > 0, height > 0 else { return 0 }
    return Double(width * height) / Double(a.area + b.area - width * height)
  }

  @Test(
    "OpenCV's frontal cascade finds at least 95 % of heads within 15° of the front",
    .enabled(if: Cascades.installed().contains("haarcascade_frontalface_default")))
  func cascadesFindHeads() throws {
    let size = PixelSize(width: 128, height: 128)
    let heads = try Work(jobs: 2).map(count: 120) { number in
      var generator = SeededGenerator(seed: 77, stream: UInt64(number))
      var view = HeadView()
      view.pose = HeadPose(
        yawDegrees: -15 + 30 * generator.uniform(), pitchDegrees: -6 + 12 * generator.uniform())
      view.light.azimuthDegrees = -45 + 90 * generator.uniform()
      view.light.elevationDegrees = 5 + 40 * generator.uniform()
      view.expression.smile = generator.uniform()
      view.backdropSeed = generator.next()
      view.noiseSeed = generator.next()
      view.headShare = 0.72
      return SyntheticFaceRenderer.portrait(
        SyntheticPerson(seed: generator.next()), view, size: size)
    }
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_default")
    var settings = DetectorSettings()
    settings.minSize = 30
    var found = 0
    var overlaps = 0.0
    for head in heads {
      let best =
        try detector.detect(in: head.image, settings: settings)
        .map { overlap($0.box, head.truth.box) }.max() ?? 0
      if best >= 0.5 {
        found += 1
        overlaps += best
      }
    }
    let mean = Int((overlaps / Double(max(1, found)) * 100).rounded())
    print("frontalface_default finds \(found) of \(heads.count) heads, mean overlap \(mean) %")
    #expect(found * 100 >= heads.count * 95)
  }

  @Test("Eigenfaces recognise 60 to 98 % at ±30° under three lights", arguments: [1, 5])
  func recognitionIsATask(seed: UInt64) throws {
    let work = Work(jobs: 2)
    let plan = SyntheticDatasetPlan(
      subjects: 20, angles: [-30, -15, 0, 15, 30], lights: 3, seed: seed)
    let heads = try plan.rendered(work: work)
    let people = plan.items.map { SubjectLabel($0.subject.name.dropFirst()) ?? 0 }
    let size = plan.items[0].size
    let faces = LabelledFaces(
      size: size,
      pixels: ByteMatrix(
        rows: heads.count, columns: size.area, elements: heads.flatMap(\.image.pixels)),
      labels: people)
    // Ten folds: each person's pictures in random order, dealt out in turn.
    var generator = SeededGenerator(seed: seed)
    var fold = Array(repeating: 0, count: heads.count)
    for person in faces.people {
      let own = faces.labels.indices.filter { faces.labels[$0] == person }
      for (position, index) in generator.shuffled(own).enumerated() { fold[index] = position % 10 }
    }
    let settings = TrainingSettings(method: .eigen, components: .count(30))
    var right = 0
    for part in 0..<10 {
      let probes = faces.selecting(fold.indices.filter { fold[$0] == part })
      let model = try ModelTrainer(settings: settings).fit(
        faces.selecting(fold.indices.filter { fold[$0] != part }), recipe: Recipe(), work: work)
      let answers = try model.predict(probes.pixels, top: 1, work: work)
      right += zip(answers, probes.labels).count { $0.label == $1 }
    }
    print("Eigenfaces, seed \(seed): \(right) of \(heads.count) at rank 1")
    #expect(right * 100 >= heads.count * 60 && right * 100 <= heads.count * 98)
  }
}
