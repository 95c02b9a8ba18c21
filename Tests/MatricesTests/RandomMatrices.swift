import Matrices

extension SeededGenerator {
  /// Bytes over the whole range, or below `limit`.
  mutating func bytes(rows: Int, columns: Int, below limit: Int = 256) -> ByteMatrix {
    ByteMatrix(
      rows: rows, columns: columns,
      elements: (0..<rows * columns).map { _ in UInt8(below(limit)) })
  }

  /// Numbers in −1 ..< 1.
  mutating func matrix(rows: Int, columns: Int) -> Matrix {
    Matrix(
      rows: rows, columns: columns, elements: (0..<rows * columns).map { _ in 2 * uniform() - 1 })
  }

  /// A Gram matrix whose eigenvalues fall off as those of faces do.
  mutating func decayingGram(size: Int) -> Matrix {
    var factor = matrix(rows: size, columns: size)
    for row in 0..<size {
      for column in 0..<size { factor[row, column] *= 100 / Double(1 + column) }
    }
    return Matrix.plainProduct(factor, factor.transposed())
  }
}

extension Matrix {
  /// The product by its definition.
  static func plainProduct(_ left: Matrix, _ right: Matrix) -> Matrix {
    var result = Matrix(rows: left.rows, columns: right.columns)
    for row in 0..<left.rows {
      for inner in 0..<left.columns {
        let factor = left[row, inner]
        for column in 0..<right.columns {
          result[row, column] += factor * right[inner, column]
        }
      }
    }
    return result
  }

  /// The largest difference between entries.
  func largestGap(to other: Matrix) -> Double {
    zip(elements, other.elements).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}
