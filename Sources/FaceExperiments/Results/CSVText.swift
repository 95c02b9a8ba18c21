/// Rows of comma-separated values as RFC 4180 has them, LF between rows.
enum CSVText {
  /// One row with quotes where a field needs them, newline included.
  static func row(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains {
      [UInt8(ascii: ","), 10, 13, UInt8(ascii: "\"")].contains($0)
    }
    guard needsQuotes else { return field }
    var text = "\""
    for character in field.unicodeScalars {
      if character == "\"" { text += "\"\"" } else { text.unicodeScalars.append(character) }
    }
    return text + "\""
  }

  /// The rows of `text`; nil when a quote is never closed.
  static func rows(of text: String) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var sawAnything = false
    let bytes = Array(text.utf8)
    var index = 0
    func finishedField() -> String { String(decoding: field, as: UTF8.self) }
    while index < bytes.count {
      let byte = bytes[index]
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          if index + 1 < bytes.count, bytes[index + 1] == byte {
            field.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
        } else {
          field.append(byte)
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
        sawAnything = true
      } else if byte == UInt8(ascii: ",") {
        row.append(finishedField())
        field = []
        sawAnything = true
      } else if byte == 10 {
        row.append(finishedField())
        rows.append(row)
        row = []
        field = []
        sawAnything = false
      } else if byte != 13 {
        field.append(byte)
        sawAnything = true
      }
      index += 1
    }
    guard !isQuoted else { return nil }
    if sawAnything || !row.isEmpty { rows.append(row + [finishedField()]) }
    return rows
  }
}
