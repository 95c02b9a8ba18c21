import DurableFiles

/// The bytes of a text: in memory, or in a file of which only the parts in use are read.
///
/// A model of 100 MiB of text holds 30 MiB of numbers: keeping the text would be most of the cost.
struct TextBytes: Sendable {
  private enum Place: Sendable {
    case memory([UInt8])
    case file(OpenFile)
  }

  private let place: Place

  init(_ bytes: [UInt8]) { place = .memory(bytes) }

  init(_ file: OpenFile) { place = .file(file) }

  var count: Int {
    switch place {
    case .memory(let bytes): bytes.count
    case .file(let file): file.count
    }
  }

  /// Runs `body` on the bytes at `range`, which lies inside the text; from any thread.
  ///
  /// - Throws: `FileReadError`, and what `body` throws.
  func withBytes<Value>(
    in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws -> Value {
    switch place {
    case .memory(let bytes):
      try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    case .file(let file):
      try file.bytes(in: range).withUnsafeBytes { try body($0) }
    }
  }

  /// A copy of the bytes at `range`, cut to the text.
  ///
  /// - Throws: `FileReadError`.
  func bytes(in range: Range<Int>) throws(FileReadError) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    switch place {
    case .memory(let bytes): return Array(bytes[range])
    case .file(let file): return try file.bytes(in: range)
    }
  }

  /// Whether all bytes are in memory anyway.
  var whole: [UInt8]? {
    if case .memory(let bytes) = place { bytes } else { nil }
  }
}

/// A stretch of a text that moves to whatever place is asked for.
final class TextWindow {
  let source: TextBytes
  private var bytes: [UInt8]
  private var start = 0
  /// Why the text could not be read further; from then on it seems to end here.
  private(set) var failure: FileReadError?

  /// Bytes read at a time.
  private let stretch: Int
  /// Bytes kept before the place asked for, because readers look back a little.
  private var behind: Int { min(4 << 10, stretch / 2) }

  /// - Parameter stretch: by default as many as stay in the second cache.
  init(_ source: TextBytes, stretch: Int = 256 << 10) {
    self.source = source
    self.stretch = stretch
    bytes = source.whole ?? []
  }

  /// The byte at `place`; 0 past the end.
  func byte(at place: Int) -> UInt8 {
    let index = place - start
    if index >= 0, index < bytes.count { return bytes[index] }
    return moved(to: place) ? bytes[place - start] : 0
  }

  /// The first place from `place` on that holds `wanted`; nil when there is none.
  func next(_ wanted: UInt8, from place: Int) -> Int? {
    var place = place
    while place < source.count {
      let index = place - start
      guard index >= 0, index < bytes.count else {
        guard moved(to: place) else { return nil }
        continue
      }
      if let found = bytes[index...].firstPlace(of: wanted) { return start + found }
      place = start + bytes.count
    }
    return nil
  }

  private func moved(to place: Int) -> Bool {
    guard place >= 0, place < source.count, failure == nil else { return false }
    let first = max(0, place - behind)
    do throws(FileReadError) {
      bytes = try source.bytes(in: first..<first + stretch)
      start = first
      return true
    } catch {
      failure = error
      return false
    }
  }
}
