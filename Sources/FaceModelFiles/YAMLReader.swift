/// Reads the YAML that OpenCV's FileStorage writes, from 2.4 to 5.
///
/// Block and flow maps and lists, plain and quoted texts, `!!opencv-matrix`, `!!binary`, comments;
/// the header `%YAML:1.0` is OpenCV's own spelling, `%YAML 1.0` is YAML's. Anchors, several
/// documents and multi-line texts are not part of it.
struct YAMLReader {
  private var cursor: TextCursor
  private let reading: TextReading
  /// Where the line that holds the cursor begins.
  private var lineStart: Int

  private init(_ text: TextWindow, _ reading: TextReading) {
    cursor = TextCursor(text)
    self.reading = reading
    lineStart = cursor.position
  }

  /// The tree of `text`.
  ///
  /// - Throws: ``TextProblem``; `Cancelled` while numbers are read.
  static func read(_ text: TextWindow, _ reading: TextReading) throws -> ModelDocument {
    var reader = YAMLReader(text, reading)
    try reader.skipHeader()
    guard !reader.cursor.isAtEnd else {
      throw TextProblem(fault: .empty, position: reader.cursor.position)
    }
    let value = try reader.block(depth: 0, tag: "")
    try reader.skipBlanks()
    guard reader.cursor.isAtEnd || reader.isAtDocumentEnd else {
      throw reader.cursor.problem(needed: "the end of the file")
    }
    guard case .map(let root) = value else {
      throw TextProblem(
        fault: .unexpected(found: "no keys", needed: "a map at the top"), position: 0)
    }
    return ModelDocument(root: root)
  }

  // MARK: places

  private var column: Int { cursor.position - lineStart }

  private var isAtDocumentEnd: Bool {
    column == 0 && (cursor.begins("...") || cursor.begins("---"))
  }

