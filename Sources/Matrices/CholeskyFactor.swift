import CLAPACK

/// A symmetric positive definite matrix, taken apart so that systems with it are solved quickly.
package struct CholeskyFactor: Sendable {
  private let size: Int
  private let cells: [Double]

  /// Factors `matrix`; nil when it is not positive definite.
  ///
  /// - Complexity: n³/3.
  package init?(_ matrix: Matrix) {
    precondition(matrix.rows == matrix.columns, "a factor needs a square matrix")
    var cells = matrix.elements
    guard matrix.rows > 0, fla_dpotrf(Int32(matrix.rows), &cells) == 0 else { return nil }
    size = matrix.rows
    self.cells = cells
  }

  /// The factor L itself, L·Lᵀ being the matrix: a lower triangle.
  var lower: Matrix {
    // Column-major there: the rows here are its columns.
    var lower = Matrix(rows: size, columns: size)
    for row in 0..<size {
      for column in 0...row { lower[row, column] = cells[column * size + row] }
    }
    return lower
  }

  /// The solutions for the rows of `sides`, one a row.
  ///
  /// - Complexity: 2·n² a row.
  package func solve(_ sides: Matrix) -> Matrix {
    precondition(sides.columns == size, "one number a row of the matrix")
    var solutions = sides
    // Rows here are columns there, so nothing needs to be turned.
    let info = fla_dpotrs(Int32(size), Int32(sides.rows), cells, &solutions.elements)
    precondition(info == 0, "arguments that dpotrs takes")
    return solutions
  }
}
