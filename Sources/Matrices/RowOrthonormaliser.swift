import CLAPACK

/// Makes few long rows orthonormal.
package enum RowOrthonormaliser {
  /// Rows of the Cholesky factor may shrink to this share of the largest; below, rounding in the
  /// products would leave the second pass too little to work with.
  private static let smallestShare = 1e-7

  /// Makes `rows` orthonormal.
  ///
  /// By the Cholesky factor of their products, twice, which is all matrix products: Yamamoto et al.,
  /// “Roundoff error analysis of the CholeskyQR2 algorithm”, ETNA 44, 2015. Rows that depend on each
  /// other too much for it go one by one.
  ///
  /// - Returns: R (rows×rows, upper triangle), the old rows being Rᵀ times the new; nil when they
  ///   depend on each other.
  package static func orthonormalise(_ rows: inout Matrix) -> Matrix? {
    var candidate = rows
    if let first = applyFactor(to: &candidate), let second = applyFactor(to: &candidate) {
      rows = candidate
      return product(first, second)
    }
    return oneByOne(&rows)
  }

  /// rows = L⁻¹·rows with L·Lᵀ their products; returns L, nil when it is not safe to divide by.
  private static func applyFactor(to rows: inout Matrix) -> Matrix? {
    let (count, size) = (rows.rows, rows.columns)
    var products = Matrix(rows: count, columns: count)
    SingleThreadedBLAS.multiply(
      transposingB: true, count, count, size, rows.elements, size, rows.elements, size,
      &products.elements, count)
    guard let factor = CholeskyFactor(products)?.lower else { return nil }
    let diagonal = (0..<count).map { factor[$0, $0] }
    guard let largest = diagonal.max(), let smallest = diagonal.min(), largest.isFinite,
      smallest > smallestShare * largest
    else { return nil }
    let old = rows
    SingleThreadedBLAS.multiply(
      count, size, count, inverse(ofLower: factor).elements, count, old.elements, size,
      &rows.elements, size)
    return factor
  }

  /// The inverse of a lower triangle, by forward substitution.
  private static func inverse(ofLower factor: Matrix) -> Matrix {
    let count = factor.rows
    var inverse = Matrix(rows: count, columns: count)
    for column in 0..<count {
      for row in column..<count {
        var sum = row == column ? 1.0 : 0.0
        for between in column..<row { sum -= factor[row, between] * inverse[between, column] }
        inverse[row, column] = sum / factor[row, row]
      }
    }
    return inverse
  }

  /// (first·second)ᵀ for lower triangles.
  private static func product(_ first: Matrix, _ second: Matrix) -> Matrix {
    let count = first.rows
    var product = Matrix(rows: count, columns: count)
    for row in 0..<count {
      for column in 0...row {
        var sum = 0.0
        for between in column...row { sum += first[row, between] * second[between, column] }
        product[column, row] = sum
      }
    }
    return product
  }

  /// By Gram and Schmidt's method, each row against the ones before, twice.
  private static func oneByOne(_ rows: inout Matrix) -> Matrix? {
    let (count, size) = (rows.rows, rows.columns)
    var factor = Matrix(rows: count, columns: count)
    var depends = false
    rows.elements.withUnsafeMutableBufferPointer { cells in
      guard let start = cells.baseAddress else { return }
      let length = Int32(size)
      for index in 0..<count {
        let vector = start + index * size
        let before = fla_vector_norm(length, vector)
        for _ in 0..<2 {
          for earlier in 0..<index {
            let share = fla_vectors_dot(length, start + earlier * size, vector)
            fla_vector_add(length, -share, start + earlier * size, vector)
            factor[earlier, index] += share
          }
        }
        let norm = fla_vector_norm(length, vector)
        guard norm > before * 1e-12, norm > 0 else {
          depends = true
          return
        }
        fla_vector_scale(length, 1 / norm, vector)
        factor[index, index] = norm
      }
    }
    return depends ? nil : factor
  }
}
