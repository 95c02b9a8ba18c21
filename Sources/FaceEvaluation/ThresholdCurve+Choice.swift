/// By what rule a threshold is chosen on the development part.
package enum ThresholdCriterion: Hashable, Sendable {
  /// The largest threshold whose FMR is at most this share.
  case falseMatchRate(Double)
  /// The largest threshold whose FPIR is at most this share.
  case falsePositiveRate(Double)
  /// Where FMR and FNMR are nearest to each other.
  case equalError
  /// Where the accuracy is highest, the lowest such threshold.
  case bestAccuracy
  /// Where a comparison costs least, the lowest such threshold.
  case leastCost(ErrorCosts)

  /// The rule as scripts see it, such as `fpir<=0.01`.
  package var name: String {
    switch self {
    case .falseMatchRate(let share): "fmr<=\(share)"
    case .falsePositiveRate(let share): "fpir<=\(share)"
    case .equalError: "eer"
    case .bestAccuracy: "best-accuracy"
    case .leastCost(let costs):
      "cost=\(costs.falseMatch):\(costs.falseNonMatch):\(costs.genuineShare)"
    }
  }
}

extension ThresholdCurve {
  /// The threshold that `criterion` asks for.
  ///
  /// Where every threshold would do (FMR ≤ 1), the one just above all scores.
  ///
  /// - Throws: ``EvaluationError/noTrials(_:_:)`` when the rate is not measured on this part,
  ///   ``EvaluationError/shareOutOfRange(_:)``.
  package func threshold(for criterion: ThresholdCriterion) throws(EvaluationError) -> Double {
    let part = part ?? .evaluation
    switch criterion {
    case .falseMatchRate(let share):
      guard impostor.count > 0 else { throw .noTrials(.impostor, part) }
      return try largestThreshold(accepting: share, of: impostor)
    case .falsePositiveRate(let share):
      guard strangers.count > 0 else { throw .noTrials(.nonMated, part) }
      return try largestThreshold(accepting: share, of: strangers)
    case .equalError:
      guard impostor.count > 0 else { throw .noTrials(.impostor, part) }
      guard let equal = equalErrorRate else { throw .noTrials(.genuine, part) }
      return equal.threshold
    case .bestAccuracy:
      guard matedProbes + strangers.count > 0 else { throw .noTrials(.any, part) }
      return mostAccurateThreshold
    case .leastCost(let costs):
      guard impostor.count > 0 else { throw .noTrials(.impostor, part) }
      guard let cheapest = cheapestThreshold(costs) else { throw .noTrials(.genuine, part) }
      return cheapest
    }
  }

  /// The largest threshold under which at most `share` of `scores` lie: the first score too many.
  private func largestThreshold(
    accepting share: Double, of scores: SortedScores
  ) throws(EvaluationError) -> Double {
    guard share >= 0, share <= 1 else { throw .shareOutOfRange(share) }
    // The product may be off by one either way; the quotient is what the rate will be.
    var allowed = min(scores.count, Int(share * Double(scores.count)))
    while allowed < scores.count && Double(allowed + 1) / Double(scores.count) <= share {
      allowed += 1
    }
    while allowed > 0 && Double(allowed) / Double(scores.count) > share { allowed -= 1 }
    guard allowed < scores.count, scores.values[allowed].isFinite else { return acceptingAll }
    return scores.values[allowed]
  }

  private var mostAccurateThreshold: Double {
    let finite = [identified, strangers].flatMap { $0.values.prefix($0.finiteCount) }
    guard let lowest = finite.min() else { return acceptingAll }
    var best = (threshold: lowest, gain: 0)
    var found = 0
    var admitted = 0
    while found < identified.count || admitted < strangers.count {
      let score = min(
        found < identified.count ? identified.values[found] : .infinity,
        admitted < strangers.count ? strangers.values[admitted] : .infinity)
      guard score.isFinite else { break }
      while found < identified.count && identified.values[found] == score { found += 1 }
      while admitted < strangers.count && strangers.values[admitted] == score { admitted += 1 }
      if found - admitted > best.gain { best = (score.nextUp, found - admitted) }
    }
    return best.threshold
  }
}
