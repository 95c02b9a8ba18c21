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
    _ sums: consuming ScatterSums, plan: ComponentPlan, work: Work
  ) throws -> ScatterSolution {
    let (count, mean) = (sums.count, sums.mean)
    guard count >= 2 else {
      throw TrainingError.tooFewFaces(method: .eigen, found: count, needed: 2)
    }
    let (pairs, total) = try components(of: consume sums, needed: plan.needed, work: work)
    let kept = try plan.kept(of: pairs.values, total: total)
    return ScatterSolution(
      values: pairs.values[kept].map { $0 / Double(count) },
      axes: pairs.vectors.selecting(rows: Array(kept)), mean: mean)
  }

  /// Fisherfaces of the faces behind `sums`.
  ///
  /// - Parameters:
  ///   - people: the same faces by person.
  ///   - within: for every person the number of different faces less one, in all.
  static func fisherfaces(
    _ sums: consuming ScatterSums, people: PersonSums, within: Int, plan: ComponentPlan, work: Work
  ) throws -> ScatterSolution {
    let mean = sums.mean
    guard within > 0 else {
      throw TrainingError.identicalWithinPeople(people: people.people.count)
    }
    let personMeans = people.weightedMeans(of: sums)
    let (pairs, _) = try components(
      of: consume sums, needed: { min(within, $0) }, work: work)
    var means = try pairs.vectors.times(transposed: personMeans, work: work)
    for component in pairs.values.indices {
      let scale = 1 / pairs.values[component].squareRoot()
      for person in 0..<means.columns { means[component, person] *= scale }
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

  /// The axes, turned and scaled as models keep them.
  var projection: AxisProjection {
    var rows = axes
    rows.normaliseRows()
    rows.fixRowSigns()
    return AxisProjection(mean: mean, axes: rows.transposed())
  }

  /// Principal components above rounding, with sums of squares along them and in all.
  private static func components(
    of sums: consuming ScatterSums, needed: (Int) -> Int, work: Work
  ) throws -> (pairs: EigenPairs, total: Double) {
    let (count, pixels) = (sums.count, sums.sums.count)
    let scatter = (consume sums).centred()
    let total = (0..<pixels).reduce(0) { $0 + scatter[$1, $1] }
    guard total > 0 else { throw TrainingError.identicalFaces(count: count) }
    let pairs = try solving {
      try SymmetricEigenproblem(scatter).leading(needed(min(count - 1, pixels)), work: work)
    }
    let floor = rankTolerance(size: pixels) * (pairs.values.first ?? 0)
    return (pairs.prefix(pairs.values.prefix { $0 > floor }.count), total)
  }
}

extension Matrix {
  /// Brings every row to unit length; combinations of thousands of faces are off by rounding.
  fileprivate mutating func normaliseRows() {
    for row in 0..<rows {
      let squares = self.row(row).reduce(0) { $0 + $1 * $1 }
      guard squares > 0 else { continue }
      let scale = 1 / squares.squareRoot()
      for index in row * columns..<(row + 1) * columns { elements[index] *= scale }
    }
  }
}
