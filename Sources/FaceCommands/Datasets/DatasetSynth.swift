import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary
import SyntheticFaces

extension Commands {
  static let datasetSynth = WorkbenchCommand(
    "synth", noun: "dataset", abstract: "Render a dataset of made-up people",
    defaults: DatasetSynthArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "dataset"), help: "The new dataset"),
      .option("subjects", \.subjects, .integer(1...10_000), help: "How many people"),
      .option(
        "angles", \.angles, .range(within: -90...90),
        help: "Yaw in degrees; below 0 turned to the picture's left"),
      .option("lights", \.lights, .integer(1...16), help: "Directions of light; each is a session"),
      .option(
        "size", \.size, .value("WxH", "size like 92x112"),
        help: "Size of a picture; 640x480 for scenes unless given"),
      .option(
        "scenes", \.scenes, .integer(1...100_000),
        help: "Render so many scenes of several heads on clutter instead, for detectors"),
      .option("seed", \.seed, .integer(0...Int.max), help: "Who the people are, and all chance"),
    ],
    examples: [
      Example("dataset synth heads", "20 people, nine angles, three lights"),
      Example("dataset synth turn --subjects 5 --angles -90:90:15 --lights 1", "an angle sweep"),
      Example("dataset synth scenes --scenes 40", "for 'detector sweep'"),
    ],
    discussion: """
      The same options give the same bytes on one kind of machine. Each picture comes with its \
      truth: box, eyes, mouth, yaw, pitch. Made-up people stand for the mechanics of an \
      experiment, never for how well a method does on real faces.

      As a camera, 'synth:3' shows the person who is number 3 (s03) here, with the same --seed, seen \
      before another wall and in another light; a name such as 'synth:Ada' is somebody else, of the \
      same seed's world.
      """
  ) { arguments, workbench in
    let seed = arguments.seed.map { UInt64($0) } ?? workbench.seedOrDefault
    try workbench.datasets.requireFree(arguments.name)
    try workbench.requireWritable(.dataset(arguments.name))
    try arguments.requireMemory(
      within: workbench.memoryLimitBytes, jobs: workbench.work.jobs)
    try FaceRoom.checkPixels(of: arguments.pictureSize)
    let faces: [NewFace]
    if let scenes = arguments.scenes {
      faces = try SyntheticScenes(
        count: scenes, size: arguments.pictureSize, seed: seed
      ).faces(work: workbench.work)
    } else {
      let plan = SyntheticDatasetPlan(
        subjects: arguments.subjects, angles: arguments.angles, lights: arguments.lights,
        size: arguments.pictureSize, seed: seed)
      faces = zip(plan.items, try plan.rendered(work: workbench.work)).map(NewFace.init)
    }
    let dataset = try workbench.datasets.create(arguments.name)
    do {
      try dataset.add(faces)
    } catch {
      try? workbench.datasets.remove(arguments.name)
      throw error
    }
    let summary = try dataset.summary()
    let heads = faces.reduce(0) { $0 + $1.heads.count }
    let what =
      arguments.scenes == nil
      ? "\(DatasetSentences.counted(summary.faces, "face")) of "
        + DatasetSentences.counted(summary.subjects, "person", "people")
      : "\(DatasetSentences.counted(summary.faces, "scene")) with \(heads) heads"
    return .sentence(
      "\(dataset.name): \(what), \(summary.size.map(\.description) ?? "several sizes"), seed \(seed)",
      machine: Table(
        columns: ["dataset", "faces", "subjects", "heads", "seed"].map { .init($0, title: $0) },
        rows: [
          [
            .text(dataset.name), .integer(summary.faces), .integer(summary.subjects),
            .integer(arguments.scenes == nil ? summary.faces : heads),
            .integer(Int(truncatingIfNeeded: seed)),
          ]
        ]), timed: true)
  }
}

struct DatasetSynthArguments: Sendable {
  var name = ""
  var subjects = 20
  var angles: [Double] = [-60, -45, -30, -15, 0, 15, 30, 45, 60]
  var lights = 3
  var size: PixelSize?
  var scenes: Int?
  var seed: Int?

  /// The size that was asked for, or the usual one of portraits or scenes.
  var pictureSize: PixelSize {
    size ?? (scenes == nil ? PixelSize(width: 92, height: 112) : PixelSize(width: 640, height: 480))
  }

  /// How many pictures are rendered.
  var pictures: Int { scenes ?? subjects * angles.count * lights }

  /// Refuses more pictures than memory holds: all are rendered before any is stored.
  ///
  /// - Throws: ``CommandError/tooManyPictures(_:neededBytes:allowedBytes:)``.
  func requireMemory(within allowedBytes: Int, jobs: Int) throws(CommandError) {
    // Beside its pixels a picture has its truth, a thumbnail and its row in the catalogue.
    let bytesBeside = 8192.0
    // Light, coverage, depth and material of a pixel while its picture is rendered.
    let bytesPerRenderedPixel = 24.0
    let pixels = Double(pictureSize.width) * Double(pictureSize.height)
    let neededBytes = Int(
      min(
        0x1p62,
        Double(pictures) * (pixels + bytesBeside)
          + Double(min(jobs, pictures)) * pixels * bytesPerRenderedPixel))
    guard neededBytes > allowedBytes else { return }
    throw .tooManyPictures(pictures, neededBytes: neededBytes, allowedBytes: allowedBytes)
  }
}

extension NewFace {
  /// A rendered portrait with its truth.
  init(_ item: SyntheticDatasetPlan.Item, _ rendered: RenderedHead) {
    self.init(subject: item.subject, image: rendered.image)
    name = item.file.split(separator: "/").last.map { String($0.dropLast(".pgm".count)) }
    index = item.index
    session = item.session
    yawDegrees = item.view.pose.yawDegrees
    pitchDegrees = item.view.pose.pitchDegrees
    box = rendered.truth.box
    leftEye = rendered.truth.leftEye
    rightEye = rendered.truth.rightEye
    mouth = rendered.truth.mouth
  }
}

extension TruthFace {
  /// A rendered head of a scene.
  init(_ truth: HeadTruth) {
    self.init(box: truth.box)
    leftEye = truth.leftEye
    rightEye = truth.rightEye
    mouth = truth.mouth
    yawDegrees = truth.yawDegrees
    pitchDegrees = truth.pitchDegrees
    rollDegrees = truth.rollDegrees
  }
}
