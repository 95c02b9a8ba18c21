import CommandLanguage
import CooperativeWork
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  static let detectorRun = WorkbenchCommand(
    "run", noun: "detector", abstract: "Find the faces in pictures",
    defaults: DetectorRunArguments(),
    parameters: [
      .rest("path", \.paths, .path("PATH"), help: "Pictures"),
      .flag("eyes", \.eyes, help: "Look for both eyes of each face too"),
      .flag("mouth", \.mouth, help: "Look for the mouth of each face too"),
      .option(
        "orientation", \.orientation, .integer(1...8),
        help: "How the picture is turned, as EXIF counts; boxes are those of the upright picture"),
      .option(
        "overlay", \.overlay, .path("FILE.png", suffixes: [".png"]),
        help: "Draw boxes, eyes and mouth into a copy of the picture"),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example("detector run party.jpg", "one row a face"),
      Example("detector run party.jpg --eyes --mouth --overlay found.png", "and a drawing"),
    ],
    discussion: """
      Eyes and mouth are found or absent, never made up. The count of neighbours says how many raw \
      hits agreed on a face; it is no probability.
      """
  ) { arguments, workbench in
    if arguments.overlay != nil, arguments.paths.count != 1 {
      throw CommandError.nothingSelected(needed: "exactly one picture with --overlay")
    }
    let settings = arguments.detector.applied(to: workbench.session.detector)
    let decoded = try workbench.images.decode(arguments.paths, work: workbench.work)
    let clock = workbench.clock
    let wantsFeatures = arguments.eyes || arguments.mouth
    let results = try workbench.work.map(
      count: decoded.count,
      makeLane: {
        (
          detector: try FaceDetector(cascade: settings.cascade),
          finder: wantsFeatures ? FeatureFinder() : nil
        )
      }
    ) { lane, index -> Result<FoundFaces, ImageError> in
      let picture: GrayImage
      switch decoded[index] {
      case .success(let image): picture = image.image.upright(from: arguments.orientation ?? 1)
      case .failure(let error): return .failure(error)
      }
      let start = clock()
      let faces = try lane.detector.detect(in: picture, settings: settings)
      let milliseconds = (clock() - start) * 1000
      let features = try faces.map { face throws -> FaceFeatures in
        guard let finder = lane.finder else { return FaceFeatures() }
        return try finder.features(
          in: picture, face: face.box, eyes: arguments.eyes, mouth: arguments.mouth)
      }
      return .success(
        FoundFaces(
          picture: picture, faces: faces, features: features, milliseconds: milliseconds))
    }
    var rows: [[Table.Value]] = []
    var skipped: [SkippedItem] = []
    for (path, result) in zip(arguments.paths, results) {
      switch result {
      case .failure(let error): skipped.append(SkippedItem(path, reason: error.message))
      case .success(let found):
        rows += found.rows(file: path, eyes: arguments.eyes, mouth: arguments.mouth)
        if let overlay = arguments.overlay {
          try workbench.save(picture: found.overlay(), to: overlay)
        }
      }
    }
    let pictures = arguments.paths.count - skipped.count
    let table = Table(
      columns: FoundFaces.columns(eyes: arguments.eyes, mouth: arguments.mouth), rows: rows,
      notes: [
        "\(DatasetSentences.counted(rows.count, "face")) in "
          + DatasetSentences.counted(pictures, "picture")
      ] + (arguments.overlay.map { ["\($0): the picture with what was found"] } ?? []))
    return Outcome(pictures > 0 ? [.table(table)] : [], skipped: skipped)
  }
}

struct DetectorRunArguments: Sendable {
  var paths: [String] = []
  var eyes = false
  var mouth = false
  var orientation: Int?
  var overlay: String?
  var detector = DetectorOptions()
}

/// What was found in one picture.
private struct FoundFaces: Sendable {
  let picture: GrayImage
  let faces: [Detection]
  let features: [FaceFeatures]
  let milliseconds: Double

  static func columns(eyes: Bool, mouth: Bool) -> [Table.Column] {
    [
      .init("file", title: "file"), .init("x_px", title: "x"), .init("y_px", title: "y"),
      .init("width_px", title: "width"), .init("height_px", title: "height"),
      .init("left_eye_px", title: eyes ? "left eye" : nil),
      .init("right_eye_px", title: eyes ? "right eye" : nil),
      .init("mouth_px", title: mouth ? "mouth" : nil), .init("neighbors", title: "neighbours"),
      .init("detect_ms", title: "ms", display: .decimals(1)),
    ]
  }

  func rows(file: String, eyes: Bool, mouth: Bool) -> [[Table.Value]] {
    zip(faces, features).map { face, features in
      [
        .text(file), .integer(face.box.x), .integer(face.box.y), .integer(face.box.width),
        .integer(face.box.height), Self.point(eyes ? features.leftEye : nil),
        Self.point(eyes ? features.rightEye : nil), Self.point(mouth ? features.mouth : nil),
        .integer(face.neighbors), .number(milliseconds),
      ]
    }
  }

  private static func point(_ point: PixelPoint?) -> Table.Value {
    guard let point else { return .null }
    return .list([.number(point.x), .number(point.y)])
  }

  /// The picture in grey with green boxes, yellow eyes and a red mouth.
  func overlay() -> ColorImage {
    var drawing = Drawing(on: picture)
    for (face, features) in zip(faces, features) {
      drawing.outline(face.box, color: .green)
      let radius = max(2, face.box.width / 24)
      for eye in [features.leftEye, features.rightEye] {
        if let eye { drawing.disc(at: eye, radius: radius, color: .yellow) }
      }
      if let mouth = features.mouth { drawing.disc(at: mouth, radius: radius, color: .red) }
    }
    return drawing.image
  }
}
