import FaceVocabulary

extension Table {
  /// Comma-separated values with the keys as first line, quoted as in RFC 4180, full precision.
  ///
  /// Null is an empty field, an empty text is `""`; lists and nested rows are JSON text in one field.
  /// Lines end with a line feed alone, so that `cut`, `awk` and `read` see no carriage return.
  ///
  /// - Parameter header: false leaves the line of keys out, to continue an earlier table.
  package func csv(header: Bool = true) -> String {
    separatedLines(header: header, separator: ",", field: SeparatedField.comma)
  }

  /// Tab-separated values with the keys as first line: tab, line breaks and backslash inside a field
  /// are written `\t`, `\n`, `\r` and `\\`; null is an empty field.
  package func tsv(header: Bool = true) -> String {
    separatedLines(header: header, separator: "\t", field: SeparatedField.tab)
  }

  private func separatedLines(
    header: Bool, separator: String, field: (Value) -> String
  ) -> String {
    let shown = machineColumns
    var lines =
      header
      ? shown.map { field(.text(columns[$0].key)) }.joined(separator: separator) + "\n" : ""
    for row in rows.indices {
      lines += shown.map { field(value(row, $0)) }.joined(separator: separator) + "\n"
    }
    return lines
  }
}

/// Values as fields of separated lines.
enum SeparatedField {
  /// A field of RFC 4180, between quotes where it must be; an empty text has them, null has not.
  static func comma(_ value: Table.Value) -> String {
    let text = plain(value)
    if case .null = value { return text }
    return text.isEmpty ? "\"\"" : CSVText.row([text])
  }

  /// A field between tabs, special characters as backslash escapes.
  static func tab(_ value: Table.Value) -> String {
    var escaped = ""
    for scalar in plain(value).unicodeScalars {
      switch scalar {
      case "\t": escaped += "\\t"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\\": escaped += "\\\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func plain(_ value: Table.Value) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): number.isFinite ? number.description : ""
    case .boolean(let flag): flag ? "true" : "false"
    case .list, .object: JSONText.value(value)
    }
  }
}
