package import FaceVocabulary
import Matrices

/// The cheapest settings that reach a wished recall: chosen on one half of the pictures, reported on
/// the other.
package struct DetectorChoice: Equatable, Sendable {
  /// On the half it was chosen on.
  package let development: DetectorRow
  /// On the other half.
  package let evaluation: DetectorRow

  package var settings: DetectorSettings { development.settings }

  /// Cheapest: fewest windows, then fewest false alarms, then most hits, then the first cell.
  ///
  /// - Parameter seed: of the division of the pictures.
  /// - Throws: ``DetectorChoiceError``.
  package init(
    from outcome: DetectorSweepOutcome, recall wished: Double, seed: UInt64
  ) throws(DetectorChoiceError) {
    guard outcome.files.count >= 2 else { throw .tooFewPictures(found: outcome.files.count) }
    var generator = SeededGenerator(seed: seed, stream: 0xCA5)
    let order = generator.shuffled(Array(outcome.files.indices))
    let half = (order.count + 1) / 2
    let chosenOn = outcome.rows(pictures: order.prefix(half).sorted())
    let reportedOn = outcome.rows(pictures: order.dropFirst(half).sorted())
    let reaching = chosenOn.indices.filter { (chosenOn[$0].recall ?? 0) >= wished }
    guard
      let best = reaching.min(by: {
        let (a, b) = (chosenOn[$0], chosenOn[$1])
        return (a.windows, a.falseAlarms, -a.hits, $0) < (b.windows, b.falseAlarms, -b.hits, $1)
      })
    else { throw .notReached(wished: wished, best: chosenOn.compactMap(\.recall).max() ?? 0) }
    development = chosenOn[best]
    evaluation = reportedOn[best]
  }
}

/// Why no settings could be chosen.
package enum DetectorChoiceError: Error, Equatable, Sendable {
  case tooFewPictures(found: Int)
  /// No cell reaches the recall; the best one is told.
  case notReached(wished: Double, best: Double)
}

extension DetectorChoiceError: ExplainedError {
  package var message: String {
    switch self {
    case .tooFewPictures(let found): "two pictures or more are needed to choose on, found \(found)"
    case .notReached(let wished, let best):
      "no settings reach a recall of \(wished) on the half they are chosen on; the best has "
        + "\((best * 1000).rounded() / 1000)"
    }
  }

  package var hint: String? {
    switch self {
    case .tooFewPictures: nil
    case .notReached: "widen the sweep: --neighbors 1:5:1, --scale 1.05, other cascades"
    }
  }

  package var kind: String {
    switch self {
    case .tooFewPictures: "too_few_pictures"
    case .notReached: "recall_not_reached"
    }
  }
}
