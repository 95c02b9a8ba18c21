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
    let rows: [CSVText.Row]
    do throws(CSVText.Fault) {
      rows = try CSVText.parse(bytes, separators: [0x2C, 0x3B, 0x09])
    } catch {
      switch error {
      case .openQuote(let line): throw .badLog(file: file, row: line, reason: "a quote is open")
      case .textAfterQuote(let line):
        throw .badLog(file: file, row: line, reason: "text follows a closing quote")
      }
    }
    let heading = rows.first?.fields.map { $0.lowercased() } ?? []
    func column(_ names: String...) -> Int? {
      heading.firstIndex { names.contains($0) }
    }
    guard let yaw = column("yaw_deg", "yaw") else {
      throw .logColumns(file: file, found: heading)
    }
    let pitch = column("pitch_deg", "pitch")
    let keyColumn: Int
    if let frame = column("frame") {
      (key, keyColumn) = (.frame, frame)
    } else if let time = column("time_s", "time", "seconds", "t") {
      (key, keyColumn) = (.seconds, time)
    } else if let name = column("file") {
      (key, keyColumn) = (.file, name)
    } else {
      throw .logColumns(file: file, found: heading)
    }
    var samples: [Sample] = []
    var files: [String: Sample] = [:]
    var counts: [String: Count] = [:]
    for row in rows.dropFirst() {
      func number(_ place: Int) throws(CaptureError) -> Double {
        guard place < row.fields.count else {
          throw .badLog(
            file: file, row: row.line,
            reason: "it has \(row.fields.count) fields, the heading \(heading.count)")
        }
        guard let value = DecimalText.number(row.fields[place]) else {
          throw .badLog(
            file: file, row: row.line, reason: "'\(row.fields[place])' is no number")
        }
        return value
      }
      func angle(_ place: Int, _ name: String) throws(CaptureError) -> Double {
        let value = try number(place)
        guard AngleRange.holdsSensor(value) else {
          throw .badLog(
            file: file, row: row.line,
            reason:
              "a \(name) of \(AngleRange.words(value)) degrees is outside -180 to 180, and 0 to 360"
          )
        }
        guard counts[name, default: Count()].takes(value) else {
          throw .badLog(
            file: file, row: row.line,
            reason: "a \(name) of \(AngleRange.words(value)) degrees follows others that "
              + (value < 0
                ? "count to 360, where none is below 0" : "are below 0, where none is over 180")
          )
        }
        return Self.wrapped(value)
      }
      var sample = Sample(key: 0, yawDegrees: try angle(yaw, "yaw"))
      if let pitch, pitch < row.fields.count, !row.fields[pitch].isEmpty {
        sample.pitchDegrees = try angle(pitch, "pitch")
      }
      if key == .file {
        guard keyColumn < row.fields.count,
          let name = row.fields[keyColumn].split(separator: "/").last
        else { throw .badLog(file: file, row: row.line, reason: "it names no file") }
        files[String(name)] = sample
        continue
      }
      sample.key = try number(keyColumn)
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

  /// Which of the two ways of counting the values of a column have shown.
  private struct Count {
    private var isSigned = false
    private var isRound = false

    /// Takes a value; false when it and those before count in different ways.
    mutating func takes(_ degrees: Double) -> Bool {
      if degrees < 0 { isSigned = true }
      if degrees > 180 { isRound = true }
      return !(isSigned && isRound)
    }
  }

  /// The same direction within −180 < angle ≤ 180.
  private static func wrapped(_ degrees: Double) -> Double {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
  }
}
