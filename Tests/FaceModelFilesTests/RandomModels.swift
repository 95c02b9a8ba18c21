import FaceModels
import FaceVocabulary
import Matrices

/// Valid models of every kind, from a seed.
struct RandomModels {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Names that file formats like to break.
  static let names = [
    "s1", "Zoë 李", "a\"b'c\\d", "<&>;", "x: y", "- z", "#comment", "  led by spaces", "trailing ",
    "1.5", "-7", "", "line\nbreak\ttab\rreturn", "\u{1}\u{1F}\u{7F}", "$base64$QUJD", "%YAML",
    "null",
    "{a: b}", "[1, 2]", "👩‍👩‍👧", "e\u{301}", "&amp;", "...", "---", "\\u0041", "*a", "!tag", ".Nan",
    String(repeating: "長", count: 341), "\u{8}\u{C}", "]]>", "'", "\"", "~", "true",
  ]

  mutating func model(_ method: RecognitionMethod? = nil) -> FaceModel {
    let method = method ?? RecognitionMethod.allCases[generator.below(3)]
    let size = PixelSize(width: 1 + generator.below(6), height: 1 + generator.below(6))
    let faces = 1 + generator.below(6)
    let labels = (0..<faces).map { _ in label() }
    var roster = SubjectRoster()
    for label in Set(labels).sorted() where generator.below(5) > 0 {
      roster[label] = SubjectID(RandomModels.names[generator.below(RandomModels.names.count)])
    }
    return FaceModel(
      manifest: manifest(size), templates: templates(method, size, faces: faces), labels: labels,
      roster: roster, threshold: generator.below(2) == 0 ? nil : number(scale: 1_000))
  }

  private mutating func label() -> SubjectLabel {
    switch generator.below(8) {
    case 0: .max
    case 1: .min
    case 2: -1
    default: SubjectLabel(generator.below(5))
    }
  }

  private mutating func manifest(_ size: PixelSize) -> ModelManifest {
    var recipe = Recipe()
    recipe.locate = Recipe.Locate.allCases[generator.below(3)]
    recipe.margin = generator.uniform()
    recipe.light = Recipe.Light.allCases[generator.below(4)]
    recipe.mask = Recipe.Mask.allCases[generator.below(2)]
    recipe.size = generator.below(2) == 0 ? .auto : .fixed(size)
    recipe.detector.scale = 1.01 + generator.uniform()
    recipe.detector.cascade = "/tmp/ö \"quoted\"\n.xml"
    return ModelManifest(
      recipe: recipe, size: size, componentsAsked: generator.below(2) == 0 ? nil : 30,
      droppedFirst: generator.below(3),
      dataset: generator.below(2) == 0
        ? nil : RandomModels.names[generator.below(RandomModels.names.count)],
      fingerprint: generator.below(2) == 0 ? nil : String(repeating: "0f", count: 32),
      reconstructionThreshold: generator.below(2) == 0 ? nil : generator.uniform() / 3,
      basisIsStale: generator.below(2) == 0, creator: "facebench 0.1.0")
  }

  private mutating func templates(
    _ method: RecognitionMethod, _ size: PixelSize, faces: Int
  ) -> FaceModel.Templates {
    switch method {
    case .eigen: return .eigen(subspace(size, faces: faces))
    case .fisher: return .fisher(subspace(size, faces: faces))
    case .lbph:
      var pattern = LocalBinaryPattern()
      pattern.radius = 1 + generator.below(3)
      pattern.neighbors = 1 + generator.below(4)
      pattern.gridX = 1 + generator.below(3)
      pattern.gridY = 1 + generator.below(3)
      var all: [Float] = []
      for _ in 0..<faces * pattern.gridX * pattern.gridY {
        let shares = (0..<1 << pattern.neighbors).map { _ in Float(generator.below(50)) }
        let sum = shares.reduce(0, +)
        all += sum == 0 ? [1] + shares.dropFirst() : shares.map { $0 / sum }
      }
      return .lbph(HistogramModel(pattern: pattern, histograms: all))
    }
  }

  private mutating func subspace(_ size: PixelSize, faces: Int) -> SubspaceModel {
    let components = 1 + generator.below(4)
    return SubspaceModel(
      mean: numbers(size.area, scale: 255), eigenvalues: numbers(components, scale: 1e6),
      axes: Matrix(
        rows: size.area, columns: components, elements: numbers(size.area * components, scale: 1)),
      projections: Matrix(
        rows: faces, columns: components, elements: numbers(faces * components, scale: 1e4)))
  }

  private mutating func numbers(_ count: Int, scale: Double) -> [Double] {
    (0..<count).map { _ in number(scale: scale) }
  }

  /// Mostly ordinary values; sometimes those that number texts stumble over.
  private mutating func number(scale: Double) -> Double {
    switch generator.below(16) {
    case 0: 0
    case 1: -0.0
    case 2: Double(generator.below(100))
    case 3: 3_000_000_000
    case 4: .leastNonzeroMagnitude
    case 5: -.greatestFiniteMagnitude / 2
    case 6: 1e22
    case 7: 0.1
    default: (generator.uniform() - 0.5) * scale
    }
  }
}
