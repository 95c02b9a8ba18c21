import CModelText
import CooperativeWork

/// Takes the text of a model file and hands it on in blocks, so that no more than a few megabytes
/// of it are in memory at once.
final class TextSink {
  private let emit: ([UInt8]) throws -> Void
  private let work: Work
  private var pending: [UInt8] = []
  /// Bytes written so far.
  private(set) var byteCount = 0

  private static let gathered = 1 << 18
  /// Numbers that one thread sets at a time; a multiple of every line's length.
  private static let blockNumbers = 3 << 14

  init(work: Work, emit: @escaping ([UInt8]) throws -> Void) {
    self.work = work
    self.emit = emit
  }

  /// Appends `text`.
  func write(_ text: String) throws {
    pending += text.utf8
    if pending.count >= TextSink.gathered { try flush() }
  }

  /// Appends `bytes`.
  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    if pending.count >= TextSink.gathered { try flush() }
  }

  /// Hands on what is left.
  func flush() throws {
    guard !pending.isEmpty else { return }
    byteCount += pending.count
    try emit(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// How the numbers of a matrix are set.
  struct NumberStyle: Sendable {
    let commas: Bool
    let zeroAfterPoint: Bool
    let indent: Int
  }

  /// Appends the numbers of `matrix`, several blocks of them made at a time.
  func write(_ matrix: DocumentMatrix, _ style: NumberStyle) throws {
    switch matrix.numbers {
    case .doubles(let all):
      try write(all, matrix.range, perLine: 4, style) { (values, count, layout, out, room) in
        fmt_write_doubles(values, count, layout, out, room)
      }
    case .floats(let all):
      try write(all, matrix.range, perLine: 6, style) { (values, count, layout, out, room) in
        fmt_write_floats(values, count, layout, out, room)
      }
    case .integers(let all):
      try write(all, matrix.range, perLine: 12, style) { (values, count, layout, out, room) in
        fmt_write_integers(values, count, layout, out, room)
      }
    case .skipped: preconditionFailure("only whole documents are written")
    }
  }

  private typealias WriteFunction<Value> =
    @Sendable (
      UnsafePointer<Value>?, Int, UnsafePointer<fmt_layout>?, UnsafeMutablePointer<CChar>?, Int
    ) -> Int

  private func write<Value: Sendable>(
    _ all: [Value], _ range: Range<Int>, perLine: Int, _ style: NumberStyle,
    _ function: @escaping WriteFunction<Value>
  ) throws {
    let blockCount = (range.count + TextSink.blockNumbers - 1) / TextSink.blockNumbers
    let atOnce = 2 * work.jobs
    for first in stride(from: 0, to: blockCount, by: atOnce) {
      let texts = try work.map(count: min(atOnce, blockCount - first)) { index in
        let start = (first + index) * TextSink.blockNumbers
        let count = min(TextSink.blockNumbers, range.count - start)
        var layout = fmt_layout(
          commas: style.commas ? 1 : 0, zero_after_point: style.zeroAfterPoint ? 1 : 0,
          per_line: perLine, indent: style.indent, first: start, total: range.count)
        let room =
          count * (Int(FMT_LONGEST_NUMBER) + 2) + (count / perLine + 1) * (style.indent + 1)
        return all.withUnsafeBufferPointer { values in
          [UInt8](unsafeUninitializedCapacity: room) { out, filled in
            out.withMemoryRebound(to: CChar.self) { characters in
              filled = function(
                values.baseAddress?.advanced(by: range.lowerBound + start), count, &layout,
                characters.baseAddress, room)
            }
          }
        }
      }
      for text in texts { try write(text) }
    }
  }
}
