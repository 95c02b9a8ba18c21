import CModelText
import CooperativeWork
import DurableFiles

/// The numbers of matrices as text, both ways, by the C++ library's exact conversions.
enum NumberText {
  /// How numbers are parted.
  enum Separator: Int32 {
    case blanks = 0
    case commas = 1
  }

  /// Reads the numbers of a matrix from `range` of `bytes`, blocks of them in parallel.
  ///
  /// Nothing is allocated before the header's count was compared with the room in the file.
  static func read(
    _ bytes: TextBytes, _ range: Range<Int>, _ header: MatrixHeader, _ separator: Separator,
    _ reading: TextReading
  ) throws -> DocumentMatrix.Numbers {
    // A number and its separator take two bytes at least; the last needs no separator.
    guard header.count <= (range.count + 1) / 2 else {
      throw TextProblem(
        fault: .tooManyNumbers(declared: header.count, possible: (range.count + 1) / 2),
        position: range.lowerBound)
    }
    switch header.element {
    case .double:
      if reading.shapesOnly { return .skipped }
      return .doubles(try read(bytes, range, header, separator, reading, fmt_read_doubles))
    case .float, .half:
      if reading.shapesOnly { return .skipped }
      return .floats(try read(bytes, range, header, separator, reading, fmt_read_floats))
    case .unsignedByte, .signedByte, .unsignedShort, .signedShort, .integer:
      return .integers(try read(bytes, range, header, separator, reading, fmt_read_integers))
    }
  }

  /// One number; nil when `text` is none or not finite.
  static func double(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    var value = 0.0
    var count = 0
    var stopped = 0
    let status = bytes.withUnsafeBytes { raw in
      fmt_read_doubles(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, 0, &value, 1, &count,
        &stopped)
    }
    return status == FMT_OK && count == 1 ? value : nil
  }

  private typealias ReadFunction<Value> =
    @Sendable (
      UnsafePointer<CChar>?, Int, Int32, UnsafeMutablePointer<Value>?, Int,
      UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Int>?
    ) -> Int32

  private static func read<Value: Numeric & Sendable>(
    _ bytes: TextBytes, _ range: Range<Int>, _ header: MatrixHeader, _ separator: Separator,
    _ reading: TextReading, _ function: @escaping ReadFunction<Value>
  ) throws -> [Value] {
    let work = reading.work
    let blocks = try blocks(of: bytes, range, separator, about: reading.blockBytes)
    let counts = try work.map(count: blocks.count) { index in
      try bytes.withBytes(in: blocks[index]) { block in
        fmt_count_numbers(
          block.baseAddress?.assumingMemoryBound(to: CChar.self), block.count, separator.rawValue)
      }
    }
    let total = counts.reduce(0, +)
    guard total == header.count else {
      throw TextProblem(
        fault: .count(declared: header.count, found: total), position: range.lowerBound)
    }
    var starts: [Int] = []
    var start = 0
    for count in counts {
      starts.append(start)
      start += count
    }
    let places = starts
    return try [Value](unsafeUninitializedCapacity: total) { buffer, filled in
      let output = SharedOutput(buffer: buffer)
      _ = try work.map(count: blocks.count) { index in
        try output.fill(places[index], counts[index]) { out, capacity in
          try bytes.withBytes(in: blocks[index]) { block in
            var found = 0
            var stopped = 0
            let status = function(
              block.baseAddress?.assumingMemoryBound(to: CChar.self), block.count,
              separator.rawValue, out, capacity, &found, &stopped)
            let place = blocks[index].lowerBound + stopped
            guard status == FMT_OK else {
              throw TextProblem(fault: try fault(status, bytes, place, range), position: place)
            }
            guard found == capacity else {
              throw TextProblem(fault: .count(declared: capacity, found: found), position: place)
            }
          }
        }
      }
      filled = total
    }
  }

  /// Pieces of about `blockBytes` that end right after a separator.
  private static func blocks(
    of bytes: TextBytes, _ range: Range<Int>, _ separator: Separator, about blockBytes: Int
  ) throws(FileReadError) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = min(start + blockBytes, range.upperBound)
      while end < range.upperBound {
        let ahead = try bytes.bytes(in: end - 1..<min(end + 62, range.upperBound))
        let parted = ahead.firstIndex {
          separator == .commas ? $0 == UInt8(ascii: ",") : $0.isBlank
        }
        end += parted ?? ahead.count - 1
        if parted != nil { break }
      }
      blocks.append(start..<end)
      start = end
    }
    return blocks
  }

  private static func fault(
    _ status: Int32, _ bytes: TextBytes, _ place: Int, _ range: Range<Int>
  ) throws(FileReadError) -> TextFault {
    let place = min(place, range.upperBound)
    let word = try bytes.bytes(in: place..<min(place + 24, range.upperBound)).prefix {
      !$0.isBlank && $0 != UInt8(ascii: ",")
    }
    let text = String(decoding: word, as: UTF8.self)
    switch status {
    case Int32(FMT_NOT_FINITE): return .notFinite
    case Int32(FMT_OUT_OF_RANGE): return .numberOutOfRange(text)
    case Int32(FMT_NO_SEPARATOR):
      return .unexpected(found: "'\(text)'", needed: "a separator between two numbers")
    default: return .notANumber(text)
    }
  }
}

/// Whether numbers or only their shapes are wanted, and the threads to use.
struct TextReading: Sendable {
  var shapesOnly = false
  var work = Work()
  /// Bytes of text that one thread reads at a time: they stay in the second cache.
  var blockBytes = 256 << 10
}

/// Room that several threads fill, each its own part.
///
/// `@unchecked Sendable`: the parts that ``fill(_:_:_:)`` hands out never overlap, because their
/// starts are the sums of the counts before them, and the room outlives the loop that fills it.
private struct SharedOutput<Value: Numeric>: @unchecked Sendable {
  let buffer: UnsafeMutableBufferPointer<Value>

  func fill(
    _ first: Int, _ capacity: Int, _ body: (UnsafeMutablePointer<Value>?, Int) throws -> Void
  ) throws {
    precondition(
      first >= 0 && capacity >= 0 && first + capacity <= buffer.count, "parts lie inside")
    try body(buffer.baseAddress?.advanced(by: first), capacity)
  }
}
