package import FaceVocabulary
package import Matrices

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

  /// Draws one gallery face and one other probe face of everyone, `draws` times, and counts the
  /// probes whose own person is nearest by each method; equals count against the own person.
  ///
  /// - Parameters:
  ///   - first: faces×faces distances by the first method.
  ///   - second: the same by the second.
  ///   - subjects: whose face each row and column is.
  /// - Throws: ``EvaluationError/loneFaces(of:)``.
  /// - Complexity: O(draws · people²).
  package init(
    _ first: Matrix, _ second: Matrix, subjects: [SubjectID], draws: Int = 10_000, seed: UInt64 = 1
  ) throws(EvaluationError) {
    let faces = Dictionary(grouping: subjects.indices) { subjects[$0] }.sorted { $0.key < $1.key }
    let lone = faces.filter { $0.value.count < 2 }.map(\.key)
    guard lone.isEmpty else { throw .loneFaces(of: lone) }
    var generator = SeededGenerator(seed: seed)
    var outcomes = (wins: 0, ties: 0, losses: 0)
    for _ in 0..<draws {
      var gallery: [Int] = []
      var probes: [Int] = []
      for (_, members) in faces {
        let chosen = generator.below(members.count)
        var other = generator.below(members.count - 1)
        if other >= chosen { other += 1 }
        gallery.append(members[chosen])
        probes.append(members[other])
      }
      let ours = GalleryDraws.found(first, gallery, probes)
      let theirs = GalleryDraws.found(second, gallery, probes)
      if ours > theirs {
        outcomes.wins += 1
      } else if ours < theirs {
        outcomes.losses += 1
      } else {
        outcomes.ties += 1
      }
    }
    (wins, ties, losses) = outcomes
  }

  private static func found(_ distances: Matrix, _ gallery: [Int], _ probes: [Int]) -> Int {
    probes.indices.count { person in
      let own = distances[probes[person], gallery[person]]
      return gallery.indices.allSatisfy {
        $0 == person || distances[probes[person], gallery[$0]] > own
      }
    }
  }
}
