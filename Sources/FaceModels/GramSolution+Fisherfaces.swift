import CooperativeWork
import FaceVocabulary
import Matrices

extension GramSolution {
  /// Fisherfaces of the faces behind `gram`, once for every entry of `plans`.
  ///
  /// - Parameter equal: whether two of the faces are the same picture.
  /// - Returns: all axes, and the range of them that each plan keeps.
  static func fisherfaces(
    _ gram: CentredGram, people: PeopleOfFaces, areEqual: (Int, Int) -> Bool,
    plans: [ComponentPlan], work: Work
  ) throws -> (solution: GramSolution, kept: [Range<Int>]) {
    let count = gram.products.rows
    guard gram.trace > 0 else { throw TrainingError.identicalFaces(count: count) }
    let within = people.componentsWithin(areEqual: areEqual)
    guard within > 0 else {
      throw TrainingError.identicalWithinPeople(people: people.members.count)
    }
    if let few = try ComponentsLeftOut(gram.products, keeping: within, work: work) {
      let (ratios, weights) = try few.discriminants(people, work: work)
      let kept = try plans.map { try $0.kept(of: ratios, total: ratios.reduce(0, +)) }
      return (GramSolution(values: ratios, weights: weights), kept)
    }
    var pairs = try solving {
      try SymmetricEigenproblem(gram.products).leading(within, work: work)
    }
    let floor = rankTolerance(size: count) * (pairs.values.first ?? 0)
    pairs = pairs.prefix(pairs.values.prefix { $0 > floor }.count)
    // On a scaled component a face's coordinate is its entry in the eigenvector.
    var means = Matrix(rows: pairs.values.count, columns: people.members.count)
    for component in pairs.values.indices {
      for (person, faces) in people.members.enumerated() {
        let sum = faces.reduce(0) { $0 + pairs.vectors[component, $1] }
        means[component, person] = sum / Double(faces.count).squareRoot()
      }
    }
    let discriminants = try DiscriminantProblem(scatters: pairs.values, means: means).solve(
      work: work)
    let kept = try plans.map {
      try $0.kept(of: discriminants.ratios, total: discriminants.ratios.reduce(0, +))
    }
    var shares = discriminants.shares
    for axis in 0..<shares.rows {
      for component in pairs.values.indices {
        shares[axis, component] /= pairs.values[component].squareRoot()
      }
    }
    return (
      GramSolution(
        values: discriminants.ratios, weights: try shares.times(pairs.vectors, work: work)), kept
    )
  }
}
