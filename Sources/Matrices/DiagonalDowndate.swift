import CLAPACK

/// The symmetric matrix diag(values) − scale·v·vᵀ: what is left of a diagonal scatter when one sample
/// is taken out.
///
/// Its eigenvalues are the roots of a secular equation, each found on its own in O(n), and its
/// eigenvectors follow from them: no dense solver is needed. Golub, “Some modified matrix eigenvalue
/// problems”, SIAM Review 15, 1973, §5; LAPACK's dlaed4 finds the roots to full precision.
package struct DiagonalDowndate: Sendable {
  /// n values, descending.
  package let values: [Double]
  /// n numbers.
  package let vector: [Double]
  package let scale: Double

  package init(values: [Double], vector: [Double], scale: Double) {
    precondition(values.count == vector.count && scale > 0, "one number a value")
    self.values = values
    self.vector = vector
    self.scale = scale
  }

  /// The `wanted` largest eigenvalues with their vectors; nil where values are so close to each other
  /// that a dense solver should do it.
  ///
  /// - Throws: ``EigenError``.
  /// - Complexity: O(n·wanted).
  package func leading(_ wanted: Int) throws(EigenError) -> EigenPairs? {
    let squares = vector.reduce(0) { $0 + $1 * $1 }
    let largest = max(values.first ?? 0, scale * squares)
    guard largest > 0, squares > 0 else { return nil }
    // As in LAPACK's dlaed2: what the vector hardly touches keeps its pair.
    let tolerance = 8 * Double.ulpOfOne * largest
    let length = squares.squareRoot()
    let touched = values.indices.filter { scale * abs(vector[$0]) * length > tolerance }
    for (one, next) in zip(touched, touched.dropFirst())
    where values[one] - values[next] <= tolerance { return nil }
    var pairs = try roots(min(wanted, touched.count), of: touched, length: length)
    let isTouched = Set(touched)
    for index in values.indices where !isTouched.contains(index) {
      var vector = [Double](repeating: 0, count: values.count)
      vector[index] = 1
      pairs.append((values[index], vector))
    }
    pairs.sort { $0.value > $1.value }
    let kept = pairs.prefix(wanted)
    var vectors = Matrix(
      rows: kept.count, columns: values.count, elements: kept.flatMap(\.vector))
    vectors.fixRowSigns()
    return EigenPairs(values: kept.map(\.value), vectors: vectors)
  }

  /// The `count` largest eigenvalues among the `touched` positions.
  private func roots(
    _ count: Int, of touched: [Int], length: Double
  ) throws(EigenError) -> [(value: Double, vector: [Double])] {
    // The negative of the matrix is diag(−values) + scale·v·vᵀ, which is the form LAPACK knows.
    let diagonal = touched.map { -values[$0] }
    let unit = touched.map { vector[$0] / length }
    var distances = [Double](repeating: 0, count: touched.count)
    var pairs: [(value: Double, vector: [Double])] = []
    for index in 0..<count {
      var root = 0.0
      let info = fla_dlaed4(
        Int32(touched.count), Int32(index + 1), diagonal, unit, scale * length * length, &distances,
        &root)
      guard info == 0 else { throw .solverFailed(routine: "dlaed4", info: Int(info)) }
      var entries = [Double](repeating: 0, count: values.count)
      var squares = 0.0
      for (position, place) in touched.enumerated() {
        // For one or two of them LAPACK leaves the vector itself.
        let entry =
          touched.count > 2 ? unit[position] / distances[position] : distances[position]
        entries[place] = entry
        squares += entry * entry
      }
      let factor = 1 / squares.squareRoot()
      for place in touched { entries[place] *= factor }
      pairs.append((-root, entries))
    }
    return pairs
  }
}
