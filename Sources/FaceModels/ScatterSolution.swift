import CooperativeWork
import FaceVocabulary
import Matrices

/// Axes in pixels, from sums over faces that need not be at hand any more.
struct ScatterSolution: Sendable {
  /// k values, descending, as in ``GramSolution``.
  let values: [Double]
  /// k×d, one axis a row.
  let axes: Matrix
  /// d grey levels.
  let mean: [Double]

  /// Eigenfaces of the faces behind `sums`.
  static func eigenfaces(
    _ sums: ScatterSums, plan: ComponentPlan, work: Work
  ) throws -> ScatterSolution {
    let (count, mean) = (sums.count, sums.mean)
    guard count >= 2 else {
      throw TrainingError.tooFewFaces(method: .eigen, found: count, needed: 2)
    }
    let (pairs, total) = try components(of: sums, needed: plan.needed, work: work)
    let kept = try plan.kept(of: pairs.values, total: total)
    return ScatterSolution(
      values: pairs.values[kept].map { $0 / Double(count) },
      axes: pairs.vectors.selecting(rows: Array(kept)), mean: mean)
  }

  /// Fisherfaces of `faces`, whose sums are `sums`.
  static func fisherfaces(
    _ sums: ScatterSums, faces: LabelledFaces, people: PeopleOfFaces, plan: ComponentPlan,
    work: Work
  ) throws -> ScatterSolution {
    let mean = sums.mean
    let pixels = faces.pixels
    let within = people.componentsWithin { pixels.row($0) == pixels.row($1) }
    guard within > 0 else {
      throw TrainingError.identicalWithinPeople(people: people.members.count)
    }
    let (pairs, _) = try components(of: sums, needed: { min(within, $0) }, work: work)
    var weights = Matrix(rows: people.members.count, columns: faces.count)
    for (person, members) in people.members.enumerated() {
      for face in members { weights[person, face] = 1 / Double(members.count).squareRoot() }
    }
    let personMeans = try pixels.combining(weights, mean: mean, work: work)
    var means = try pairs.vectors.times(transposed: personMeans, work: work)
    for component in pairs.values.indices {
      let scale = 1 / pairs.values[component].squareRoot()
      for person in people.members.indices { means[component, person] *= scale }
    }
    let discriminants = try DiscriminantProblem(scatters: pairs.values, means: means).solve(
      work: work)
    let kept = try plan.kept(
      of: discriminants.ratios, total: discriminants.ratios.reduce(0, +))
    return ScatterSolution(
      values: Array(discriminants.ratios[kept]),
      axes: try discriminants.shares.selecting(rows: Array(kept)).times(pairs.vectors, work: work),
      mean: mean)
  }

  /// Principal components above rounding, with sums of squares along them and in all.
  private static func components(
    of sums: ScatterSums, needed: (Int) -> Int, work: Work
  ) throws -> (pairs: EigenPairs, total: Double) {
    let (count, pixels) = (sums.count, sums.sums.count)
    let scatter = sums.centred()
    let total = (0..<pixels).reduce(0) { $0 + scatter[$1, $1] }
    guard total > 0 else { throw TrainingError.identicalFaces(count: count) }
    let pairs = try solving {
      try SymmetricEigenproblem(scatter).leading(needed(min(count - 1, pixels)), work: work)
    }
    let floor = rankTolerance(size: pixels) * (pairs.values.first ?? 0)
    return (pairs.prefix(pairs.values.prefix { $0 > floor }.count), total)
  }
}
