package import FaceEvaluation
import FaceVocabulary

/// Two results on one split, probe by probe.
package struct ResultComparison: Equatable, Sendable {
  package let first: String
  package let second: String
  package let paired: PairedComparison
  /// Draws of gallery and probes; nil for protocols without a world set.
  package let draws: Draws?

  /// How often the first result was better over random galleries and probes.
  package struct Draws: Equatable, Sendable {
    package let wins: Int
    package let ties: Int
    package let losses: Int
  }

  /// - Throws: ``ResultError/differentSplits(_:_:)``; ``EvaluationError`` when there is no probe.
  package init(_ first: StoredResult, _ second: StoredResult) throws {
    guard first.manifest.outline.splitHash == second.manifest.outline.splitHash,
      first.manifest.outline.fingerprint == second.manifest.outline.fingerprint
    else { throw ResultError.differentSplits(first.name, second.name) }
    self.first = first.name
    self.second = second.name
    paired = try PairedComparison(first.outcomes, second.outcomes)
    draws = nil
  }
}

extension StoredResult {
  /// What became of every probe of the evaluation part that counts for the accuracy.
  package var outcomes: [ProbeOutcome] {
    trials.outcomes(
      in: .evaluation, threshold: manifest.plan.threshold,
      reconstructionThreshold: manifest.plan.reconstructionThreshold)
  }
}
