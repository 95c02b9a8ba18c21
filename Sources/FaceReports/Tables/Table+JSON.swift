extension Table {
  /// One JSON object a row and line: keys of the columns, full precision, `null` where nothing is.
  ///
  /// Numbers have the fewest digits that read back as the same double; infinities and NaN, which JSON
  /// cannot hold, are null. Nested values stay nested.
  package func json() -> String {
    let shown = machineColumns
    var lines = ""
    for row in rows.indices {
      lines += JSONText.object(shown.map { Field(columns[$0].key, value(row, $0)) }) + "\n"
    }
    return lines
  }
}

/// Values as JSON text.
package enum JSONText {
  /// An object on one line, fields in order.
  package static func object(_ fields: [Table.Field]) -> String {
    "{" + fields.map { quoted($0.key) + ":" + value($0.value) }.joined(separator: ",") + "}"
  }

  /// One value on one line.
  package static func value(_ value: Table.Value) -> String {
    switch value {
    case .null: "null"
    case .text(let text): quoted(text)
    case .integer(let integer): String(integer)
    case .number(let number): number.isFinite ? number.description : "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let values): "[" + values.map(JSONText.value).joined(separator: ",") + "]"
    case .object(let fields): object(fields)
    }
  }

  /// `text` between quotes, escaped as RFC 8259 asks.
  package static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
