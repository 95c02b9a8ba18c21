/// Writes the fields of a message: little-endian integers, length-prefixed text.
package struct MessageWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ value: UInt8) { bytes.append(value) }

  package mutating func append(_ value: Int) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(value)).littleEndian) { bytes += $0 }
  }

  /// At most ``MessageReader/longestText`` bytes are kept, cut at a character.
  package mutating func append(_ text: String) {
    var utf8 = Array(text.utf8.prefix(MessageReader.longestText))
    while String(validating: utf8, as: UTF8.self) == nil, !utf8.isEmpty { utf8.removeLast() }
    append(utf8.count)
    bytes += utf8
  }
}

/// A message that does not have the shape it must have.
package enum MessageError: Error, Equatable, Sendable {
  case tooShort
  case trailingBytes(Int)
  case badValue(field: String)
}

/// Reads the fields of a message; every length is checked against what is there.
package struct MessageReader {
  /// Longest text in a message, bytes.
  package static let longestText = 400

  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func byte() throws(MessageError) -> UInt8 {
    guard position < bytes.count else { throw .tooShort }
    position += 1
    return bytes[position - 1]
  }

  package mutating func integer() throws(MessageError) -> Int {
    guard bytes.count - position >= 8 else { throw .tooShort }
    var value: UInt64 = 0
    for shift in 0..<8 { value |= UInt64(bytes[position + shift]) << (8 * UInt64(shift)) }
    position += 8
    return Int(Int64(bitPattern: value))
  }

  /// A number within `range`, else ``MessageError/badValue(field:)``.
  package mutating func integer(
    _ field: String, in range: ClosedRange<Int>
  ) throws(MessageError) -> Int {
    let value = try integer()
    guard range.contains(value) else { throw .badValue(field: field) }
    return value
  }

  package mutating func text() throws(MessageError) -> String {
    let count = try integer("text length", in: 0...Self.longestText)
    guard bytes.count - position >= count else { throw .tooShort }
    defer { position += count }
    // Codecs print what they like; what is no UTF-8 is replaced, not refused.
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// Succeeds when every byte was read.
  package func end() throws(MessageError) {
    guard position == bytes.count else { throw .trailingBytes(bytes.count - position) }
  }
}
