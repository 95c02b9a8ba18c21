import CooperativeWork
import FaceVocabulary
import Matrices

/// Linear discriminants in the space of principal components, where they are a C×C problem.
///
/// The total scatter of n faces is diagonal there (g₁ … g_m). Scaling by g^−½ makes it the
/// identity, so the discriminants are the left singular vectors of the scaled class means, and the
/// Gram matrix of those has one row a person. Belhumeur, Hespanha and Kriegman, “Eigenfaces vs.
/// Fisherfaces”, PAMI 19(7), 1997, §2.4: people weigh by their number of faces.
struct DiscriminantProblem {
  /// Sums of squares along the m principal components: n times their variances.
  let scatters: [Double]
  /// m×C: mean of every person on the scaled components, times the root of the number of faces.
  let means: Matrix

  /// Discriminants as combinations of principal components.
  struct Solution {
    /// Variance between people over variance within, descending.
    var ratios: [Double]
    /// k×m: share of every component in every axis; the axes have unit length.
    var shares: Matrix
  }

  /// At most C − 1 discriminants.
  func solve(work: Work) throws -> Solution {
    let people = means.columns
    let gram = try means.transposedTimes(means, work: work)
    let pairs = try solving {
      try SymmetricEigenproblem(gram).leading(people - 1, work: work)
    }
    let count = Self.count(of: pairs.values)
    let kept = pairs.prefix(count)
    var shares = try kept.vectors.times(transposed: means, work: work)
    for axis in 0..<count {
      var squares = 0.0
      for component in scatters.indices {
        shares[axis, component] /= scatters[component].squareRoot()
        squares += shares[axis, component] * shares[axis, component]
      }
      let scale = 1 / squares.squareRoot()
      for component in scatters.indices { shares[axis, component] *= scale }
    }
    return Solution(ratios: kept.values.map(Self.ratio(ofShare:)), shares: shares)
  }

  /// How many of `shares`, descending, are more than rounding.
  static func count(of shares: [Double]) -> Int { shares.prefix { $0 > 1e-10 }.count }

  /// Variance between people over variance within, from the share, 0 … 1, of the first in both.
  static func ratio(ofShare share: Double) -> Double {
    share / max(1 - share, Double.ulpOfOne)
  }
}

/// Which faces belong to whom, as Fisherfaces needs it.
struct PeopleOfFaces {
  /// Faces of every person, people in order of their numbers.
  let members: [[Int]]

  init(_ labels: [SubjectLabel]) {
    var positions: [SubjectLabel: [Int]] = [:]
    for (index, label) in labels.enumerated() { positions[label, default: []].append(index) }
    members = positions.keys.sorted().compactMap { positions[$0] }
  }

  /// Refuses labels from which nothing can be told about how people differ.
  func check(faces: LabelledFaces) throws(TrainingError) {
    try Self.check(
      people: members.compactMap { $0.first.map { faces.labels[$0] } },
      faceCount: members.reduce(0) { $0 + $1.count }, roster: faces.roster)
  }

  /// Refuses `people` of whom `faceCount` faces are known, as ``check(faces:)`` does.
  static func check(
    people: [SubjectLabel], faceCount: Int, roster: SubjectRoster
  ) throws(TrainingError) {
    guard people.count >= 2 else {
      throw .tooFewPeople(found: people.count, only: people.first.map { roster[$0] })
    }
    guard faceCount > people.count else { throw .oneFaceEach(people: people.count) }
  }

  /// Principal components that carry variation within people: for every person the number of
  /// different faces less one.
  ///
  /// Belhumeur's n − C when no face is there twice; a copy adds no variation, and with one axis
  /// more than there is variation the ratio of variances would be infinite along it.
  func componentsWithin(areEqual: (Int, Int) -> Bool) -> Int {
    var components = 0
    for faces in members {
      var different: [Int] = []
      for face in faces where !different.contains(where: { areEqual($0, face) }) {
        different.append(face)
      }
      components += different.count - 1
    }
    return components
  }
}
