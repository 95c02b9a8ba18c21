import FaceVocabulary

/// The rows of an angle log and what their columns mean, each value refused by its row where it cannot be.
struct AngleLogRows {
  let file: String
  let key: AngleLog.Key
  /// All rows but the heading.
  let rows: ArraySlice<CSVText.Row>
  private let fieldCount: Int
  private let keyColumn: Int
  private let yawColumn: Int
  private let pitchColumn: Int?
  private var yawCount = Count()
  private var pitchCount = Count()

  /// - Throws: ``CaptureError/badLog(file:row:reason:)`` for quotes that do not close,
  ///   ``CaptureError/logColumns(file:found:)``.
  init(csv bytes: [UInt8], file: String) throws(CaptureError) {
    self.file = file
    let all: [CSVText.Row]
    do throws(CSVText.Fault) {
      all = try CSVText.parse(bytes, separators: [0x2C, 0x3B, 0x09])
    } catch {
      switch error {
      case .openQuote(let line): throw .badLog(file: file, row: line, reason: "a quote is open")
      case .textAfterQuote(let line):
        throw .badLog(file: file, row: line, reason: "text follows a closing quote")
      }
    }
    rows = all.dropFirst()
    let heading = all.first?.fields.map { $0.lowercased() } ?? []
    fieldCount = heading.count
    func column(_ names: String...) -> Int? {
      heading.firstIndex { names.contains($0) }
    }
    guard let yaw = column("yaw_deg", "yaw") else {
      throw .logColumns(file: file, found: heading)
    }
    yawColumn = yaw
    pitchColumn = column("pitch_deg", "pitch")
    if let frame = column("frame") {
      (key, keyColumn) = (.frame, frame)
    } else if let time = column("time_s", "time", "seconds", "t") {
      (key, keyColumn) = (.seconds, time)
    } else if let name = column("file") {
      (key, keyColumn) = (.file, name)
    } else {
      throw .logColumns(file: file, found: heading)
    }
  }

  /// Yaw and pitch as they are written; the pitch is nil where the row has none.
  mutating func angles(
    of row: CSVText.Row
  ) throws(CaptureError) -> (yaw: Double, pitch: Double?) {
    let yaw = try angle(row, yawColumn, "yaw", &yawCount)
    guard let pitchColumn, pitchColumn < row.fields.count, !row.fields[pitchColumn].isEmpty else {
      return (yaw, nil)
    }
    return (yaw, try angle(row, pitchColumn, "pitch", &pitchCount))
  }

  /// The frame or the second that a row is about.
  func place(of row: CSVText.Row) throws(CaptureError) -> Double { try number(row, keyColumn) }

  /// The file that a row is about, without its folders.
  func fileName(of row: CSVText.Row) throws(CaptureError) -> String {
    guard keyColumn < row.fields.count,
      let name = row.fields[keyColumn].split(separator: "/").last
    else { throw .badLog(file: file, row: row.line, reason: "it names no file") }
    return String(name)
  }

  private func number(_ row: CSVText.Row, _ place: Int) throws(CaptureError) -> Double {
    guard place < row.fields.count else {
      throw .badLog(
        file: file, row: row.line,
        reason: "it has \(row.fields.count) fields, the heading \(fieldCount)")
    }
    guard let value = DecimalText.number(row.fields[place]) else {
      throw .badLog(file: file, row: row.line, reason: "'\(row.fields[place])' is no number")
    }
    return value
  }

  private func angle(
    _ row: CSVText.Row, _ place: Int, _ name: String, _ count: inout Count
  ) throws(CaptureError) -> Double {
    let value = try number(row, place)
    guard AngleRange.holdsSensor(value) else {
      throw .badLog(
        file: file, row: row.line,
        reason:
          "a \(name) of \(AngleRange.words(value)) degrees is outside -180 to 180, and 0 to 360")
    }
    guard count.takes(value) else {
      throw .badLog(
        file: file, row: row.line,
        reason: "a \(name) of \(AngleRange.words(value)) degrees follows others that "
          + (value < 0
            ? "count to 360, where none is below 0" : "are below 0, where none is over 180"))
    }
    return value
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
}
