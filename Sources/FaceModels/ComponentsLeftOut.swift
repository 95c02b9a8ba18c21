import CooperativeWork
import FaceVocabulary
import Matrices

/// Fisherfaces from the few principal components that are left out, instead of the many kept.
///
/// With n faces of C people, the n − C largest components are kept: all that vary but the C − 1
/// smallest. The discriminants need the projection on the space of the kept ones and the inverse of
/// the scatter in it, never one component alone; the projection is what those left out leave, and
/// the inverse is a Cholesky factor. Belhumeur, Hespanha and Kriegman, “Eigenfaces vs. Fisherfaces”,
/// PAMI 19(7), 1997, §2.4; ``DiscriminantProblem`` does the same in coordinates.
struct ComponentsLeftOut: Sendable {
  /// C − 1 orthonormal rows of n.
  private let components: Matrix
  /// Of the scatter, with the direction that has none filled up.
  private let scatter: CholeskyFactor

  /// Solves for the components of `products` beyond the `kept` largest; nil when they are not few,
  /// or when faces depend on each other so that components would be rounding.
  ///
  /// - Parameter products: inner products of the faces about their mean.
  /// - Complexity: 5/3·n³.
  init?(_ products: Matrix, keeping kept: Int, work: Work) throws {
    let count = products.rows
    // Components left out, the one without variance, and the smallest that is kept.
    let wanted = count - kept + 1
    guard kept > 1, wanted > 2, wanted * 5 <= count else { return nil }
    let variance = (0..<count).reduce(0) { $0 + products[$1, $1] }
    // The two know nothing of each other, so each has a thread.
    let parts = try work.map(count: 2) { index in
      index == 0
        ? Part.pairs(
          try solving { try SymmetricEigenproblem(products).trailing(wanted, work: work) })
        : Part.factor(CholeskyFactor(Self.filledUp(products, by: variance / Double(count))))
    }
    guard case .pairs(let pairs) = parts[0], case .factor(let factor?) = parts[1] else {
      return nil
    }
    let floor = rankTolerance(size: count) * variance
    guard pairs.values[wanted - 2] > floor, pairs.values[wanted - 1] <= floor else { return nil }
    components = pairs.vectors.selecting(rows: Array(1..<wanted - 1))
    scatter = factor
  }

  private enum Part: Sendable {
    case pairs(EigenPairs)
    case factor(CholeskyFactor?)
  }

  /// Faces about their mean do not vary along the sum of all: `level` is put there.
  private static func filledUp(_ products: Matrix, by level: Double) -> Matrix {
    var filled = products
    let share = level / Double(products.rows)
    for index in filled.elements.indices { filled.elements[index] += share }
    return filled
  }

  /// The rows of `vectors` without their shares of the components left out and of the mean.
  private func projected(_ vectors: Matrix, work: Work) throws -> Matrix {
    var rows = vectors
    for row in 0..<rows.rows {
      let mean = rows.row(row).reduce(0, +) / Double(rows.columns)
      for column in 0..<rows.columns { rows[row, column] -= mean }
    }
    let shares = try rows.times(transposed: components, work: work)
    let parts = try shares.times(components, work: work)
    for index in rows.elements.indices { rows.elements[index] -= parts.elements[index] }
    return rows
  }

  /// The discriminants: their ratios of variance between people to that within, descending, and the
  /// axes as weights of the faces, of unit length.
  func discriminants(
    _ people: PeopleOfFaces, work: Work
  ) throws -> (ratios: [Double], weights: Matrix) {
    let people = people.members
    var indicators = Matrix(rows: people.count, columns: components.columns)
    for (person, faces) in people.enumerated() {
      let share = 1 / Double(faces.count).squareRoot()
      for face in faces { indicators[person, face] = share }
    }
    let means = try projected(indicators, work: work)
    let between = try means.times(transposed: means, work: work)
    let pairs = try solving {
      try SymmetricEigenproblem(between).leading(people.count - 1, work: work)
    }
    let kept = pairs.prefix(DiscriminantProblem.count(of: pairs.values))
    let directions = try kept.vectors.times(means, work: work)
    var weights = try projected(scatter.solve(directions), work: work)
    for axis in 0..<weights.rows {
      let squares = zip(directions.row(axis), weights.row(axis)).reduce(0) { $0 + $1.0 * $1.1 }
      let scale = 1 / squares.squareRoot()
      for face in 0..<weights.columns { weights[axis, face] *= scale }
    }
    return (kept.values.map(DiscriminantProblem.ratio(ofShare:)), weights)
  }
}