  /// Goes over blanks, line ends and comments to the next thing.
  private mutating func skipBlanks() throws {
    while true {
      switch cursor.byte {
      case UInt8(ascii: " "): cursor.position += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        cursor.position += 1
        lineStart = cursor.position
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "\t"): throw cursor.problem(needed: "spaces")
      case 0 where !cursor.isAtEnd: throw cursor.problem(needed: "text")
      default: return
      }
    }
  }

  private mutating func skipSpaces() {
    while cursor.byte == UInt8(ascii: " ") { cursor.position += 1 }
  }

  private mutating func skipLine() {
    while !cursor.isAtEnd && !cursor.byte.isLineEnd { cursor.position += 1 }
  }

  private mutating func skipHeader() throws {
    while true {
      try skipBlanks()
      if column == 0 && cursor.byte == UInt8(ascii: "%") {
        skipLine()
      } else if column == 0 && cursor.begins("---") {
        cursor.position += 3
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

  // MARK: block style

  /// The value that begins here, at the start of a line or after `- `.
  private mutating func block(depth: Int, tag: String) throws -> DocumentValue {
    let depth = try deeper(depth)
    switch cursor.byte {
    case UInt8(ascii: "-") where cursor.byte(at: 1).isBlank || cursor.byte(at: 1) == 0:
      return try blockList(depth: depth)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try inline(depth: depth, tag: tag)
    default:
      return startsKey ? try blockMap(depth: depth, tag: tag) : plain()
    }
  }

  /// Whether this line holds a key: a colon before a blank.
  private var startsKey: Bool {
    var ahead = 0
    while cursor.position + ahead < cursor.source.count {
      let byte = cursor.byte(at: ahead)
      if byte.isLineEnd { return false }
      if byte == UInt8(ascii: ":") {
        let next = cursor.byte(at: ahead + 1)
        if next.isBlank || next == 0 { return true }
      }
      ahead += 1
    }
    return false
  }

  private mutating func blockList(depth: Int) throws -> DocumentValue {
    let indent = column
    var items: [DocumentValue] = []
    while true {
      cursor.position += 1
      items.append(try value(under: indent, depth: depth, builder: nil, key: "").value)
      try skipBlanks()
      guard !cursor.isAtEnd, column >= indent, !isAtDocumentEnd else { break }
      guard column == indent else { throw cursor.problem(needed: "a matching indentation") }
      guard cursor.byte == UInt8(ascii: "-") else { break }
      guard cursor.byte(at: 1).isBlank else { throw cursor.problem(needed: "'- ' of a list") }
    }
    return .list(items)
  }

  private mutating func blockMap(depth: Int, tag: String) throws -> DocumentValue {
    let indent = column
    var builder = MapBuilder(isMatrix: MatrixHeader.isTag(tag))
    while true {
      let key = try key(untilBlank: true)
      let found = try value(under: indent, depth: depth, builder: builder, key: key)
      if let header = found.header, case .matrix(let matrix) = found.value {
        builder.take(matrix.numbers, header)
      } else {
        try placed(cursor.position) { () throws(TextFault) in try builder.add(key, found.value) }
      }
      try skipBlanks()
      guard !cursor.isAtEnd, column >= indent, !isAtDocumentEnd else { break }
      guard column == indent else { throw cursor.problem(needed: "a matching indentation") }
    }
    return try placed(cursor.position) { () throws(TextFault) in try builder.finished() }
  }

  private mutating func key(untilBlank: Bool) throws -> String {
    let start = cursor.position
    while !cursor.isAtEnd && !cursor.byte.isLineEnd {
      if cursor.byte == UInt8(ascii: ":") {
        let next = cursor.byte(at: 1)
        if !untilBlank || next.isBlank || next == 0 { break }
      }
      cursor.position += 1
    }
    guard cursor.byte == UInt8(ascii: ":") else { throw cursor.problem(needed: "':' after a key") }
    let end = cursor.position - cursor.spaces(since: start)
    guard end > start else { throw cursor.problem(needed: "a key") }
    cursor.position += 1
    return cursor.text(start..<end)
  }

  private typealias Found = (value: DocumentValue, header: MatrixHeader?)

  /// The value after `key:` or `-` that stands at column `indent`.
  private mutating func value(
    under indent: Int, depth: Int, builder: MapBuilder?, key: String
  ) throws -> Found {
    skipSpaces()
    let tag = try tag()
    skipSpaces()
    let header = try placed(cursor.position) { () throws(TextFault) in try builder?.header(for: key)
    }
    if tag == "binary" { return try binary(under: indent, header) }
    let inKey = builder != nil
    if cursor.isAtEnd || cursor.byte.isLineEnd || cursor.byte == UInt8(ascii: "#") {
      try skipBlanks()
      let isList = inKey && cursor.byte == UInt8(ascii: "-") && cursor.byte(at: 1).isBlank
      guard !cursor.isAtEnd, column > indent || (isList && column == indent), !isAtDocumentEnd
      else { return (.null, nil) }
    } else if inKey {
      if let header { return try numbers(header) }
      return (try inline(depth: depth, tag: tag), nil)
    }
    if let header { return try numbers(header) }
    return (try block(depth: depth, tag: tag), nil)
  }

  /// The word after `!!`, `!` or `!<tag:yaml.org,2002:…>`; empty when there is none.
  private mutating func tag() throws -> String {
    guard cursor.byte == UInt8(ascii: "!") else { return "" }
    while cursor.byte == UInt8(ascii: "!") { cursor.position += 1 }
    let start = cursor.position
    while !cursor.isAtEnd && !cursor.byte.isBlank { cursor.position += 1 }
    let word = cursor.text(start..<cursor.position)
    guard word.hasPrefix("<") else { return word }
    return String(word.dropFirst().prefix { $0 != ">" }.split(separator: ":").last ?? "")
  }

  // MARK: numbers

  private mutating func numbers(_ header: MatrixHeader) throws -> Found {
    let start = cursor.position
    let numbers = try cursor.numbers(header, reading)
    recountLine(from: start, to: cursor.position)
    return (
      .matrix(DocumentMatrix(rows: header.rows, columns: header.columns, numbers: numbers)), header
    )
  }

  private mutating func binary(under indent: Int, _ header: MatrixHeader?) throws -> Found {
    guard let header, cursor.byte == UInt8(ascii: "|") else {
      throw cursor.problem(needed: "a matrix before a '!!binary |' block")
    }
    skipLine()
    var digits: [UInt8] = []
    while true {
      try skipBlanks()
      guard !cursor.isAtEnd, column > indent else { break }
      while !cursor.isAtEnd && !cursor.byte.isBlank {
        digits.append(cursor.byte)
        cursor.position += 1
      }
    }
    let numbers = try placed(cursor.position) { () throws(TextFault) in
      try Base64Block.numbers(digits, header)
    }
    return (
      .matrix(DocumentMatrix(rows: header.rows, columns: header.columns, numbers: numbers)), header
    )
  }

  private mutating func recountLine(from start: Int, to end: Int) {
    if let first = cursor.lineStart(before: end, notBefore: start) { lineStart = first }
  }

  // MARK: flow style and scalars

  private mutating func inline(depth: Int, tag: String) throws -> DocumentValue {
    switch cursor.byte {
    case UInt8(ascii: "{"): return try flowMap(depth: try deeper(depth), tag: tag)
    case UInt8(ascii: "["): return try flowList(depth: try deeper(depth))
    case UInt8(ascii: "\""): return .text(try doubleQuoted())
    case UInt8(ascii: "'"): return .text(try singleQuoted())
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "*"):
      throw cursor.problem(needed: "a value on one line")
    default:
      let scalar = plain()
      guard tag == "str", let text = scalar.plainText else { return scalar }
      return .text(text)
    }
  }

  /// An unquoted word that reaches to the end of the line.
  private mutating func plain() -> DocumentValue {
    let start = cursor.position
    var end = start
    while !cursor.isAtEnd && !cursor.byte.isLineEnd {
      if cursor.byte == UInt8(ascii: "#") && end < cursor.position { break }
      cursor.position += 1
      if cursor.byte(at: -1) != UInt8(ascii: " ") { end = cursor.position }
    }
    skipLine()
    return plainScalar(cursor.text(start..<end))
  }

  private mutating func flowList(depth: Int) throws -> DocumentValue {
    cursor.position += 1
    var items: [DocumentValue] = []
    while true {
      try skipBlanks()
      if cursor.byte == UInt8(ascii: "]") { break }
      items.append(try flowValue(depth: depth))
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

  private mutating func flowMap(depth: Int, tag: String) throws -> DocumentValue {
    cursor.position += 1
    var builder = MapBuilder(isMatrix: MatrixHeader.isTag(tag))
    while true {
      try skipBlanks()
      if cursor.byte == UInt8(ascii: "}") { break }
      let key = try key(untilBlank: false)
      try skipBlanks()
      let header = try placed(cursor.position) { () throws(TextFault) in
        try builder.header(for: key)
      }
      if let header {
        if case .matrix(let matrix) = try numbers(header).value {
          builder.take(matrix.numbers, header)
        }
      } else {
        let value = try flowValue(depth: depth)
        try placed(cursor.position) { () throws(TextFault) in try builder.add(key, value) }
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

  private mutating func flowValue(depth: Int) throws -> DocumentValue {
    let tag = try tag()
    try skipBlanks()
    switch cursor.byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try inline(depth: depth, tag: tag)
    default:
      let start = cursor.position
      while !cursor.isAtEnd && !cursor.byte.isLineEnd
        && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(cursor.byte)
      {
        cursor.position += 1
      }
      let end = cursor.position - cursor.spaces(since: start)
      guard end > start else { throw cursor.problem(needed: "a value") }
      return plainScalar(cursor.text(start..<end))
    }
  }

  private mutating func singleQuoted() throws -> String {
    cursor.position += 1
    var text: [UInt8] = []
    while true {
      guard !cursor.isAtEnd, !cursor.byte.isLineEnd else {
        throw cursor.problem(needed: "a closing quote")
      }
      if cursor.byte == UInt8(ascii: "'") {
        cursor.position += 1
        guard cursor.byte == UInt8(ascii: "'") else { break }
      }
      text.append(cursor.byte)
      cursor.position += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func doubleQuoted() throws -> String {
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
      case UInt8(ascii: "x"):
        guard let high = cursor.byte.hexadecimal, let low = cursor.byte(at: 1).hexadecimal else {
          throw cursor.problem(needed: "two hexadecimal digits")
        }
        text.append(high << 4 | low)
        cursor.position += 2
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(escape)
      default: throw cursor.problem(needed: "a known escape")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
