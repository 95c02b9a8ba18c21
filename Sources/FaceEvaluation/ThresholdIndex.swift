import FaceVocabulary

/// Nearest distances in rising order with their probes: what a threshold accepts and what changes
/// between two thresholds are read off without looking at the other probes.
package struct ThresholdIndex: Equatable, Sendable {
  /// Accepted at some threshold, by rising nearest distance; failures are left out.
  private let ordered: [Entry]
  package let matedProbes: Int
  package let nonMatedProbes: Int

  private struct Entry: Equatable, Sendable {
    let decision: Decision
    /// Mated and non-mated probes up to here.
    let mated: Int
    let strangers: Int
  }

  /// - Complexity: one look at every distance and one sort of the probes.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation,
    reconstructionThreshold: Double? = nil
  ) {
    let decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    matedProbes = decisions.count { $0.isMated }
    nonMatedProbes = decisions.count - matedProbes
    var mated = 0
    var strangers = 0
    ordered = decisions.filter { $0.isAccepted(at: .infinity) }
      .sorted { ($0.nearestDistance, $0.probe) < ($1.nearestDistance, $1.probe) }
      .map { decision in
        if decision.isMated { mated += 1 } else { strangers += 1 }
        return Entry(decision: decision, mated: mated, strangers: strangers)
      }
  }

  /// Probes accepted at `threshold`: known people (under whatever name) and strangers.
  ///
  /// - Complexity: O(log probes).
  package func accepted(at threshold: Double) -> (known: Int, strangers: Int) {
    let count = position(of: threshold)
    return count == 0 ? (0, 0) : (ordered[count - 1].mated, ordered[count - 1].strangers)
  }

  /// What changes when the threshold goes from `old` to `new`; probes by rising distance.
  ///
  /// - Complexity: O(log probes + changes).
  package func changes(from old: Double, to new: Double) -> ThresholdChange {
    let before = position(of: old)
    let after = position(of: new)
    let between = ordered[min(before, after)..<max(before, after)].map(\.decision)
    return ThresholdChange(
      from: old, to: new, accepted: after > before ? between : [],
      rejected: after > before ? [] : between)
  }

  private func position(of threshold: Double) -> Int {
    var low = 0
    var high = ordered.count
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle].decision.nearestDistance < threshold {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

/// The probes whose outcome differs between two thresholds.
package struct ThresholdChange: Equatable, Sendable {
  package let from: Double
  package let to: Double
  /// Accepted only at the new threshold.
  package let accepted: [Decision]
  /// Accepted only at the old threshold.
  package let rejected: [Decision]
}
