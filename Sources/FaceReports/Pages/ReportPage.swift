import FoundationEssentials

/// One HTML page that needs nothing beside itself: tables, charts and pictures are inside.
///
/// Pictures are data addresses and the page forbids everything else, so that no name or note in it can
/// load or run anything.
package struct ReportPage: Equatable, Sendable {
  package var title: String
  package var parts: [Part]

  package init(title: String, parts: [Part] = []) {
    self.title = title
    self.parts = parts
  }

  package enum Part: Equatable, Sendable {
    case heading(String)
    case paragraph(String)
    case table(Table)
    /// A chart as SVG text.
    case chart(svg: String, caption: String)
    /// The bytes of a PNG file.
    case picture(png: [UInt8], caption: String)
    /// Lines shown as they are, such as a manifest.
    case lines(String)
  }

  /// The page as HTML text.
  package func html() -> String {
    var body = ""
    for part in parts { body += html(part) + "\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(ReportPage.style)
      </style>
      </head>
      <body>
      <h1>\(HTMLText.escaped(title))</h1>
      \(contents)\(body)</body>
      </html>

      """
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

  private func html(_ part: Part) -> String {
    switch part {
    case .heading(let text):
      let index = parts.firstIndex(of: part) ?? 0
      return "<h2 id=\"part\(index)\">\(HTMLText.escaped(text))</h2>"
    case .paragraph(let text): return "<p>\(HTMLText.escaped(text))</p>"
    case .table(let table): return "<div class=\"table\">\n\(table.html())</div>"
    case .chart(let svg, let caption):
      return figure("data:image/svg+xml;base64,", Array(svg.utf8), caption)
    case .picture(let png, let caption): return figure("data:image/png;base64,", png, caption)
    case .lines(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return "<pre>" + lines.map { HTMLText.escaped(String($0)) }.joined(separator: "\n") + "</pre>"
    }
  }

  private func figure(_ kind: String, _ bytes: [UInt8], _ caption: String) -> String {
    let text = HTMLText.escaped(caption)
    return "<figure><img alt=\"\(text)\" src=\"\(kind)\(Data(bytes).base64EncodedString())\">"
      + "<figcaption>\(text)</figcaption></figure>"
  }

  private static let style = """
    body { font-family: system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; \
    color: #222; background: #fff; line-height: 1.45 }
    h1, h2 { line-height: 1.2 }
    h2 { margin-top: 2.2rem; border-bottom: 1px solid #ddd }
    .table { overflow-x: auto }
    table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
    caption { text-align: left; font-weight: 600; padding: 0.3rem 0 }
    th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #e4e4e4; text-align: left }
    thead th { border-bottom: 2px solid #888 }
    .number { text-align: right }
    .note { color: #555; font-size: 0.9rem; margin: 0.2rem 0 }
    figure { margin: 1.2rem 0 }
    figure img { max-width: 100%; image-rendering: auto }
    figcaption { color: #555; font-size: 0.9rem }
    pre { background: #f6f6f6; padding: 0.8rem; overflow-x: auto }
    """
}
