extension Table {
  /// The table as an HTML fragment, rounded for people; ``ReportPage`` makes whole pages.
  package func html() -> String {
    let shown = titledColumns
    var lines = ["<table>"]
    if let title { lines.append("<caption>" + HTMLText.escaped(title) + "</caption>") }
    let kinds = shown.map { isNumeric($0) ? " class=\"number\"" : "" }
    func row(_ tag: String, _ cells: [String]) -> String {
      "<tr>"
        + zip(kinds, cells).map { "<\(tag)\($0)>" + HTMLText.escaped($1) + "</\(tag)>" }.joined()
        + "</tr>"
    }
    lines.append("<thead>" + row("th", shown.map { columns[$0].title ?? "" }) + "</thead>")
    lines.append("<tbody>")
    for index in rows.indices { lines.append(row("td", shown.map { displayed(index, $0) })) }
    lines += ["</tbody>", "</table>"]
    for note in notes { lines.append("<p class=\"note\">" + HTMLText.escaped(note) + "</p>") }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// Text inside HTML.
package enum HTMLText {
  /// `text` for use between tags and inside quoted attributes.
  package static func escaped(_ text: String) -> String {
    var html = ""
    for scalar in VisibleText.of(text).unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}
