/// Reads the JSON that OpenCV's FileStorage writes, and JSON by others.
///
/// Matrices are maps whose `type_id` is `opencv-matrix`; texts that begin with `$base64$` are
/// blocks of numbers. Comments, which OpenCV allows, are skipped.
struct JSONReader {
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
    var reader = JSONReader(text, reading)
    try reader.skipBlanks()
    guard !reader.cursor.isAtEnd else { throw TextProblem(fault: .empty, position: 0) }
    guard reader.cursor.byte == UInt8(ascii: "{") else {
      throw reader.cursor.problem(needed: "'{'")
    }
    let value = try reader.map(depth: 0)
    try reader.skipBlanks()
    guard reader.cursor.isAtEnd else { throw reader.cursor.problem(needed: "the end of the file") }
    guard case .map(let root) = value else {
      throw TextProblem(
        fault: .unexpected(found: "a matrix", needed: "a map at the top"), position: 0)
    }
    return ModelDocument(root: root)
  }

  private mutating func skipBlanks() throws {
    while true {
      if cursor.byte.isBlank {
        cursor.position += 1
      } else if cursor.begins("//") {
        while !cursor.isAtEnd && !cursor.byte.isLineEnd { cursor.position += 1 }
      } else if cursor.begins("/*") {
        while !cursor.isAtEnd && !cursor.begins("*/") { cursor.position += 1 }
        guard !cursor.isAtEnd else { throw TextProblem(fault: .cutOff, position: cursor.position) }
        cursor.position += 2
      } else {
        return
      }
    }
  }

  private func deeper(_ depth: Int) throws -> Int {
    guard depth < TextLimits.depth else {
      throw TextProblem(
        fault: .nestedTooDeep(limit: TextLimits.depth), position: cursor.position)
    }
    return depth + 1
  }

  private mutating func value(depth: Int) throws -> DocumentValue {
    switch cursor.byte {
    case UInt8(ascii: "{"): return try map(depth: try deeper(depth))
    case UInt8(ascii: "["): return try list(depth: try deeper(depth))
    case UInt8(ascii: "\""): return .text(try string())
    default:
      let start = cursor.position
      while !cursor.isAtEnd && !cursor.byte.isBlank
        && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(cursor.byte)
      {
        cursor.position += 1
      }
      let word = cursor.text(start..<cursor.position)
      switch word {
      case "null": return .null
      case "true": return .integer(1)
      case "false": return .integer(0)
      default:
        let scalar = plainScalar(word)
        if case .integer = scalar { return scalar }
        if case .real = scalar { return scalar }
        cursor.position = start
        throw cursor.problem(needed: "a value")
      }
    }
  }

  private mutating func list(depth: Int) throws -> DocumentValue {
    cursor.position += 1
    var items: [DocumentValue] = []
    while true {
      try skipBlanks()
      if cursor.byte == UInt8(ascii: "]") { break }
      items.append(try value(depth: depth))
      try skipBlanks()
      if cursor.byte == UInt8(ascii: ",") {
        cursor.position += 1
      } else if cursor.byte != UInt8(ascii: "]") {
        throw cursor.problem(needed: "',' or ']'")
      }
    }
    cursor.position += 1
    return items.isEmpty ? .null : .list(items)
  }

  private mutating func map(depth: Int) throws -> DocumentValue {
    cursor.position += 1
    var builder = MapBuilder(isMatrix: false)
    while true {
      try skipBlanks()
      if cursor.byte == UInt8(ascii: "}") { break }
      guard cursor.byte == UInt8(ascii: "\"") else {
        throw cursor.problem(needed: "a key in double quotes")
      }
      let start = cursor.position
      let key = try string()
      try skipBlanks()
      guard cursor.byte == UInt8(ascii: ":") else { throw cursor.problem(needed: "':'") }
      cursor.position += 1
      try skipBlanks()
      let header = try placed(start) { () throws(TextFault) in try builder.header(for: key) }
      if let header {
        builder.take(try numbers(header), header)
      } else {
        let value = try value(depth: depth)
        if key == "type_id", case .text(let type) = value, MatrixHeader.isTag(type) {
          builder.isMatrix = true
        } else {
          try placed(start) { () throws(TextFault) in try builder.add(key, value) }
        }
      }
      try skipBlanks()
      if cursor.byte == UInt8(ascii: ",") {
        cursor.position += 1
      } else if cursor.byte != UInt8(ascii: "}") {
        throw cursor.problem(needed: "',' or '}'")
      }
    }
    cursor.position += 1
    return try placed(cursor.position) { () throws(TextFault) in try builder.finished() }
  }

  private mutating func numbers(_ header: MatrixHeader) throws -> DocumentMatrix.Numbers {
    let start = cursor.position
    if cursor.begins("\"$base64$") {
      let first = start + 9
      cursor.position = first
      guard let end = cursor.next(UInt8(ascii: "\"")) else {
        throw TextProblem(fault: .cutOff, position: start)
      }
      cursor.position = end + 1
      let digits = try cursor.source.bytes(in: first..<end)
      return try placed(start) { () throws(TextFault) in try Base64Block.numbers(digits, header) }
    }
    return try cursor.numbers(header, reading)
  }

  private mutating func string() throws -> String {
    cursor.position += 1
    var text: [UInt8] = []
    while true {
      guard !cursor.isAtEnd, !cursor.byte.isLineEnd else {
        throw cursor.problem(needed: "a closing quote")
      }
      let byte = cursor.byte
      cursor.position += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let escape = cursor.byte
      cursor.position += 1
      switch escape {
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "b"): text.append(8)
      case UInt8(ascii: "f"): text.append(12)
      case UInt8(ascii: "u"): text += try character()
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"):
        text.append(escape)
      default: throw cursor.problem(needed: "a known escape")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The UTF-8 bytes of `\uXXXX`, or of two of them that make one character.
  private mutating func character() throws -> [UInt8] {
    var code = try hexadecimal()
    if code & 0xFC00 == 0xD800, cursor.begins("\\u") {
      cursor.position += 2
      let low = try hexadecimal()
      guard low & 0xFC00 == 0xDC00 else { throw cursor.problem(needed: "a low surrogate") }
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw cursor.problem(needed: "a character's number")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = cursor.byte.hexadecimal else {
        throw cursor.problem(needed: "four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      cursor.position += 1
    }
    return code
  }
}
