/// Reads the XML that OpenCV's FileStorage writes, from 2.4 to 5.
///
/// One root `opencv_storage`; a child named `_` is an element of a list, any other an entry of a
/// map; `type_id` tells matrices and base64 blocks. Entities are OpenCV's: five names and byte
/// values. A document type is refused, so nothing can expand.
struct XMLReader {
  private var cursor: TextCursor
  private let reading: TextReading

  private init(_ text: TextWindow, _ reading: TextReading) {
    cursor = TextCursor(text)
    self.reading = reading
  }

  /// The tree of `text`.
  ///
  /// - Throws: ``TextProblem``; `Cancelled` while numbers are read.
  static func read(_ text: TextWindow, _ reading: TextReading) throws -> ModelDocument {
    var reader = XMLReader(text, reading)
    try reader.skipBlanks()
    guard !reader.cursor.isAtEnd else { throw TextProblem(fault: .empty, position: 0) }
    let tag = try reader.openingTag()
    guard tag.name == "opencv_storage" else {
      throw TextProblem(
        fault: .unexpected(found: "'<\(tag.name)>'", needed: "'<opencv_storage>'"), position: 0)
    }
    let value = try reader.content(of: tag, depth: 0, header: nil)
    try reader.skipBlanks()
    guard reader.cursor.isAtEnd else { throw reader.cursor.problem(needed: "the end of the file") }
    switch value {
    case .map(let root): return ModelDocument(root: root)
    case .null: return ModelDocument(root: DocumentMap())
    default:
      throw TextProblem(
        fault: .unexpected(found: "no keys", needed: "a map at the top"), position: 0)
    }
  }

  private struct Tag {
    let name: String
    let type: String
    /// `<name/>`
    let isEmpty: Bool
  }

  /// Goes over blanks, comments and processing instructions.
  private mutating func skipBlanks() throws {
    while true {
      if cursor.byte.isBlank {
        cursor.position += 1
      } else if cursor.begins("<!--") {
        try skip(past: "-->")
      } else if cursor.begins("<?") {
        try skip(past: "?>")
      } else if cursor.begins("<!") {
        throw TextProblem(fault: .documentType, position: cursor.position)
      } else {
        return
      }
    }
  }

  private mutating func skip(past end: StaticString) throws {
    while !cursor.isAtEnd && !cursor.begins(end) { cursor.position += 1 }
    guard !cursor.isAtEnd else { throw TextProblem(fault: .cutOff, position: cursor.position) }
    cursor.position += end.utf8CodeUnitCount
  }

