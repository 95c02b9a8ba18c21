import CommandLanguage
import FaceVocabulary

/// Changes to the session's detector settings.
struct DetectorOptions: Sendable {
  var accuracy: DetectorAccuracy?
  var cascade: String?
  var scale: Double?
  var neighbors: Int?
  var minSize: Int?
  var maxSize: Int?

  /// `settings` with the preset first and the single changes on top of it.
  func applied(to settings: DetectorSettings) -> DetectorSettings {
    var changed = accuracy?.applied(to: settings) ?? settings
    if let cascade { changed.cascade = cascade }
    if let scale { changed.scale = scale }
    if let neighbors { changed.neighbors = neighbors }
    if let minSize { changed.minSize = minSize }
    if let maxSize { changed.maxSize = maxSize }
    return changed
  }

  static let parameters: [Parameter<DetectorOptions>] = [
    .option("accuracy", \.accuracy, .oneOf(), help: "A preset: low is fast, high finds more"),
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
    .option(
      "max-size", \.maxSize, .integer(1...100_000, placeholder: "PX"),
      help: "Largest face looked for"),
  ]

  static let once = OptionGroup<DetectorOptions>("Detector, for this command only", parameters)
}

/// Two settings between which most users choose.
enum DetectorAccuracy: String, CaseIterable, Sendable {
  /// For frames of a video: few window sizes, large faces.
  case low
  /// For stills: many window sizes, small faces too.
  case high

  func applied(to settings: DetectorSettings) -> DetectorSettings {
    var changed = settings
    switch self {
    case .low:
      changed.scale = 1.3
      changed.neighbors = 3
      changed.minSize = 48
    case .high:
      changed.scale = 1.05
      changed.neighbors = 4
      changed.minSize = 24
    }
    return changed
  }
}
