import CLAPACK
package import CooperativeWork

/// Eigenvalues and eigenvectors of a symmetric matrix, by the solver that costs least.
package struct SymmetricEigenproblem: Sendable {
  /// n×n; only one triangle is read by the dense solvers, both must agree.
  package let matrix: Matrix

  package init(_ matrix: Matrix) {
    precondition(matrix.rows == matrix.columns, "an eigenproblem needs a square matrix")
    self.matrix = matrix
  }

  /// How pairs are computed.
  package enum Solver: String, CaseIterable, Sendable {
    /// LAPACK's divide and conquer (dsyevd): all pairs.
    case divideAndConquer
    /// LAPACK's dsytrd and dstemr for the wanted pairs alone.
    case selected
    /// Block Lanczos iteration, see ``BlockKrylov``.
    case blockKrylov

    /// The cheapest one for `wanted` of `size` pairs.
    ///
    /// Measured: iterating pays when few pairs of a large matrix are wanted; picking out pairs
    /// pays up to about a fifth of them, because their vectors are made one by one.
    package static func cheapest(wanted: Int, size: Int) -> Solver {
      if size >= 600, wanted * 10 <= size { return .blockKrylov }
      return wanted * 5 <= size ? .selected : .divideAndConquer
    }
  }

  /// The `wanted` largest eigenvalues with their vectors; fewer when the matrix is smaller.
  ///
  /// - Throws: ``EigenError``; `Cancelled`, though LAPACK itself cannot be interrupted.
  package func leading(
    _ wanted: Int, solver: Solver? = nil, work: Work
  ) throws -> EigenPairs {
    let size = matrix.rows
    let wanted = min(max(0, wanted), size)
    guard wanted > 0 else {
      return EigenPairs(values: [], vectors: Matrix(rows: 0, columns: size))
    }
    try work.cancellation.check()
    switch solver ?? .cheapest(wanted: wanted, size: size) {
    case .divideAndConquer:
      return try allPairs().prefix(wanted)
    case .selected:
      return try selectedPairs(size - wanted..<size)
    case .blockKrylov:
      if let pairs = try BlockKrylov(matrix: matrix, wanted: wanted).solve(work: work) {
        return pairs
      }
      return try leading(
        wanted, solver: wanted * 5 <= size ? .selected : .divideAndConquer, work: work)
    }
  }

  /// The `wanted` smallest eigenvalues with their vectors, descending as everywhere.
  ///
  /// - Throws: ``EigenError``; `Cancelled`, though LAPACK itself cannot be interrupted.
  /// - Complexity: 4/3·n³, half of it bound by memory.
  package func trailing(_ wanted: Int, work: Work) throws -> EigenPairs {
    try work.cancellation.check()
    return try selectedPairs(0..<min(max(1, wanted), matrix.rows))
  }

  /// Eigenvalues alone, descending.
  package func values() throws(EigenError) -> [Double] {
    var cells = matrix.elements
    var values = [Double](repeating: 0, count: matrix.rows)
    guard matrix.rows > 0 else { return [] }
    let info = fla_dsyevd(0, Int32(matrix.rows), &cells, &values)
    guard info == 0 else { throw .solverFailed(routine: "dsyevd", info: Int(info)) }
    return values.reversed()
  }

  private func allPairs() throws(EigenError) -> EigenPairs {
    var cells = matrix.elements
    var values = [Double](repeating: 0, count: matrix.rows)
    let info = fla_dsyevd(1, Int32(matrix.rows), &cells, &values)
    guard info == 0 else { throw .solverFailed(routine: "dsyevd", info: Int(info)) }
    return descending(values, cells)
  }

  /// Tridiagonal form, the pairs at `range` of the rising values by relatively robust
  /// representations, and back.
  ///
  /// dsyevr does the same for all pairs but bisects for some of them, which takes twice as long.
  private func selectedPairs(_ range: Range<Int>) throws(EigenError) -> EigenPairs {
    let count = matrix.rows
    guard count > 1 else { return try allPairs() }
    var cells = matrix.elements
    var diagonal = [Double](repeating: 0, count: count)
    var beside = [Double](repeating: 0, count: count)
    var reflectors = [Double](repeating: 0, count: count)
    let size = Int32(count)
    var info = fla_dsytrd(size, &cells, &diagonal, &beside, &reflectors)
    guard info == 0 else { throw .solverFailed(routine: "dsytrd", info: Int(info)) }
    var values = [Double](repeating: 0, count: count)
    var vectors = [Double](repeating: 0, count: count * range.count)
    var support = [Int32](repeating: 0, count: 2 * count)
    var found: Int32 = 0
    info = fla_dstemr(
      size, &diagonal, &beside, Int32(range.lowerBound) + 1, Int32(range.upperBound), &found,
      &values, &vectors, &support)
    guard info == 0, Int(found) == range.count else {
      throw .solverFailed(routine: "dstemr", info: Int(info))
    }
    info = fla_dormtr(size, found, cells, reflectors, &vectors)
    guard info == 0 else { throw .solverFailed(routine: "dormtr", info: Int(info)) }
    return descending(Array(values.prefix(range.count)), vectors)
  }

  /// LAPACK's ascending pairs, largest first and signed by rule.
  private func descending(_ values: [Double], _ columns: [Double]) -> EigenPairs {
    let size = matrix.rows
    var rows: [Double] = []
    rows.reserveCapacity(columns.count)
    for index in values.indices.reversed() { rows += columns[index * size..<(index + 1) * size] }
    var vectors = Matrix(rows: values.count, columns: size, elements: rows)
    vectors.fixRowSigns()
    return EigenPairs(values: values.reversed(), vectors: vectors)
  }
}
