import FaceVocabulary
import Matrices

/// How often one of two methods finds more people, over random choices of gallery and probe faces.
///
/// Both were trained on other people (a world set), so that any face may serve as either.
///
/// - Note: Beveridge et al., “A Nonparametric Statistical Comparison of Principal Component and Linear
///   Discriminant Subspaces for Face Recognition”, CVPR 2001.
package struct GalleryDraws: Equatable, Sendable {
  /// Draws in which the first method found more people.
  package let wins: Int
  package let ties: Int
  package let losses: Int
  /// People drawn: those with faces of two groups or more.
  package let people: Int

  /// Draws of one comparison.
  package static let usualCount = 10_000

  /// Draws one gallery face and one probe face of another group of everyone, `draws` times, and counts
  /// the probes whose own person is nearest by each method; equals count against the own person.
  ///
  /// People all of whose faces are of one group are left out.
  ///
  /// - Parameter second: distances among the same faces by the second method.
  /// - Throws: ``EvaluationError/loneFaces(of:)`` when fewer than two people are left.
  /// - Complexity: O(draws · people²).
  package init(
    _ first: FacePairs, _ second: FacePairs, draws: Int = GalleryDraws.usualCount, seed: UInt64 = 1
  ) throws(EvaluationError) {
    precondition(first.hasSameFaces(as: second), "both methods compared the same faces")
    let subjects = first.subjects
    let groups = first.groups
    let faces = Dictionary(grouping: subjects.indices) { subjects[$0] }.sorted { $0.key < $1.key }
    let drawn = faces.filter { member in Set(member.value.map { groups[$0] }).count > 1 }
    guard drawn.count > 1 else {
      let kept = Set(drawn.map(\.key))
      throw .loneFaces(of: faces.map(\.key).filter { !kept.contains($0) })
    }
    let ours = Squared(first)
    let theirs = Squared(second)
    var generator = SeededGenerator(seed: seed)
    var outcomes = (wins: 0, ties: 0, losses: 0)
    var gallery = [Int](repeating: 0, count: drawn.count)
    var probes = gallery
    for _ in 0..<draws {
      for (person, (_, members)) in drawn.enumerated() {
        let chosen = members[generator.below(members.count)]
        let others = members.filter { groups[$0] != groups[chosen] }
        gallery[person] = chosen
        probes[person] = others[generator.below(others.count)]
      }
      let difference = ours.found(gallery, probes) - theirs.found(gallery, probes)
      if difference > 0 {
        outcomes.wins += 1
      } else if difference < 0 {
        outcomes.losses += 1
      } else {
        outcomes.ties += 1
      }
    }
    (wins, ties, losses) = outcomes
    people = drawn.count
  }

  /// Distances as a square, for quick looks at any pair.
  private struct Squared {
    let side: Int
    let distances: [Float]

    init(_ pairs: FacePairs) {
      side = pairs.count
      distances = pairs.square()
    }

    /// Probes whose own person is strictly nearest among the gallery.
    func found(_ gallery: [Int], _ probes: [Int]) -> Int {
      distances.withUnsafeBufferPointer { distances in
        probes.indices.count { person in
          let row = probes[person] * side
          let own = distances[row + gallery[person]]
          return gallery.indices.allSatisfy {
            $0 == person || distances[row + gallery[$0]] > own
          }
        }
      }
    }
  }
}