  // MARK: tags

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
  }

  private mutating func name() throws -> String {
    let start = cursor.position
    while XMLReader.isNameByte(cursor.byte) { cursor.position += 1 }
    guard cursor.position > start else { throw cursor.problem(needed: "a name") }
    return cursor.text(start..<cursor.position)
  }

  private mutating func skipInside() {
    while cursor.byte.isBlank { cursor.position += 1 }
  }

  private mutating func openingTag() throws -> Tag {
    guard cursor.byte == UInt8(ascii: "<") else { throw cursor.problem(needed: "'<'") }
    cursor.position += 1
    let name = try name()
    var type = ""
    while true {
      skipInside()
      if cursor.begins("/>") {
        cursor.position += 2
        return Tag(name: name, type: type, isEmpty: true)
      }
      if cursor.byte == UInt8(ascii: ">") {
        cursor.position += 1
        return Tag(name: name, type: type, isEmpty: false)
      }
      let attribute = try self.name()
      skipInside()
      guard cursor.byte == UInt8(ascii: "=") else { throw cursor.problem(needed: "'='") }
      cursor.position += 1
      skipInside()
      let quote = cursor.byte
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw cursor.problem(needed: "a quoted value")
      }
      cursor.position += 1
      guard let end = cursor.next(quote) else {
        throw TextProblem(fault: .cutOff, position: cursor.position)
      }
      if attribute == "type_id" { type = cursor.text(cursor.position..<end) }
      cursor.position = end + 1
    }
  }

  private mutating func closingTag(of tag: Tag) throws {
    guard cursor.begins("</") else { throw cursor.problem(needed: "'</\(tag.name)>'") }
    let start = cursor.position
    cursor.position += 2
    let found = try name()
    skipInside()
    guard found == tag.name, cursor.byte == UInt8(ascii: ">") else {
      throw TextProblem(
        fault: cursor.isAtEnd
          ? .cutOff : .unexpected(found: "'</\(found)>'", needed: "'</\(tag.name)>'"),
        position: start)
    }
    cursor.position += 1
  }

  // MARK: contents

  /// What stands between an opening tag, already read, and its closing tag.
  private mutating func content(
    of tag: Tag, depth: Int, header: MatrixHeader?
  ) throws -> DocumentValue {
    if tag.isEmpty { return .null }
    guard depth < TextLimits.depth else {
      throw TextProblem(
        fault: .nestedTooDeep(limit: TextLimits.depth), position: cursor.position)
    }
    if let header { return try numbers(of: tag, header) }
    try skipBlanks()
    let value: DocumentValue
    if cursor.begins("</") {
      value = .null
    } else if cursor.byte == UInt8(ascii: "<") {
      value = try children(of: tag, depth: depth)
    } else {
      value = try scalars(asText: tag.type == "str")
    }
    try closingTag(of: tag)
    return value
  }

  private mutating func children(of tag: Tag, depth: Int) throws -> DocumentValue {
    var builder = MapBuilder(isMatrix: MatrixHeader.isTag(tag.type))
    var items: [DocumentValue] = []
    var isList: Bool?
    while !cursor.begins("</") {
      let start = cursor.position
      let child = try openingTag()
      guard isList ?? (child.name == "_") == (child.name == "_") else {
        throw TextProblem(
          fault: .unexpected(found: "'<\(child.name)>'", needed: "entries of one kind"),
          position: start)
      }
      isList = child.name == "_"
      let header = try placed(start) { () throws(TextFault) in
        try builder.header(for: child.name)
      }
      let value = try content(of: child, depth: depth + 1, header: header)
      if let header, case .matrix(let matrix) = value {
        builder.take(matrix.numbers, header)
      } else if child.name == "_" {
        items.append(value)
      } else {
        try placed(start) { () throws(TextFault) in try builder.add(child.name, value) }
      }
      try skipBlanks()
    }
    if isList == true { return .list(items) }
    return try placed(cursor.position) { () throws(TextFault) in try builder.finished() }
  }

  private mutating func numbers(of tag: Tag, _ header: MatrixHeader) throws -> DocumentValue {
    let start = cursor.position
    guard let end = cursor.next(UInt8(ascii: "<")) else {
      throw TextProblem(fault: .cutOff, position: start)
    }
    let numbers: DocumentMatrix.Numbers
    if tag.type == "binary" {
      let digits = try cursor.source.bytes(in: start..<end)
      numbers = try placed(start) { () throws(TextFault) in
        try Base64Block.numbers(digits, header)
      }
    } else {
      numbers = try NumberText.read(cursor.source, start..<end, header, .blanks, reading)
    }
    cursor.position = end
    try closingTag(of: tag)
    return .matrix(
      DocumentMatrix(rows: header.rows, columns: header.columns, numbers: numbers))
  }

  /// Words parted by blanks: one is a scalar, several are a list.
  private mutating func scalars(asText: Bool) throws -> DocumentValue {
    var values: [DocumentValue] = []
    while !cursor.isAtEnd && cursor.byte != UInt8(ascii: "<") {
      if cursor.byte == UInt8(ascii: "\"") {
        cursor.position += 1
        values.append(.text(try characters { $0 == UInt8(ascii: "\"") }))
        cursor.position += 1
      } else {
        let word = try characters { $0.isBlank || $0 == UInt8(ascii: "<") }
        values.append(asText ? .text(word) : plainScalar(word))
      }
      try skipBlanks()
    }
    guard !cursor.isAtEnd else { throw TextProblem(fault: .cutOff, position: cursor.position) }
    return values.count == 1 ? values[0] : .list(values)
  }

  /// Characters up to one that `ends` them, entities resolved.
  private mutating func characters(ends: (UInt8) -> Bool) throws -> String {
    var text: [UInt8] = []
    while !ends(cursor.byte) {
      guard !cursor.isAtEnd, cursor.byte != UInt8(ascii: "<"), cursor.byte != 0 else {
        throw cursor.problem(needed: "the end of a text")
      }
      if cursor.byte == UInt8(ascii: "&") {
        text += try entity()
      } else {
        text.append(cursor.byte)
        cursor.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws -> [UInt8] {
    let start = cursor.position + 1
    var end = start
    while end - start < 10, cursor.byte(at: end - cursor.position) != UInt8(ascii: ";") { end += 1 }
    guard cursor.byte(at: end - cursor.position) == UInt8(ascii: ";") else {
      throw cursor.problem(needed: "an entity that ends in ';'")
    }
    let name = cursor.text(start..<end)
    let bytes: [UInt8]
    switch name {
    case "lt": bytes = [UInt8(ascii: "<")]
    case "gt": bytes = [UInt8(ascii: ">")]
    case "amp": bytes = [UInt8(ascii: "&")]
    case "apos": bytes = [UInt8(ascii: "'")]
    case "quot": bytes = [UInt8(ascii: "\"")]
    default:
      // OpenCV's numbers are byte values; larger ones, by other programs, are characters.
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      guard name.hasPrefix("#"), let code = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
        code > 0, let scalar = Unicode.Scalar(code)
      else { throw cursor.problem(needed: "a known entity") }
      bytes = code < 256 ? [UInt8(code)] : Array(String(Character(scalar)).utf8)
    }
    cursor.position = end + 1
    return bytes
  }
}
