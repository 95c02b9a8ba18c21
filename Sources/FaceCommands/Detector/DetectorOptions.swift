import CommandLanguage
import FaceVocabulary

/// Changes to the session's detector settings.
struct DetectorOptions: Sendable {
  var accuracy: DetectorAccuracy?
  var cascade: String?
  var scale: Double?
  var neighbors: Int?
  var minSize: Int?
  /// 0 lifts the limit.
  var maxSize: Int?
  var equalize: Switch?
  var flip: Switch?
  var rotation: Double?

  /// `settings` with the preset first and the single changes on top of it.
  func applied(to settings: DetectorSettings) -> DetectorSettings {
    var changed = accuracy?.applied(to: settings) ?? settings
    if let cascade { changed.cascade = cascade }
    if let scale { changed.scale = scale }
    if let neighbors { changed.neighbors = neighbors }
    if let minSize { changed.minSize = minSize }
    if let maxSize { changed.maxSize = maxSize == 0 ? nil : maxSize }
    if let equalize { changed.equalize = equalize == .on }
    if let flip { changed.flip = flip == .on }
    if let rotation { changed.rotation = rotation }
    return changed
  }

  static let parameters: [Parameter<DetectorOptions>] = [
    .option(
      "accuracy", \.accuracy, .oneOf(),
      help: "A preset: low is fast, for frames; high finds more, for stills"),
    .option(
      "cascade", \.cascade, .name(of: "cascade", placeholder: "NAME"),
      help: "An installed cascade, or the path of a file"),
    .option(
      "scale", \.scale, .number(1.01...4),
      help: "Ratio of neighbouring window sizes; near 1 is slow"),
    .option(
      "neighbors", \.neighbors, .integer(0...1000), help: "Raw hits that must agree on a face"),
    .option(
      "min-size", \.minSize, .integer(1...100_000, placeholder: "PX"),
      help: "Smallest face looked for"),
    .option("max-size", \.maxSize, largestSize, help: "Largest face looked for"),
    .option("equalize", \.equalize, .oneOf(), help: "Even out the picture's histogram first"),
    .option("flip", \.flip, .oneOf(), help: "Search the mirror image too"),
    .option(
      "rotate", \.rotation, turn, help: "Search the picture turned by this to both sides too"),
  ]

  static let once = OptionGroup<DetectorOptions>("Detector, for this command only", parameters)

  /// A bound in pixels; none is 0.
  static let largestSize = Domain<Int>.integer(1...100_000, placeholder: "PX").or("none", as: 0)
  static let turn = Domain<Double>.number(0...90, placeholder: "DEG")
}

/// The words of options that switch something.
enum Switch: String, CaseIterable, Sendable {
  case off
  case on
}
