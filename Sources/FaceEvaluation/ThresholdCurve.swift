import FaceVocabulary
import Matrices

/// Every operating point of one part, read off scores that are sorted once.
///
/// Curves are evaluated just above each score (`score.nextUp`), so that equal scores fall on one side
/// together.
package struct ThresholdCurve: Equatable, Sendable {
  /// Distances of mated probes to their own person; +∞ for failures and missing ones.
  package let genuine: SortedScores
  /// Distances of all probes to other people.
  package let impostor: SortedScores
  /// Own distances of the mated probes whose own person is nearest.
  package let identified: SortedScores
  /// Nearest distances of non-mated probes; +∞ for failures.
  package let strangers: SortedScores
  /// Probes whose person is in their gallery.
  package let matedProbes: Int
  /// Probes without a prepared face, counted among the mated and non-mated ones.
  package let failures: Int
  package let gallerySubjects: Int
  /// The part whose trials these are; nil for both.
  package let part: TrialTable.Part?

  /// Sorts the scores of `part`.
  ///
  /// - Parameter reconstructionThreshold: probes that fail this gate are accepted at no distance.
  /// - Complexity: O(probes × people); ten million scores in less than a second.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation,
    reconstructionThreshold: Double? = nil
  ) {
    let decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    let mated = decisions.filter(\.isMated)
    self.part = part
    matedProbes = mated.count
    failures = decisions.count { $0.failed }
    gallerySubjects = table.gallery.count
    genuine = SortedScores(mated.map { $0.passesGate ? $0.ownDistance : .infinity })
    identified = SortedScores(
      mated.filter { $0.isRankOne && $0.passesGate }.map(\.ownDistance))
    strangers = SortedScores(
      decisions.filter { !$0.isMated }.map { $0.passesGate ? $0.nearestDistance : .infinity })
    impostor = SortedScores(table.impostorScores(of: decisions))
  }

  /// The curve of plain verification scores, for score files that know neither probes nor people.
  package init(genuine: [Double], impostor: [Double]) {
    part = .evaluation
    matedProbes = 0
    failures = 0
    gallerySubjects = 0
    self.genuine = SortedScores(genuine)
    self.impostor = SortedScores(impostor)
    identified = SortedScores([])
    strangers = SortedScores([])
  }

  /// Counts and rates at `threshold`.
  ///
  /// - Complexity: four binary searches.
  package func point(at threshold: Double) -> OperatingPoint {
    OperatingPoint(
      threshold: threshold, genuineScores: genuine.count, impostorScores: impostor.count,
      falseMatches: impostor.count(below: threshold),
      falseNonMatches: genuine.count - genuine.count(below: threshold), matedProbes: matedProbes,
      nonMatedProbes: strangers.count, identified: identified.count(below: threshold),
      falsePositives: strangers.count(below: threshold), gallerySubjects: gallerySubjects)
  }

  /// A threshold just above every score: accepts whatever can be accepted.
  package var acceptingAll: Double {
    [genuine, impostor, identified, strangers].compactMap(\.largestFinite).max()?.nextUp ?? 1
  }

  /// Thresholds at which probes change sides, from accepting nobody to accepting all.
  ///
  /// - Parameter count: at most so many, spread evenly over the probes that change; nil gives all.
  package func thresholds(atMost count: Int? = nil) -> [Double] {
    let changing = strangers.count + identified.count > 0 ? [identified, strangers] : [genuine]
    let scores = SortedScores(changing.flatMap { $0.values.prefix($0.finiteCount) }).values
    guard let first = scores.first else { return [] }
    var steps = [first]
    for score in scores where steps.last != score.nextUp { steps.append(score.nextUp) }
    guard let count, count < steps.count else { return steps }
    guard count > 1 else { return [steps[steps.count / 2]] }
    return (0..<count).map { steps[$0 * (steps.count - 1) / (count - 1)] }
  }
}

extension TrialTable {
  /// Distances between the probes of `decisions` and people other than their own.
  ///
  /// Failed probes were compared with nobody; probes that fail the gate match nobody (+∞).
  func impostorScores(of decisions: [Decision]) -> [Double] {
    let columns = galleryColumns
    var scores: [Double] = []
    scores.reserveCapacity(decisions.count * gallery.count)
    distances.elements.withUnsafeBufferPointer { distances in
      for decision in decisions where !decision.failed {
        let own = columns[probes[decision.probe].subject]
        let start = decision.probe * gallery.count
        for column in 0..<gallery.count where column != own {
          let distance = distances[start + column]
          if !distance.isNaN { scores.append(decision.passesGate ? distance : .infinity) }
        }
      }
    }
    return scores
  }
}
