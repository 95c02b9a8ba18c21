/// Memory that several threads fill at once, each its own part.
///
/// `@unchecked Sendable`: parallel loops hand out every part (a tile, a row) to exactly one thread
/// and end before the memory is read or freed.
struct DisjointMemory<Element>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>

  /// The memory of `buffer`; nil when that is empty.
  init?(_ buffer: UnsafeMutableBufferPointer<Element>) {
    guard let start = buffer.baseAddress else { return nil }
    self.start = start
  }
}

/// Memory that several threads read at once while nobody writes it.
///
/// `@unchecked Sendable`: immutable while the parallel loop that captured it runs.
struct ReadOnlyMemory<Element>: @unchecked Sendable {
  let start: UnsafePointer<Element>

  /// The memory of `buffer`; nil when that is empty.
  init?(_ buffer: UnsafeBufferPointer<Element>) {
    guard let start = buffer.baseAddress else { return nil }
    self.start = start
  }
}
