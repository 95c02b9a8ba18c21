import Glibc

/// A fault of a text, with the place where it was seen.
struct TextProblem: Error, Equatable {
  let fault: TextFault
  let position: Int
}

/// What `body` returns; a fault that it throws is placed at `position`.
func placed<Value>(
  _ position: Int, _ body: () throws(TextFault) -> Value
) throws(TextProblem) -> Value {
  do throws(TextFault) {
    return try body()
  } catch {
    throw TextProblem(fault: error, position: position)
  }
}

/// A place in the bytes of a text file; every read is bounds-checked.
struct TextCursor {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte-order mark is no part of the text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The byte here; 0 at the end, which no text holds.
  var byte: UInt8 { byte(at: 0) }

  /// The byte `ahead` places further; 0 past the end.
  func byte(at ahead: Int) -> UInt8 {
    let place = position + ahead
    return place < bytes.count ? bytes[place] : 0
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// Whether `text` stands here.
  func begins(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      bytes[position..<position + count].elementsEqual(wanted)
    }
  }

  /// The text of `range`; bytes that are no UTF-8 are repaired.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number of the line that holds `place`, from 1.
  func line(of place: Int) -> Int {
    1 + bytes[..<min(place, bytes.count)].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  /// A problem here: the end of the file counts as a cut.
  func problem(needed: String) -> TextProblem {
    let fault: TextFault =
      if isAtEnd {
        .cutOff
      } else if byte == 0 {
        .binaryBytes
      } else if byte == UInt8(ascii: "\t") {
        .tab
      } else {
        .unexpected(found: found, needed: needed)
      }
    return TextProblem(fault: fault, position: position)
  }

  /// A few characters from here, for a message.
  private var found: String {
    let line = bytes[position...].prefix(24).prefix { $0 != 10 && $0 != 13 }
    return line.isEmpty ? "the end of the line" : "'\(String(decoding: line, as: UTF8.self))'"
  }

  /// The next place that holds `wanted`, looking from here; nil when there is none.
  func next(_ wanted: UInt8) -> Int? {
    bytes.withUnsafeBytes { all in
      guard position < all.count, let start = all.baseAddress?.advanced(by: position),
        let found = memchr(start, Int32(wanted), all.count - position)
      else { return nil }
      return position + (UnsafeRawPointer(found) - start)
    }
  }
}

extension UInt8 {
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  var isBlank: Bool { isSpaceOrTab || isLineEnd }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// The value of a hexadecimal digit; nil for another byte.
  var hexadecimal: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
