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
  private let window: TextWindow
  var position = 0

  init(_ window: TextWindow) {
    self.window = window
    // A byte-order mark is no part of the text.
    if (0..<3).map({ window.byte(at: $0) }) == [0xEF, 0xBB, 0xBF] { position = 3 }
  }

  /// The text, for reading the numbers of a matrix in parallel.
  var source: TextBytes { window.source }

  /// The byte here; 0 at the end, which no text holds.
  var byte: UInt8 { window.byte(at: position) }

  /// The byte `ahead` places further, or before when negative; 0 outside.
  func byte(at ahead: Int) -> UInt8 { window.byte(at: position + ahead) }

  var isAtEnd: Bool { position >= source.count || window.failure != nil }

  /// How many spaces stand right before this place, from `start` on.
  func spaces(since start: Int) -> Int {
    var count = 0
    while position - count > start, byte(at: -count - 1) == UInt8(ascii: " ") { count += 1 }
    return count
  }

  /// Whether `text` stands here.
  func begins(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= source.count else { return false }
    return text.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { byte(at: $0) == wanted[$0] }
    }
  }

  /// The text of `range`; bytes that are no UTF-8 are repaired.
  func text(_ range: Range<Int>) -> String {
    String(decoding: range.map { window.byte(at: $0) }, as: UTF8.self)
  }

  /// The number of the line that holds `place`, from 1.
  func line(of place: Int) -> Int {
    var line = 1
    var from = 0
    while let end = window.next(UInt8(ascii: "\n"), from: from), end < place {
      line += 1
      from = end + 1
    }
    return line
  }

  /// Where the line that holds `place` begins, looking back no further than `first`; nil when no
  /// line ends between the two.
  func lineStart(before place: Int, notBefore first: Int) -> Int? {
    stride(from: place - 1, through: first, by: -1).first { window.byte(at: $0).isLineEnd }
      .map { $0 + 1 }
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
    let line = (0..<24).map { byte(at: $0) }.prefix { $0 != 10 && $0 != 13 && $0 != 0 }
    return line.isEmpty ? "the end of the line" : "'\(String(decoding: line, as: UTF8.self))'"
  }

  /// The next place that holds `wanted`, looking from here; nil when there is none.
  func next(_ wanted: UInt8) -> Int? { window.next(wanted, from: position) }

  /// The numbers of a matrix in brackets, with commas between them; goes behind the bracket.
  mutating func numbers(
    _ header: MatrixHeader, _ reading: TextReading
  ) throws -> DocumentMatrix.Numbers {
    guard byte == UInt8(ascii: "[") else { throw problem(needed: "'[' of numbers") }
    guard let end = next(UInt8(ascii: "]")) else {
      throw TextProblem(fault: .cutOff, position: position)
    }
    let numbers = try NumberText.read(source, position + 1..<end, header, .commas, reading)
    position = end + 1
    return numbers
  }
}

extension ArraySlice<UInt8> {
  /// The first index of `wanted`; the C library looks at many bytes at a time.
  func firstPlace(of wanted: UInt8) -> Int? {
    withUnsafeBytes { all in
      guard let start = all.baseAddress, let found = memchr(start, Int32(wanted), all.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
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
