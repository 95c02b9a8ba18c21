import FaceVocabulary

/// A motion sensor's record: the yaw, and perhaps the pitch, over time, frames or files.
///
/// CSV with a heading: `time_s,yaw_deg,pitch_deg`, `frame,yaw_deg` or `file,yaw_deg`; further columns
/// are passed over. A column counts −180…180 or 0…360, never both: a log with −30 and 200 says two
/// things of one direction. Between two samples the angle goes straight along the shorter way; outside
/// the samples, in gaps wider than ``longestGap``, and beyond 90 degrees, there is no angle of a face.
package struct AngleLog: Equatable, Sendable {
  /// What the samples are ordered by.
  package enum Key: String, Sendable {
    case frame, seconds, file
  }

  package let key: Key
  private let samples: [Sample]
  private let files: [String: Sample]

  private struct Sample: Equatable, Sendable {
    var key: Double
    var yawDegrees: Double
    var pitchDegrees: Double?
  }

  /// Widest gap between two samples that is bridged: seconds, or frames.
  package static let longestGap: [Key: Double] = [.seconds: 1, .frame: 30]

  /// Reads a log.
  ///
  /// - Throws: ``CaptureError/badLog(file:row:reason:)`` with the row's number in the file,
  ///   ``CaptureError/logColumns(file:found:)``.
  package init(csv bytes: [UInt8], file: String) throws(CaptureError) {
    var rows = try AngleLogRows(csv: bytes, file: file)
    key = rows.key
    var samples: [Sample] = []
    var files: [String: Sample] = [:]
    for row in rows.rows {
      let (yaw, pitch) = try rows.angles(of: row)
      var sample = Sample(key: 0, yawDegrees: Self.wrapped(yaw))
      sample.pitchDegrees = pitch.map(Self.wrapped)
      if key == .file {
        files[try rows.fileName(of: row)] = sample
        continue
      }
      sample.key = try rows.place(of: row)
      if let last = samples.last, sample.key <= last.key {
        throw .badLog(
          file: file, row: row.line,
          reason: "its \(key.rawValue) does not come after the one before")
      }
      samples.append(sample)
    }
    guard !samples.isEmpty || !files.isEmpty else {
      throw .badLog(file: file, row: 1, reason: "no sample follows the heading")
    }
    self.samples = samples
    self.files = files
  }

  /// The angle of a frame; nil where the log does not cover it or it is no angle of a face.
  package func angle(frame: Int, seconds: Double?, file: String?) -> FrameAngle? {
    let sample: Sample? =
      switch key {
      case .file: file.flatMap { files[$0] }
      case .frame: interpolated(at: Double(frame))
      case .seconds: seconds.flatMap { interpolated(at: $0) }
      }
    guard let sample, abs(sample.yawDegrees) <= 90, abs(sample.pitchDegrees ?? 0) <= 90 else {
      return nil
    }
    return FrameAngle(
      yawDegrees: sample.yawDegrees, pitchDegrees: sample.pitchDegrees, source: .log)
  }

  private func interpolated(at key: Double) -> Sample? {
    // The first sample that is not before the key.
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < samples.count else { return nil }
    let after = samples[low]
    if after.key == key { return after }
    guard low > 0 else { return nil }
    let before = samples[low - 1]
    guard after.key - before.key <= Self.longestGap[self.key] ?? 0 else { return nil }
    let share = (key - before.key) / (after.key - before.key)
    func between(_ one: Double, _ other: Double) -> Double {
      Self.wrapped(one + share * Self.wrapped(other - one))
    }
    var sample = Sample(key: key, yawDegrees: between(before.yawDegrees, after.yawDegrees))
    if let one = before.pitchDegrees, let other = after.pitchDegrees {
      sample.pitchDegrees = between(one, other)
    }
    return sample
  }

  /// The same direction within −180 < angle ≤ 180.
  private static func wrapped(_ degrees: Double) -> Double {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
  }
}
