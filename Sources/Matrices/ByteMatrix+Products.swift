package import CooperativeWork

extension ByteMatrix {
  /// Exact inner products of every two rows: rows×rows whole numbers.
  ///
  /// - Throws: ``ByteProductError``; `Cancelled`.
  /// - Complexity: O(rows²·columns) time, O(rows²) memory.
  package func gram(
    engine: ByteProductEngine = .best, work: Work
  ) throws -> Matrix {
    var products = Matrix(rows: rows, columns: rows)
    try ByteProducts(bytes: self, betweenColumns: false, engine: engine).add(
      to: &products, work: work)
    return products
  }

  /// Sum of the bytes of every row.
  package func rowSums() -> [Int] {
    elements.withUnsafeBufferPointer { bytes in
      (0..<rows).map { row in
        var sum = 0
        for byte in bytes[row * columns..<(row + 1) * columns] { sum &+= Int(byte) }
        return sum
      }
    }
  }

  /// Sum of the bytes of every column.
  package func columnSums() -> [Int] {
    var sums = [Int](repeating: 0, count: columns)
    elements.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        let start = row * columns
        for column in 0..<columns { sums[column] &+= Int(bytes[start + column]) }
      }
    }
    return sums
  }
}
