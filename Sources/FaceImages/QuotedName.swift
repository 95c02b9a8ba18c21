/// A file name as it is shown to people: in single quotes, control characters escaped.
///
/// A name may hold a newline or a terminal's escape codes; neither may reach the screen as such.
package struct QuotedName: CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package var description: String {
    var text = "'"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "'", "\\": text += "\\" + String(scalar)
      default:
        let isControl = scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
        if isControl {
          text += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "'"
  }
}
