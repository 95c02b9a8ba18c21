import CooperativeWork
import Matrices

/// All faces on their own principal components, where leaving one face out is a change of rank one.
struct PrincipalSpace: Sendable {
  /// Sums of squares along the m components, descending, all above rounding.
  let scatters: [Double]
  /// n×m, one face a row.
  let coordinates: Matrix
  /// m×n: component j is Σ weights[j, t]·(face t − mean).
  let weights: Matrix

  /// Solves the eigenproblem of all faces; nil when they do not vary.
  ///
  /// - Parameter gram: exact products of all pairs of faces.
  /// - Complexity: O(n³), once for all folds.
  init?(_ gram: Matrix, work: Work) throws {
    let centred = try CentredGram(gram, work: work)
    let count = centred.products.rows
    guard count > 2, centred.trace > 0 else { return nil }
    let pairs = try solving {
      try SymmetricEigenproblem(centred.products).leading(
        count - 1, solver: .divideAndConquer, work: work)
    }
    let floor = rankTolerance(size: count) * (pairs.values.first ?? 0)
    scatters = Array(pairs.values.prefix { $0 > floor })
    let size = scatters.count
    var coordinates = Matrix(rows: count, columns: size)
    var weights = Matrix(rows: size, columns: count)
    for component in 0..<size {
      let root = scatters[component].squareRoot()
      for face in 0..<count {
        let entry = pairs.vectors[component, face]
        coordinates[face, component] = entry * root
        weights[component, face] = entry / root
      }
    }
    self.coordinates = coordinates
    self.weights = weights
  }

  /// Principal components of all faces but `face`, each as shares of the components here: the
  /// `wanted` largest, those that are rounding left out; nil where a dense solver should do it.
  func leavingOut(_ face: Int, wanted: Int) throws -> EigenPairs? {
    let count = Double(coordinates.rows)
    // The others' mean lies opposite, so more than the face's own share is taken away.
    let change = DiagonalDowndate(
      values: scatters, vector: Array(coordinates.row(face)), scale: count / (count - 1))
    guard let pairs = try solving({ try change.leading(wanted) }) else { return nil }
    let floor = rankTolerance(size: coordinates.rows - 1) * (pairs.values.first ?? 0)
    return pairs.prefix(pairs.values.prefix { $0 > floor }.count)
  }

  /// What varies among all faces but `face`.
  func scatter(without face: Int) -> Double {
    let count = Double(coordinates.rows)
    let own = coordinates.row(face).reduce(0) { $0 + $1 * $1 }
    return scatters.reduce(0, +) - count / (count - 1) * own
  }
}
