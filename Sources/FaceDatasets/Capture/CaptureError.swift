import FaceImages
import FaceVocabulary

/// Why a capture or sweep could not begin or gave nothing.
package enum CaptureError: Error, Equatable, Sendable {
  /// Frames were read and none was kept; how often each reason came, the most frequent first.
  case nothingKept(source: String, frames: Int, reasons: [String])
  /// A row of an angle log is wrong.
  case badLog(file: String, row: Int, reason: String)
  /// An angle log has no column that it needs.
  case logColumns(file: String, found: [String])
  /// A file's name tells a yaw that no head can have.
  case badNamedYaw(file: String, yawDegrees: Double)
  /// The log counts seconds and the source has no times.
  case noTimes(source: String)
}

extension CaptureError: ExplainedError {
  package var message: String {
    switch self {
    case .nothingKept(let source, let frames, let reasons):
      frames == 0
        ? "\(QuotedName(source)) gave no frame"
          + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
        : "nothing was kept of \(frames) \(frames == 1 ? "frame" : "frames") of "
          + "\(QuotedName(source)): " + reasons.joined(separator: ", ")
    case .badLog(let file, let row, let reason): "\(QuotedName(file)), row \(row): \(reason)"
    case .logColumns(let file, []): "the angle log \(QuotedName(file)) is empty"
    case .logColumns(let file, let found):
      "\(QuotedName(file)) has the columns \(found.joined(separator: ", ")); an angle log needs "
        + "yaw_deg and one of frame, time_s, file"
    case .badNamedYaw(let file, let yaw):
      "\(QuotedName(file)) tells a yaw of \(AngleRange.words(yaw)) degrees; a head's is from -180 to 180"
    case .noTimes(let source):
      "the angle log counts seconds, and \(QuotedName(source)) has no times"
    }
  }

  package var hint: String? {
    switch self {
    case .nothingKept(let source, 0, _):
      source.hasPrefix("frames:")
        ? "frames are the pictures that lie in the folder itself, not in folders below it" : nil
    case .nothingKept:
      "'settings show' lists the limits; '--min-sharpness' and '--exposure' move them, "
        + "'detector set' changes how faces are found"
    case .badLog: "angles are degrees, yaw below 0 turned to the picture's left"
    case .logColumns: "the first row names the columns: 'time_s,yaw_deg,pitch_deg'"
    case .badNamedYaw: "name the file otherwise, or say where its yaw stands with '--pattern'"
    case .noTimes: "give the log a column 'frame' or 'file'"
    }
  }

  package var kind: String {
    switch self {
    case .nothingKept: "nothing_kept"
    case .badLog: "bad_row"
    case .logColumns: "bad_angle_log"
    case .badNamedYaw: "bad_yaw"
    case .noTimes: "no_times"
    }
  }
}
