/// Comma-separated text by RFC 4180.
package enum CSVText {
  /// One row without its line end; fields are quoted where they must be. Looked at byte by byte:
  /// a comma followed by a combining mark is a comma still.
  package static func row(_ fields: [String], separator: UInt8 = 0x2C) -> String {
    var bytes: [UInt8] = []
    for (number, field) in fields.enumerated() {
      if number > 0 { bytes.append(separator) }
      append(field, to: &bytes, separator: separator)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One row of comma-separated fields with its line feed.
  package static func line(_ fields: [String]) -> String { row(fields) + "\n" }

  /// Adds one field to a row in the making, quoted where it must be.
  package static func append(
    _ field: String, to row: inout [UInt8], separator: UInt8 = 0x2C
  ) {
    var field = field
    field.withUTF8 { bytes in
      let needsQuotes =
        bytes.contains { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || $0 == separator }
        || bytes.first == 0x23 || bytes.first == 0x20 || bytes.last == 0x20
      guard needsQuotes else {
        row.append(contentsOf: bytes)
        return
      }
      row.append(0x22)
      for byte in bytes {
        if byte == 0x22 { row.append(0x22) }
        row.append(byte)
      }
      row.append(0x22)
    }
  }

  /// One row as it stood in a file.
  package struct Row: Equatable, Sendable {
    /// Line on which it begins, from 1.
    package let line: Int
    package let fields: [String]
  }

  /// Why a text is no CSV.
  package enum Fault: Error, Equatable, Sendable {
    /// A quote opens and never closes.
    case openQuote(line: Int)
    /// Something follows a closing quote.
    case textAfterQuote(line: Int)
  }

  /// The fields of every row of `text`; nil for what is no CSV.
  package static func fields(of text: String) -> [[String]]? {
    try? parse(Array(text.utf8)).map(\.fields)
  }

  /// The rows of `bytes`: line feeds, CRLF or both; a byte-order mark, blank lines and lines that
  /// begin with `#` are passed over.
  ///
  /// - Parameter separators: bytes that may part fields; the one found first outside quotes in the
  ///   first row is used throughout.
  package static func parse(
    _ bytes: [UInt8], separators: [UInt8] = [0x2C]
  ) throws(Fault) -> [Row] {
    var reader = CSVReader(bytes: bytes, separators: separators)
    return try reader.rows()
  }
}

/// Goes through the bytes of a CSV file once.
private struct CSVReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  init(bytes: [UInt8], separators: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    separator = CSVReader.separator(in: bytes[position...], among: separators)
  }

  private static func separator(in text: ArraySlice<UInt8>, among separators: [UInt8]) -> UInt8 {
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.first != 0x23 {
      var quoted = false
      for byte in line {
        if byte == 0x22 { quoted.toggle() }
        if !quoted, separators.contains(byte) { return byte }
      }
      return separators.first ?? 0x2C
    }
    return separators.first ?? 0x2C
  }

  mutating func rows() throws(CSVText.Fault) -> [CSVText.Row] {
    var rows: [CSVText.Row] = []
    while position < bytes.count {
      if bytes[position] == 0x23 {
        while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
        takeLineEnd()
      } else if isLineEnd(bytes[position]) {
        takeLineEnd()
      } else {
        let start = line
        let fields = try takeRow()
        if fields != [""] { rows.append(CSVText.Row(line: start, fields: fields)) }
      }
    }
    return rows
  }

  private mutating func takeRow() throws(CSVText.Fault) -> [String] {
    var fields = [try takeField()]
    while position < bytes.count, bytes[position] == separator {
      position += 1
      fields.append(try takeField())
    }
    takeLineEnd()
    return fields
  }

  private mutating func takeField() throws(CSVText.Fault) -> String {
    guard position < bytes.count, bytes[position] == 0x22 else {
      let start = position
      while position < bytes.count, bytes[position] != separator, !isLineEnd(bytes[position]) {
        position += 1
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let opened = line
    position += 1
    var field: [UInt8] = []
    while true {
      guard position < bytes.count else { throw .openQuote(line: opened) }
      let byte = bytes[position]
      position += 1
      if byte == 0x22 {
        guard position < bytes.count, bytes[position] == 0x22 else { break }
        position += 1
      } else if byte == 0x0A {
        line += 1
      }
      field.append(byte)
    }
    guard position == bytes.count || bytes[position] == separator || isLineEnd(bytes[position])
    else { throw .textAfterQuote(line: line) }
    return String(decoding: field, as: UTF8.self)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func takeLineEnd() {
    guard position < bytes.count, isLineEnd(bytes[position]) else { return }
    let isCRLF =
      bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
    position += isCRLF ? 2 : 1
    line += 1
  }
}
