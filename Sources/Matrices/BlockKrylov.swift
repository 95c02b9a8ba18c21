import CMatrixKernels
import CooperativeWork

/// Largest eigenpairs of a symmetric positive semidefinite matrix by block Lanczos iteration.
///
/// The basis is kept orthogonal in full, and the iteration ends when the residual of
/// every wanted pair is small against its distance to its neighbours: the number of steps depends
/// on the data. Golub and Underwood, “The block Lanczos method for computing eigenvalues”, 1977;
/// Parlett, “The Symmetric Eigenvalue Problem”, 1998, §13.10.
struct BlockKrylov {
  let matrix: Matrix
  let wanted: Int

  /// Vectors multiplied at a time. More share one reading of the matrix, but more are then needed
  /// in all: 80 pairs of 2,000 took 304 vectors by eights, 416 by sixteens and 504 by 24.
  static let block = 16
  /// The error of a vector is its residual over its gap; this is the error allowed.
  static let vectorError = 2e-13
  /// Residuals below this share of the largest eigenvalue are rounding, whatever the gap.
  static let roundingShare = 4e-16

  /// The pairs, or nil when a dense solver should do it: no convergence, or too low a rank.
  ///
  /// - Complexity: O(n²·steps·block) time, O(n·steps·block) memory.
  func solve(work: Work) throws -> EigenPairs? {
    let size = matrix.rows
    let block = Self.block
    // The problem in the basis costs with its cube: at two thirds, a third of the whole.
    let largestBasis = min(size * 2 / 3, 12 * wanted + 200) / block * block
    guard largestBasis >= wanted + 2 * block else { return nil }
    var basis = KrylovBasis(size: size, capacity: largestBasis)
    var projected = Matrix(rows: largestBasis, columns: largestBasis)
    var current = startBlock(size: size)
    guard RowOrthonormaliser.orthonormalise(&current) != nil else { return nil }
    // Nothing has converged before; a look costs as much as two or three steps.
    var nextCheck = 3 * wanted + 2 * block
    var lastCheck: (steps: Int, excess: Double)?
    while basis.count + block <= largestBasis {
      try work.cancellation.check()
      let first = basis.count
      basis.append(current)
      var image = try multiply(current, work: work)
      let coefficients = try basis.orthogonalise(&image, near: 2 * block, work: work)
      for vector in 0..<block {
        for row in 0..<basis.count {
          projected[row, first + vector] = coefficients[vector, row]
          projected[first + vector, row] = coefficients[vector, row]
        }
      }
      guard let coupling = RowOrthonormaliser.orthonormalise(&image) else { return nil }
      if basis.count >= nextCheck {
        let small = projected.leadingSquare(basis.count)
        let pairs = try SymmetricEigenproblem(small).leading(
          wanted, solver: .selected, work: work)
        let excess = excess(of: pairs, coupling: coupling)
        if excess <= 1 {
          return try basis.combine(pairs, work: work)
        }
        nextCheck = basis.count + block * steps(after: lastCheck, now: (basis.count, excess))
        lastCheck = (basis.count, excess)
      }
      current = image
    }
    return nil
  }

  /// rows · matrix, the matrix being symmetric.
  private func multiply(_ rows: Matrix, work: Work) throws -> Matrix {
    let (size, count, tile) = (matrix.rows, rows.rows, 36)
    let panels = ColumnPanels(rows.transposed())
    var image = Matrix(rows: size, columns: count)
    try image.elements.withUnsafeMutableBufferPointer { target in
      guard let target = DisjointMemory(target) else { return }
      let matrix = matrix
      _ = try work.map(count: (size + tile - 1) / tile) { index in
        let first = index * tile
        matrix.elements.withUnsafeBufferPointer { source in
          guard let start = source.baseAddress else { return }
          fmk_rows_multiply(
            start + first * size, min(tile, size - first), size, panels.elements, count,
            target.start + first * count)
        }
      }
    }
    return image.transposed()
  }

  /// Random directions from a fixed seed: the same matrix always takes the same path.
  private func startBlock(size: Int) -> Matrix {
    var generator = SeededGenerator(seed: 0x6B72_796C_6F76)
    return Matrix(
      rows: Self.block, columns: size,
      elements: (0..<Self.block * size).map { _ in generator.uniform() - 0.5 })
  }

  /// The largest residual in units of what its pair is allowed.
  private func excess(of pairs: EigenPairs, coupling: Matrix) -> Double {
    let block = Self.block
    let size = pairs.vectors.columns
    let largest = pairs.values[0]
    var worst = 0.0
    for index in 0..<wanted {
      var squares = 0.0
      // ‖R·s‖ with s the pair's share of the last block.
      for row in 0..<block {
        var entry = 0.0
        for column in 0..<block {
          entry += coupling[row, column] * pairs.vectors[index, size - block + column]
        }
        squares += entry * entry
      }
      let above = index > 0 ? pairs.values[index - 1] - pairs.values[index] : .infinity
      let below =
        index + 1 < wanted ? pairs.values[index] - pairs.values[index + 1] : above
      let gap = min(above, below.isFinite ? below : pairs.values[index])
      let allowed = max(Self.vectorError * gap, Self.roundingShare * largest)
      worst = max(worst, squares.squareRoot() / allowed)
    }
    return worst
  }

  /// Steps until the residuals should be small, from how fast they shrank since the last check.
  private func steps(
    after last: (steps: Int, excess: Double)?, now: (steps: Int, excess: Double)
  ) -> Int {
    guard now.excess.isFinite else { return 3 }
    // Faces gain between three and five bits a step; later looks measure it.
    var perStep = 3.6
    if let last, now.excess < last.excess {
      perStep =
        (logarithm(last.excess) - logarithm(now.excess))
        / Double((now.steps - last.steps) / Self.block)
    }
    return min(10, max(1, Int((logarithm(now.excess) / perStep).rounded(.up))))
  }

  /// Whole power of two below `value`: exact on every machine, close enough for a forecast.
  private func logarithm(_ value: Double) -> Double {
    Double(value.exponent) + value.significand - 1
  }
}

extension Matrix {
  /// The first `count` rows and columns.
  fileprivate func leadingSquare(_ count: Int) -> Matrix {
    var square = Matrix(rows: count, columns: count)
    for row in 0..<count {
      for column in 0..<count { square[row, column] = self[row, column] }
    }
    return square
  }
}
