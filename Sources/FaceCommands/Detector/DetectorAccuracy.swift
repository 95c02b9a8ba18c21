import FaceReports
import FaceVocabulary

/// Two settings between which most users choose; 'detector sweep DATASET --accuracy low,high' tells
/// what they find and what they cost.
enum DetectorAccuracy: String, CaseIterable, Sendable {
  /// For frames of a video: the quickest cascade, few window sizes.
  case low
  /// For stills: the cascade with the fewest false alarms, many window sizes, small faces too.
  case high

  /// `settings` with the preset's cascade, window sizes and agreement; all else stays.
  func applied(to settings: DetectorSettings) -> DetectorSettings {
    var changed = settings
    switch self {
    case .low:
      changed.cascade = "lbpcascade_frontalface"
      changed.scale = 1.2
      changed.neighbors = 2
      changed.minSize = 30
    case .high:
      changed.cascade = "haarcascade_frontalface_alt2"
      changed.scale = 1.05
      changed.neighbors = 4
      changed.minSize = 24
    }
    return changed
  }

  /// The preset that `settings` are; nil when they are none.
  static func named(_ settings: DetectorSettings) -> DetectorAccuracy? {
    allCases.first { $0.applied(to: settings) == settings }
  }

  /// What the preset sets, in words.
  var sentence: String {
    let settings = applied(to: DetectorSettings())
    return "\(rawValue): \(settings.cascade), scale "
      + "\(Table.displayed(.number(settings.scale), as: .plain)), \(settings.neighbors) neighbors, "
      + "windows from \(settings.minSize) px."
  }
}
