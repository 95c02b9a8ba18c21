/// Eigenvalues of a symmetric matrix with their eigenvectors.
package struct EigenPairs: Equatable, Sendable {
  /// k values, descending.
  package var values: [Double]
  /// k×n, one vector of unit length a row, its entry of largest magnitude positive.
  package var vectors: Matrix

  package init(values: [Double], vectors: Matrix) {
    precondition(values.count == vectors.rows, "one value a vector")
    self.values = values
    self.vectors = vectors
  }

  /// The first `count` pairs.
  package func prefix(_ count: Int) -> EigenPairs {
    let kept = min(count, values.count)
    return EigenPairs(
      values: Array(values.prefix(kept)),
      vectors: Matrix(
        rows: kept, columns: vectors.columns,
        elements: Array(vectors.elements.prefix(kept * vectors.columns))))
  }
}

extension Matrix {
  /// Turns every row round whose entry of largest magnitude is negative; ties go to the first.
  ///
  /// Solvers leave signs open, and equal inputs must give equal models.
  package mutating func fixRowSigns() {
    let (rows, columns) = (self.rows, self.columns)
    elements.withUnsafeMutableBufferPointer { cells in
      for row in 0..<rows {
        let start = row * columns
        var largest = 0.0
        for column in 0..<columns where abs(cells[start + column]) > abs(largest) {
          largest = cells[start + column]
        }
        guard largest < 0 else { continue }
        for column in 0..<columns { cells[start + column] = -cells[start + column] }
      }
    }
  }
}

/// Why an eigenproblem was not solved.
package enum EigenError: Error, Equatable, Sendable {
  /// LAPACK's routine gave up; `info` is its code.
  case solverFailed(routine: String, info: Int)
}
