import FaceReports
import FaceVocabulary

/// Detector settings in words.
enum DetectorSentences {
  /// What tells one setting of a sweep from another: a preset, or such as `lbpcascade_frontalface,
  /// scale 1.1, 3 neighbors`.
  static func words(_ settings: DetectorSettings) -> String {
    if let preset = DetectorAccuracy.named(settings) { return preset.rawValue }
    func plain(_ number: Double) -> String { Table.displayed(.number(number), as: .plain) }
    var words =
      "\(settings.cascade), scale \(plain(settings.scale)), "
      + DatasetSentences.counted(settings.neighbors, "neighbor")
    let usual = DetectorSettings()
    if settings.minSize != usual.minSize { words += ", from \(settings.minSize) px" }
    if let largest = settings.maxSize { words += ", to \(largest) px" }
    if settings.equalize { words += ", equalized" }
    if settings.flip { words += ", flipped" }
    if settings.rotation != 0 { words += ", turned by \(plain(settings.rotation))" }
    return words
  }
}
