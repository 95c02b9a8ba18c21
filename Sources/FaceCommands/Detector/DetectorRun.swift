import CommandLanguage
import CooperativeWork
import FaceImages
import FaceModels
import FacePreprocessing
import FaceReports
import FaceVocabulary

extension Commands {
  static let detectorRun = WorkbenchCommand(
    "run", noun: "detector", abstract: "Find the faces in pictures",
    defaults: DetectorRunArguments(),
    parameters: [
      .rest("path", \.paths, .input("PATH"), help: "Pictures"),
      .flag("eyes", \.eyes, help: "Look for both eyes of each face too"),
      .flag("mouth", \.mouth, help: "Look for the mouth of each face too"),
      .option(
        "model", \.model, .name(of: "model"),
        help: "Say who each face is by this model, or the file of one"),
      .option(
        "orientation", \.orientation, .integer(1...8),
        help: "How the picture is turned, as EXIF counts; boxes are those of the upright picture"),
      .option(
        "overlay", \.overlay, .path("FILE.png", suffixes: [".png"]),
        help: "Draw boxes, eyes, mouth and names into a copy of the picture"),
      .group(\.detector, DetectorOptions.once),
    ],
    examples: [
      Example("detector run party.jpg", "one row a face"),
      Example("detector run party.jpg --eyes --mouth --overlay found.png", "and a drawing"),
      Example("detector run party.jpg --model gate --overlay names.png", "with names"),
      Example("detector run phone.jpg --orientation 6", "a picture stored lying on its side"),
    ],
    discussion: """
      Eyes and mouth are found or absent, never made up: the mouth comes from OpenCV's cascade for \
      smiles in the lower half of the face, so a closed one is often absent, and 'detector \
      features' tells how often. The count of neighbours says how many raw hits agreed on a face; \
      it is no probability. Without a threshold a model has a nearest person, and nobody is \
      recognised. Letters that are not ASCII are drawn as '?'.
      """
  ) { arguments, workbench in
    if arguments.overlay != nil, arguments.paths.count != 1 {
      throw CommandError.nothingSelected(needed: "exactly one picture with --overlay")
    }
    if let overlay = arguments.overlay { try workbench.checkPlace(ofPicture: overlay) }
    let settings = arguments.detector.applied(to: workbench.session.detector)
    let model = try arguments.model.map { try workbench.models.loadModelOrFile($0) }
    let decoded = try workbench.images.decode(arguments.paths, work: workbench.work)
    let sizes = decoded.compactMap { try? $0.get().image.size }
    for warning in try WindowBounds.warnings(about: [settings], in: sizes) {
      workbench.console.warn(warning)
    }
    let clock = workbench.clock
    let work = workbench.work.limited(to: min(workbench.work.jobs, decoded.count))
    let results = try work.map(
      count: decoded.count,
      makeLane: { try FaceSearch(settings, arguments: arguments, model: model, work: work) }
    ) { search, index -> Result<FoundFaces, ImageError> in
      switch decoded[index] {
      case .success(let image):
        .success(
          try search.faces(
            in: image.image.upright(from: arguments.orientation ?? 1), clock: clock))
      case .failure(let error): .failure(error)
      }
    }
    var rows: [[Table.Value]] = []
    var faults: [(path: String, error: any ExplainedError)] = []
    let columns = FoundFaces.Columns(
      eyes: arguments.eyes, mouth: arguments.mouth, names: model != nil)
    for (path, result) in zip(arguments.paths, results) {
      switch result {
      case .failure(let error): faults.append((path, error))
      case .success(let found):
        rows += found.rows(file: path, columns: columns)
        if let overlay = arguments.overlay {
          try workbench.save(picture: found.overlay(), to: overlay)
        }
      }
    }
    let pictures = arguments.paths.count - faults.count
    var notes = [
      "\(DatasetSentences.counted(rows.count, "face")) in "
        + DatasetSentences.counted(pictures, "picture")
    ]
    if let model, model.threshold == nil, model.manifest.reconstructionThreshold == nil {
      notes.append("no threshold is set, so these are the nearest people; nobody is recognised")
    }
    if let overlay = arguments.overlay {
      notes.append("\(overlay): the picture with what was found")
    }
    let table = Table(columns: columns.columns, rows: rows, notes: notes)
    return Outcome(
      pictures > 0 ? [.table(table)] : [], ofPictures: arguments.paths.count, faults: faults)
  }
}

struct DetectorRunArguments: Sendable {
  var paths: [String] = []
  var eyes = false
  var mouth = false
  var model: String?
  var orientation: Int?
  var overlay: String?
  var detector = DetectorOptions()
}

/// Finds faces, their eyes, mouth and names. Not Sendable: every thread needs its own.
private final class FaceSearch {
  private let settings: DetectorSettings
  private let wantsEyes: Bool
  private let wantsMouth: Bool
  private let model: FaceModel?
  private let detector: FaceDetector
  private let finder = FeatureFinder()
  private let preparer: FacePreparer?

  init(
    _ settings: DetectorSettings, arguments: DetectorRunArguments, model: FaceModel?, work: Work
  ) throws {
    self.settings = settings
    wantsEyes = arguments.eyes
    wantsMouth = arguments.mouth
    self.model = model
    detector = try FaceDetector(cascade: settings.cascade)
    preparer = try model.map {
      try FacePreparer(recipe: $0.manifest.recipe, size: $0.manifest.size, work: work)
    }
  }

  func faces(in picture: GrayImage, clock: () -> Double) throws -> FoundFaces {
    let start = clock()
    let faces = try detector.detect(in: picture, settings: settings)
    let milliseconds = (clock() - start) * 1000
    let features = try faces.map { face throws -> FaceFeatures in
      guard wantsEyes || wantsMouth else { return FaceFeatures() }
      return try finder.features(
        in: picture, face: face.box, eyes: wantsEyes, mouth: wantsMouth)
    }
    return FoundFaces(
      picture: picture, faces: faces, features: features,
      names: try faces.map { try name(of: $0.box, in: picture) }, milliseconds: milliseconds)
  }

  private func name(of box: PixelRect, in picture: GrayImage) throws -> Prediction? {
    guard let model, let preparer else { return nil }
    return try model.predict(preparer.prepare(picture, box: box).face)
  }
}
