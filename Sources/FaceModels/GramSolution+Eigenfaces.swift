import CooperativeWork
import FaceVocabulary
import Matrices

extension GramSolution {
  /// Eigenfaces of the faces behind `gram`, once for every entry of `plans`.
  ///
  /// One eigenproblem serves all of them. Turk and Pentland, “Eigenfaces for Recognition”,
  /// J. Cogn. Neurosci. 3(1), 1991, §2: the n×n problem has the same non-zero eigenvalues.
  ///
  /// - Returns: all axes that any plan needs, and the range of them that each plan keeps.
  static func eigenfaces(
    _ gram: CentredGram, plans: [ComponentPlan], work: Work
  ) throws -> (solution: GramSolution, kept: [Range<Int>]) {
    let count = gram.products.rows
    guard count >= 2 else {
      throw TrainingError.tooFewFaces(method: .eigen, found: count, needed: 2)
    }
    let total = gram.trace
    guard total > 0 else { throw TrainingError.identicalFaces(count: count) }
    let needed = plans.map { $0.needed(of: count - 1) }.max() ?? 0
    var pairs = try solving {
      try SymmetricEigenproblem(gram.products).leading(needed, work: work)
    }
    let floor = rankTolerance(size: count) * (pairs.values.first ?? 0)
    pairs = pairs.prefix(pairs.values.prefix { $0 > floor }.count)
    let kept = try plans.map { try $0.kept(of: pairs.values, total: total) }
    var weights = pairs.vectors
    for (axis, value) in pairs.values.enumerated() {
      let scale = 1 / value.squareRoot()
      for face in 0..<count { weights[axis, face] *= scale }
    }
    return (
      GramSolution(values: pairs.values.map { $0 / Double(count) }, weights: weights), kept
    )
  }

  /// Coordinates of the training faces on Eigenfaces, n×k, which the eigenvectors are but for scale.
  var eigenfaceCoordinates: Matrix {
    let count = weights.columns
    var coordinates = Matrix(rows: count, columns: values.count)
    for (axis, value) in values.enumerated() {
      let scale = value * Double(count)
      for face in 0..<count { coordinates[face, axis] = weights[axis, face] * scale }
    }
    return coordinates
  }
}
