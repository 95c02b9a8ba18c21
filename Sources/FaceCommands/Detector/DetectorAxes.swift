import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceImages
import FaceVocabulary

/// What a detector sweep goes through.
struct DetectorAxes: Sendable {
  /// Presets in place of cascades, scales, neighbour counts and smallest sizes; none unless given.
  var accuracies: [DetectorAccuracy] = []
  /// The session's, or the presets', where none is named.
  var cascades: [String] = []
  var scales = [1.05, 1.1, 1.2, 1.3]
  var neighbors = Array(1...10)
  var minSizes = [24]
  /// 0 is no limit; the session's where none is given, and so for those below.
  var maxSizes: [Int] = []
  var equalizing: [Switch] = []
  var flips: [Switch] = []
  var rotations: [Double] = []
  var rule = MatchRule.iou
  var repeats = 1

  /// The sweep over every combination; one whose largest size is below its smallest is none.
  ///
  /// - Throws: ``CommandError/nothingSelected(needed:)`` when no combination is left.
  func sweep(session: Session) throws -> DetectorSweep {
    let base = session.detector
    var settings = [base]
    func combine<Value>(_ values: [Value], _ set: (inout DetectorSettings, Value) -> Void) {
      if values.isEmpty { return }
      settings = settings.flatMap { one in
        values.map { value in
          var changed = one
          set(&changed, value)
          return changed
        }
      }
    }
    combine(accuracies) { $0 = $1.applied(to: $0) }
    combine(try namedCascades()) { $0.cascade = $1 }
    combine(equalizing) { $0.equalize = $1 == .on }
    combine(flips) { $0.flip = $1 == .on }
    combine(rotations) { $0.rotation = $1 }
    if accuracies.isEmpty { combine(scales) { $0.scale = $1 } }
    if accuracies.isEmpty { combine(minSizes) { $0.minSize = $1 } }
    combine(maxSizes) { $0.maxSize = $1 == 0 ? nil : $1 }
    if accuracies.isEmpty { combine(neighbors) { $0.neighbors = $1 } }
    var seen: Set<DetectorSettings> = []
    let cells = settings.filter {
      ($0.maxSize ?? .max) >= $0.minSize && seen.insert($0).inserted
    }
    guard !cells.isEmpty else {
      throw CommandError.nothingSelected(needed: "a largest size that is not below the smallest")
    }
    var sweep = DetectorSweep(settings: cells)
    sweep.repeats = repeats
    return sweep
  }

  /// The cascades that are named, each once; `all` are those for faces.
  private func namedCascades() throws -> [String] {
    var seen: Set<String> = []
    let named = cascades.flatMap { $0 == Self.everyCascade ? Cascades.faces() : [$0] }
      .filter { seen.insert($0).inserted }
    if named.isEmpty, !cascades.isEmpty {
      throw CommandError.nothingSelected(needed: "an installed cascade for faces (opencv-data)")
    }
    return named
  }

  private static let everyCascade = "all"

  /// Presets stand for these three.
  static let rules: [OptionRule] = ["scale", "neighbors", "min-size"].map {
    .atMostOne(["accuracy", $0])
  }

  static let group = OptionGroup<DetectorAxes>(
    "What is swept",
    [
      .option(
        "accuracy", \.accuracies, .list(of: .oneOf()),
        help: "Presets, in place of cascade, scale, neighbours and smallest size"),
      .option(
        "cascade", \.cascades,
        .list(
          of: Domain<String>.name(of: "cascade", placeholder: "NAME")
            .or(everyCascade, as: everyCascade)),
        help: "Installed cascades or files; all takes every installed one for faces; "
          + "the session's when left out"),
      .option(
        "scale", \.scales, .range(within: 1.01...4),
        help: "Ratios between neighbouring window sizes"),
      .option("neighbors", \.neighbors, .range(within: 0...1000), help: "Raw hits that must agree"),
      .option(
        "min-size", \.minSizes, .range(within: 1...100_000),
        help: "Smallest window sides, pixels"),
      .option(
        "max-size", \.maxSizes, .list(of: DetectorOptions.largestSize),
        help: "Largest window sides, pixels; the session's when left out, as for those below"),
      .option(
        "equalize", \.equalizing, .list(of: .oneOf()),
        help: "Whether the histogram is evened out first"),
      .option(
        "flip", \.flips, .list(of: .oneOf()), help: "Whether the mirror image is searched too"),
      .option(
        "rotate", \.rotations, .range(within: 0...90),
        help: "Degrees by which the picture is searched turned to both sides too; 0 for upright "
          + "alone"),
      .option("match", \.rule, .oneOf(), help: "When a found and a known box are the same face"),
      .option("repeat", \.repeats, .integer(1...100), help: "Times each search is timed"),
    ])
}
