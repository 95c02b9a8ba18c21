import FaceModels
import FaceVocabulary
import Matrices

/// Turns the tree of a model file into a model: finds the keys, checks their types, and leaves
/// every other judgement to ``ModelValidator``.
struct ModelAssembler {
  let path: String
  let root: DocumentMap
  let fields: ModelFields
  let layout: ModelLayout
  let method: RecognitionMethod?
  private let extras: DocumentMap?

  /// Finds out which layout and kind `document` has.
  init(_ document: ModelDocument, path: String) throws(ModelFileError) {
    self.path = path
    let root = document.root
    self.root = root
    let extras: DocumentMap? =
      if case .map(let map)? = root[ModelKeys.extras] { map } else { nil }
    self.extras = extras
    let named = RecognitionMethod.allCases.filter { root[ModelKeys.root($0)] != nil }
    if let first = named.first {
      guard named.count == 1, case .map(let map)? = root[ModelKeys.root(first)] else {
        throw .invalid(
          path: path, fault: .wrongType(key: ModelKeys.root(first), needed: "the only map"))
      }
      fields = ModelFields(map: map)
      method = first
      if let extras {
        layout = .facebench(creator: extras["creator"]?.plainText ?? "facebench")
      } else {
        layout = .openCV3
      }
    } else if root["eigenvectors"] != nil || root["projections"] != nil {
      fields = ModelFields(map: root)
      method = nil
      layout = .openCV24
    } else if root["histograms"] != nil && root["grid_x"] != nil {
      fields = ModelFields(map: root)
      method = .lbph
      layout = .openCV24
    } else {
      throw .notAModel(path: path, found: ModelAssembler.foreign(root))
    }
  }

  private static func foreign(_ root: DocumentMap) -> ForeignContent {
    guard let first = root.entries.first else { return .otherText }
    if case .map(let map) = first.value {
      let cascadeKeys = ["stageType", "featureType", "stages", "size"]
      if cascadeKeys.contains(where: { map[$0] != nil }) { return .cascade }
    }
    if first.key.hasPrefix("haarcascade") || first.key == "cascade" { return .cascade }
    return .opencvObject(key: first.key)
  }

  // MARK: what the file tells without vectors

  /// The kind, in the file's words or the user's.
  func method(assuming assumed: AssumedModel) throws(ModelFileError) -> RecognitionMethod? {
    if method == nil, assumed.method == .lbph {
      throw .contradicts(
        path: path, asked: RecognitionMethod.lbph.title, found: "an Eigenfaces or Fisherfaces model"
      )
    }
    guard let method else { return assumed.method }
    if let asked = assumed.method, asked != method {
      throw .contradicts(path: path, asked: asked.title, found: method.title)
    }
    return method
  }

  /// The manifest that facebench stored; nil in files by others.
  func storedManifest() throws(ModelFileError) -> ModelManifest? {
    guard let extras else { return nil }
    return try judged { () throws(ModelFault) in
      let extras = ModelFields(map: extras)
      let version = try extras.whole("format_version")
      guard version <= ModelKeys.layoutVersion else {
        throw .newerVersion(found: version, known: ModelKeys.layoutVersion)
      }
      guard try extras.text("content_sha256").utf8.count == 64 else {
        throw .damagedSettings(key: "content_sha256")
      }
      let algorithm = try extras.text("algorithm")
      guard algorithm == method?.rawValue else {
        throw .outOfRange(key: "algorithm", found: algorithm, needed: method?.rawValue ?? "")
      }
      let size = PixelSize(
        width: try extras.whole("width"), height: try extras.whole("height"))
      return try StoredManifest(
        recipe: try extras.text("recipe"), settings: try extras.text("settings"),
        creator: try extras.text("creator"), size: size
      ).manifest()
    }
  }

  /// The digest that facebench stored.
  var storedDigest: String? { extras?["content_sha256"]?.plainText }

  /// Who the labels stand for: facebench's names, else OpenCV's.
  func roster() throws(ModelFileError) -> SubjectRoster {
    try judged { () throws(ModelFault) in
      if let extras { return try ModelFields(map: extras).roster("names", text: "name") }
      return try fields.roster("labelsInfo", text: "value")
    }
  }

  func threshold() throws(ModelFileError) -> Distance? {
    try judged { () throws(ModelFault) in try fields.threshold() }
  }

  func labels() throws(ModelFileError) -> [SubjectLabel] {
    try judged { () throws(ModelFault) in try fields.labels() }
  }

  /// What `body` makes of the file, with the path in its errors.
  func judged<Value>(
    _ body: () throws(ModelFault) -> Value
  ) throws(ModelFileError) -> Value {
    do throws(ModelFault) {
      return try body()
    } catch {
      throw .invalid(path: path, fault: error)
    }
  }

  // MARK: the whole model

  /// The model, with what had to be supposed.
  func model(
    assuming assumed: AssumedModel
  ) throws(ModelFileError) -> (model: FaceModel, notes: [String]) {
    let method = try method(assuming: assumed)
    let stored = try storedManifest()
    if let stored, let asked = assumed.size, asked != stored.size {
      throw .contradicts(
        path: path, asked: "faces of \(asked)", found: "faces of \(stored.size)")
    }
    var notes: [String] = []
    var size = stored?.size ?? assumed.size
    if size == nil, layout == .openCV3, let pixels = fields.faceLength,
      let guessed = FaceSizeGuess.size(of: pixels)
    {
      size = guessed
      notes.append(
        "\(path) does not store the face size; \(pixels) grey levels are taken as \(guessed): "
          + "if that is wrong, load it with --size WxH")
    }
    guard let method, let size else {
      throw .needsAnswers(path: path, layout: layout, method: method == nil, size: size == nil)
    }
    var recipe = Recipe()
    recipe.size = .fixed(size)
    let manifest =
      stored ?? ModelManifest(recipe: recipe, size: size, creator: layout.title)
    let roster = try roster()
    let model = try judged { () throws(ModelFault) in
      let labels = try fields.labels()
      let model = FaceModel(
        manifest: manifest, templates: try fields.templates(method, faces: labels.count),
        labels: labels, roster: roster, threshold: try fields.threshold())
      try ModelValidator.check(model)
      return model
    }
    return (model, notes)
  }

  /// Everything but the vectors.
  func summary(kind: ModelFileKind, bytes: Int) throws(ModelFileError) -> ModelSummary {
    let manifest = try storedManifest()
    let labels = try labels()
    let roster = try roster()
    return try judged { () throws(ModelFault) in
      let isPattern = method == .lbph
      return ModelSummary(
        kind: kind, layout: layout, bytes: bytes, method: method, size: manifest?.size,
        pixels: isPattern ? nil : fields.faceLength,
        components: isPattern ? nil : try fields.componentCount(),
        pattern: isPattern ? try fields.pattern() : nil, templates: labels.count, labels: labels,
        roster: roster, threshold: try fields.threshold(), manifest: manifest,
        contentDigest: storedDigest)
    }
  }
}
