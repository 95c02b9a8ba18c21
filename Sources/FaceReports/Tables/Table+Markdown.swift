extension Table {
  /// The table in Markdown's pipe form, rounded for people; title above, notes below.
  package func markdown() -> String {
    let shown = titledColumns
    var lines: [String] = []
    if let title { lines += ["**" + MarkdownText.escaped(title) + "**", ""] }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    if !shown.isEmpty {
      lines.append(line(shown.map { MarkdownText.escaped(columns[$0].title ?? "") }))
      lines.append(line(shown.map { isNumeric($0) ? "---:" : "---" }))
      for row in rows.indices {
        lines.append(line(shown.map { MarkdownText.escaped(displayed(row, $0)) }))
      }
    }
    for note in notes { lines += ["", MarkdownText.escaped(note)] }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Text inside Markdown.
enum MarkdownText {
  /// `text` with everything that Markdown or HTML inside it would take for markup escaped.
  static func escaped(_ text: String) -> String {
    var markdown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "|", "`", "*", "_", "[", "]", "#", "~", "!":
        markdown += "\\"
        markdown.unicodeScalars.append(scalar)
      case "<": markdown += "&lt;"
      case ">": markdown += "&gt;"
      case "&": markdown += "&amp;"
      case "\n", "\r": markdown += "<br>"
      default: markdown.unicodeScalars.append(scalar)
      }
    }
    return VisibleText.of(markdown)
  }
}
