import FoundationEssentials

/// One HTML page that needs nothing beside itself: tables, charts and pictures are inside.
///
/// Pictures are data addresses and the page forbids everything else, so that no name or note in it can
/// load or run anything. It follows the reader's light or dark setting and fits a phone.
package struct ReportPage: Equatable, Sendable {
  package var title: String
  package var parts: [Part]

  package init(title: String, parts: [Part] = []) {
    self.title = title
    self.parts = parts
  }

  package enum Part: Equatable, Sendable {
    case heading(String)
    /// A heading within a section; not among the links at the top.
    case subheading(String)
    case paragraph(String)
    /// A sentence that must not be overlooked.
    case warning(String)
    case table(Table)
    /// A chart as SVG text; neighbours stand side by side where there is room.
    case chart(svg: String, caption: String)
    /// The bytes of a PNG file.
    case picture(png: [UInt8], caption: String)
    /// Small pictures with a few words each, side by side.
    case cards([Card])
    /// Lines shown as they are, such as a manifest, folded away under `title`.
    case lines(String, title: String)
    /// A table folded away under its title: long, and read by few.
    case folded(Table, title: String)
  }

  /// A small picture and what it shows.
  package struct Card: Equatable, Sendable {
    package var png: [UInt8]
    package var caption: String

    package init(png: [UInt8], caption: String) {
      self.png = png
      self.caption = caption
    }
  }

  /// The page as HTML text.
  package func html() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(ReportStyle.sheet)
    </style>
    </head>
    <body>
    <h1>\(HTMLText.escaped(title))</h1>
    \(contents)\(body)</body>
    </html>

    """
  }

  /// All parts; charts that follow each other share a grid.
  private var body: String {
    var text = ""
    var isInGrid = false
    for (index, part) in parts.enumerated() {
      let isChart = if case .chart = part { true } else { false }
      if isChart != isInGrid { text += isChart ? "<div class=\"charts\">\n" : "</div>\n" }
      isInGrid = isChart
      text += html(part, number: index) + "\n"
    }
    return isInGrid ? text + "</div>\n" : text
  }

  /// Links to the headings, where there are several.
  private var contents: String {
    let headings = parts.enumerated().compactMap { index, part -> (Int, String)? in
      if case .heading(let text) = part { return (index, text) }
      return nil
    }
    guard headings.count > 2 else { return "" }
    return "<nav><ul>"
      + headings.map { "<li><a href=\"#part\($0.0)\">\(HTMLText.escaped($0.1))</a></li>" }.joined()
      + "</ul></nav>\n"
  }

  private func html(_ part: Part, number: Int) -> String {
    switch part {
    case .heading(let text): return "<h2 id=\"part\(number)\">\(HTMLText.escaped(text))</h2>"
    case .subheading(let text): return "<h3>\(HTMLText.escaped(text))</h3>"
    case .paragraph(let text): return "<p>\(HTMLText.escaped(text))</p>"
    case .warning(let text): return "<p class=\"warning\">\(HTMLText.escaped(text))</p>"
    case .table(let table): return scrolling(table)
    case .chart(let svg, let caption):
      return figure("data:image/svg+xml;base64,", Array(svg.utf8), caption, kind: "chart")
    case .picture(let png, let caption):
      return figure("data:image/png;base64,", png, caption, kind: "picture")
    case .cards(let cards):
      return "<div class=\"cards\">"
        + cards.map { figure("data:image/png;base64,", $0.png, $0.caption, kind: "card") }.joined()
        + "</div>"
    case .lines(let text, let title):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return folded(
        "<pre>" + lines.map { HTMLText.escaped(String($0)) }.joined(separator: "\n") + "</pre>",
        title: title)
    case .folded(let table, let title): return folded(scrolling(table), title: title)
    }
  }

  private func scrolling(_ table: Table) -> String {
    "<div class=\"table\">\n\(table.html())</div>"
  }

  private func folded(_ html: String, title: String) -> String {
    "<details><summary>\(HTMLText.escaped(title))</summary>\n\(html)\n</details>"
  }

  private func figure(
    _ address: String, _ bytes: [UInt8], _ caption: String, kind: String
  ) -> String {
    let text = HTMLText.escaped(caption)
    return "<figure class=\"\(kind)\"><img alt=\"\(text)\" "
      + "src=\"\(address)\(Data(bytes).base64EncodedString())\">"
      + "<figcaption>\(text)</figcaption></figure>"
  }
}
