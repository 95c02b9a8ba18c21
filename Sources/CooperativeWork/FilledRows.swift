extension Work {
  /// An array of `rows` rows of `length` elements each, filled by blocks of `block` rows, each block
  /// by exactly one thread.
  ///
  /// Nothing is set before: `body` must set every element of the rows it is given.
  ///
  /// - Throws: ``Cancelled`` when the token was raised, else what `body` threw.
  package func fill<Element: BitwiseCopyable & Sendable>(
    rows: Int, of length: Int, inBlocksOf block: Int = 1,
    _ body: @escaping @Sendable (Range<Int>, UnsafeMutableBufferPointer<Element>) throws -> Void
  ) throws -> [Element] {
    try [Element](unsafeUninitializedCapacity: rows * length) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let memory = RowMemory(start: start)
      _ = try map(count: (rows + block - 1) / block) { index in
        let range = index * block..<min((index + 1) * block, rows)
        try body(
          range,
          UnsafeMutableBufferPointer(
            start: memory.start + range.lowerBound * length, count: range.count * length))
      }
      count = rows * length
    }
  }
}

/// Memory of which each row is filled by one thread.
///
/// `@unchecked Sendable`: the loop hands out every row once and ends before the memory is read.
private struct RowMemory<Element>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>
}
