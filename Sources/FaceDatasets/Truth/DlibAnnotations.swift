import FaceVocabulary

/// The XML that dlib's `imglab` writes: `<image file=…>` with `<box top left width height>` inside.
///
/// Only those two elements are looked at, by one pass over the tags; nothing nests, nothing is
/// expanded, and no file but this one is ever read.
enum DlibAnnotations {
  static func pictures(_ bytes: [UInt8]) throws(TruthFile.Fault) -> [TruthFile.Picture] {
    var pictures: [TruthFile.Picture] = []
    var isInside = false
    var line = 1
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A { line += 1 }
      guard byte == 0x3C else {
        position += 1
        continue
      }
      let start = line
      let tag = try tag(in: bytes, at: &position, line: &line)
      if tag.name == "image" {
        guard let file = tag.attributes["file"], !file.isEmpty else {
          throw TruthFile.Fault(line: start, reason: "an <image> has no file")
        }
        pictures.append(TruthFile.Picture(path: file, heads: []))
        isInside = !tag.isClosed
      } else if tag.name == "/image" {
        isInside = false
      } else if tag.name == "box", isInside {
        let sides = ["left", "top", "width", "height"].compactMap { tag.attributes[$0] }
        guard sides.count == 4 else {
          throw TruthFile.Fault(line: start, reason: "a <box> lacks top, left, width or height")
        }
        var head = TruthFace(box: try TruthFile.box(sides.map { Substring($0) }, line: start))
        head.ignored = tag.attributes["ignore"] == "1"
        pictures[pictures.count - 1].heads.append(head)
      }
    }
    guard !pictures.isEmpty else {
      throw TruthFile.Fault(line: 1, reason: "it holds no <image> as dlib's imglab writes them")
    }
    return pictures
  }

  private struct Tag {
    var name: String
    var attributes: [String: String] = [:]
    var isClosed = false
  }

  /// The tag that begins at `position`, which is moved behind it; comments have the name `!--`.
  private static func tag(
    in bytes: [UInt8], at position: inout Int, line: inout Int
  ) throws(TruthFile.Fault) -> Tag {
    let opened = line
    if bytes[position...].starts(with: Array("<!--".utf8)) {
      while !bytes[position...].starts(with: Array("-->".utf8)) {
        guard position < bytes.count else {
          throw TruthFile.Fault(line: opened, reason: "a comment opens and never closes")
        }
        if bytes[position] == 0x0A { line += 1 }
        position += 1
      }
      return Tag(name: "!--")
    }
    var quote: UInt8?
    let start = position + 1
    position += 1
    while position < bytes.count, quote != nil || bytes[position] != 0x3E {
      let byte = bytes[position]
      if byte == 0x0A { line += 1 }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == 0x22 || byte == 0x27 {
        quote = byte
      }
      position += 1
    }
    guard position < bytes.count else {
      throw TruthFile.Fault(line: opened, reason: "a tag opens and never closes")
    }
    defer { position += 1 }
    return parsed(bytes[start..<position])
  }

  private static func parsed(_ inside: ArraySlice<UInt8>) -> Tag {
    var rest = inside
    let name = rest.prefix { $0 > 0x20 }
    rest = rest.dropFirst(name.count)
    var tag = Tag(name: String(decoding: name, as: UTF8.self))
    tag.isClosed = inside.last == 0x2F
    if tag.isClosed, tag.name.hasSuffix("/") { tag.name.removeLast() }
    while let equals = rest.firstIndex(of: 0x3D) {
      let key = rest[..<equals].filter { $0 > 0x20 }
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { break }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 1)
      tag.attributes[String(decoding: key, as: UTF8.self)] = unescaped(value)
    }
    return tag
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    var plain = ""
    for (number, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated()
    {
      let entity = ["amp;": "&", "lt;": "<", "gt;": ">", "quot;": "\"", "apos;": "'"]
        .first { part.hasPrefix($0.key) }
      if number == 0 {
        plain += part
      } else if let entity {
        plain += entity.value + part.dropFirst(entity.key.count)
      } else {
        plain += "&" + part
      }
    }
    return plain
  }
}
