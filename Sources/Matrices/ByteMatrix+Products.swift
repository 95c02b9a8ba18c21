import CMatrixKernels
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
    // As many rows as 32 bits hold sums of.
    let step = 1 << 24
    elements.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      for first in stride(from: 0, to: rows, by: step) {
        var part = [UInt32](repeating: 0, count: columns)
        fmk_bytes_sum_columns(
          start + first * columns, columns, columns, min(step, rows - first), &part)
        for column in sums.indices { sums[column] += Int(part[column]) }
      }
    }
    return sums
  }
}
