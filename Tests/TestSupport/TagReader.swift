/// Reads HTML as far as tests need it: tags with their attributes, and whether they balance.
package struct TagReader {
  package struct Tag: Equatable {
    package let name: String
    package let attributes: [String: String]
  }

  /// Opening tags in order.
  package private(set) var tags: [Tag] = []
  /// What is wrong; empty for well-formed text.
  package private(set) var problems: [String] = []
  /// Text outside tags, style sheets left out, character references as written.
  package private(set) var text = ""

  private static let empty: Set<String> = ["meta", "img", "br", "hr", "link", "input"]

  package init(_ html: String) {
    var open: [String] = []
    var rest = Substring(html)
    while let start = rest.firstIndex(of: "<") {
      if open.last != "style" { text += rest[..<start] }
      guard let end = TagReader.end(of: rest[start...]) else {
        problems.append("a tag is not closed: \(rest[start...].prefix(40))")
        break
      }
      let inside = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if inside.hasPrefix("!") { continue }
      if inside.hasPrefix("/") {
        let name = String(inside.dropFirst())
        if open.popLast() != name { problems.append("</\(name)> closes nothing that is open") }
        continue
      }
      let tag = TagReader.tag(inside)
      tags.append(tag)
      if !TagReader.empty.contains(tag.name), !inside.hasSuffix("/") { open.append(tag.name) }
    }
    text += rest
    if text.contains(">") { problems.append("a bare '>'") }
    problems += open.map { "<\($0)> is never closed" }
  }

  /// Values of all attributes that can load something.
  package var references: [String] {
    tags.flatMap { tag in
      ["src", "href", "srcset", "data", "action", "poster"].compactMap { tag.attributes[$0] }
    }
  }

  private static func end(of text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return nil
  }

  private static func tag(_ inside: Substring) -> Tag {
    let name = inside.prefix { $0 != " " && $0 != "/" && $0 != "\n" }
    var attributes: [String: String] = [:]
    var rest = inside.dropFirst(name.count)
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].filter { !$0.isWhitespace }
      let quoted = rest[rest.index(after: equals)...]
      guard let quote = quoted.first, quote == "\"" || quote == "'",
        let close = quoted.dropFirst().firstIndex(of: quote)
      else { break }
      attributes[String(key)] = String(quoted.dropFirst()[..<close])
      rest = quoted[quoted.index(after: close)...]
    }
    return Tag(name: String(name), attributes: attributes)
  }
}
