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

extension Work {
  /// As ``map(count:activity:makeLane:_:)``, where each step also fills a row of `length` elements of
  /// `rows`: a step a row.
  ///
  /// The memory is the caller's, so that one piece of it may serve many loops.
  package func map<Lane, Element: BitwiseCopyable & Sendable, Result: Sendable>(
    filling rows: inout [Element], of length: Int, activity: String? = nil,
    makeLane: @escaping @Sendable () throws -> Lane,
    _ transform:
      @escaping @Sendable (Lane, Int, UnsafeMutableBufferPointer<Element>) throws -> Result
  ) throws -> [Result] {
    precondition(length > 0 && rows.count % length == 0, "memory for whole rows")
    return try rows.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return [] }
      let memory = RowMemory(start: start)
      return try map(count: buffer.count / length, activity: activity, makeLane: makeLane) {
        lane, index in
        try transform(
          lane, index,
          UnsafeMutableBufferPointer(start: memory.start + index * length, count: length))
      }
    }
  }
}

/// Memory of which each row is filled by one thread.
///
/// `@unchecked Sendable`: the loop hands out every row once and ends before the memory is read.
private struct RowMemory<Element>: @unchecked Sendable {
  let start: UnsafeMutablePointer<Element>
}
