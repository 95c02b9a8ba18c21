package import FaceEvaluation
package import FaceVocabulary
import Matrices

/// The cheapest settings that reach a wished recall: chosen on one half of the pictures, reported on
/// the other, by both matching rules.
package struct DetectorChoice: Equatable, Sendable {
  /// The chosen cell on one half of the pictures, counted by one rule.
  package struct Report: Equatable, Sendable {
    /// `dev`, which it was chosen on, or `eval`, the other half.
    package let part: String
    package let row: DetectorRow
  }

  /// Both halves by the rule that chose, then both by the other rule.
  package let reports: [Report]

  package var settings: DetectorSettings { development.settings }
  /// On the half it was chosen on, by the rule that chose.
  package var development: DetectorRow { reports[0].row }
  /// On the other half, by the rule that chose.
  package var evaluation: DetectorRow { reports[1].row }

  /// Cheapest: fewest windows, then fewest false alarms, then most hits, then the first cell.
  ///
  /// - Parameters:
  ///   - rule: what makes a found and a known box one face.
  ///   - seed: of the division of the pictures.
  /// - Throws: ``DetectorChoiceError``.
  package init(
    from outcome: DetectorSweepOutcome, recall wished: Double, by rule: MatchRule, seed: UInt64
  ) throws(DetectorChoiceError) {
    guard outcome.files.count >= 2 else { throw .tooFewPictures(found: outcome.files.count) }
    var generator = SeededGenerator(seed: seed, stream: 0xCA5)
    let order = generator.shuffled(Array(outcome.files.indices))
    let half = (order.count + 1) / 2
    let development = order.prefix(half).sorted()
    let evaluation = order.dropFirst(half).sorted()
    let chosenOn = outcome.rows(rule, pictures: development)
    let reaching = chosenOn.indices.compactMap { cell in
      chosenOn[cell].score.flatMap { score in
        (chosenOn[cell].recall ?? 0) >= wished ? (cell: cell, score: score) : nil
      }
    }
    // The first of equals stays.
    guard let best = reaching.min(by: { $0.score.isCheaper(than: $1.score) })?.cell else {
      throw .notReached(wished: wished, best: chosenOn.compactMap(\.recall).max() ?? 0)
    }
    let rules = [rule] + MatchRule.allCases.filter { $0 != rule }
    reports = rules.flatMap { rule in
      [("dev", development), ("eval", evaluation)].map { part, pictures in
        Report(part: part, row: outcome.rows(rule, pictures: pictures)[best])
      }
    }
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
