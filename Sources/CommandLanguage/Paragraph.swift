/// Words set into lines of help.
enum Paragraph {
  /// `text` in lines of at most `width` columns, each `indent` columns in.
  static func lines(of text: String, width: Int, indent: Int) -> [String] {
    lines(
      of: text.split(separator: " ").map(String.init), width: width, indent: indent,
      hanging: indent)
  }

  /// Unbreakable `parts` in lines, the first `indent` and the others `hanging` columns in.
  static func lines(of parts: [String], width: Int, indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for part in parts {
      if !isEmpty, line.count + 1 + part.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        isEmpty = true
      }
      line += isEmpty ? part : " " + part
      isEmpty = false
    }
    if !isEmpty { lines.append(line) }
    return lines
  }

  /// A term and its explanation from `column` on, below the term where that is too long.
  static func entry(_ term: String, _ text: String, column: Int, width: Int) -> [String] {
    let start = "  " + term
    var lines = lines(of: text, width: max(width, column + 20), indent: column)
    if start.count + 2 <= column, let first = lines.first {
      lines[0] = start + first.dropFirst(start.count)
    } else {
      lines.insert(start, at: 0)
    }
    return lines
  }
}
