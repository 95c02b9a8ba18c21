import FaceVocabulary
import Matrices

/// The 95 % intervals of every rate at one threshold; nil where a rate has no trials.
package struct RateIntervals: Equatable, Sendable {
  package let fmr: ProportionInterval?
  package let fnmr: ProportionInterval?
  package let fpir: ProportionInterval?
  package let fnir: ProportionInterval?
  package let accuracy: ProportionInterval?
}

/// Intervals of the rates of one part, by person.
///
/// FNMR, FPIR, FNIR and accuracy are proportions of probes. FMR is a proportion of pairs of people:
/// people are drawn with replacement, each pair weighs the product of its two people's counts, and the
/// interval spans the middle 95 % of the redrawn rates.
package struct ThresholdBounds: Sendable {
  private let table: TrialTable
  private let decisions: [Decision]
  private let pairs: PairTallies
  private let draws: PersonDraws
  /// The weighted number of impostor scores of each draw.
  private let denominators: [Double]

  /// - Parameters:
  ///   - resamples: draws of people; fewer, at least 200, where the pairs of people are very many.
  ///   - seed: of those draws.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation,
    reconstructionThreshold: Double? = nil, resamples: Int = 1000, seed: UInt64 = 1
  ) {
    self.table = table
    decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    pairs = PairTallies(table, decisions)
    let draws = PersonDraws(
      people: pairs.people, resamples: resamples, work: pairs.trials.pairs, budget: 200_000_000,
      seed: seed)
    let trials = pairs.trials
    self.draws = draws
    denominators = draws.values { trials.weighted(by: $0) }
  }

  /// The intervals at `threshold`.
  ///
  /// - Complexity: one look at every score, and one at every pair of people with a false match for
  ///   each draw.
  package func intervals(at threshold: Double) -> RateIntervals {
    let mated = decisions.filter(\.isMated)
    let strangers = decisions.filter { !$0.isMated }
    func bounds(_ trials: [Decision], _ event: (Decision) -> Bool) -> ProportionInterval? {
      ProportionInterval(byPerson: table.tallies(of: trials, where: event))
    }
    return RateIntervals(
      fmr: falseMatchInterval(at: threshold),
      fnmr: bounds(mated) { !($0.passesGate && $0.ownDistance < threshold) },
      fpir: bounds(strangers) { $0.isAccepted(at: threshold) },
      fnir: bounds(mated) { !$0.isCorrect(at: threshold) },
      accuracy: bounds(decisions) { $0.isCorrect(at: threshold) })
  }

  private func falseMatchInterval(at threshold: Double) -> ProportionInterval? {
    let trials = pairs.trials.total
    guard trials > 0 else { return nil }
    let matches = pairs.matches(table, decisions, under: threshold)
    let matched = matches.total
    if matched == 0 || matched == trials {
      return ProportionInterval(allAlike: matched == trials, people: pairs.people)
    }
    let share = Double(matched) / Double(trials)
    var denominators = denominators[...]
    let spread = DrawSpread(
      draws.values {
        let denominator = denominators.removeFirst()
        return denominator > 0 ? matches.weighted(by: $0) / denominator : nil
      })
    let variance = spread?.variance ?? 0
    let effective = variance > 0 ? share * (1 - share) / variance : Double(trials)
    return ProportionInterval(
      low: min(spread?.low ?? 0, share), high: max(spread?.high ?? 1, share),
      effectiveTrials: effective, isWeak: matches.involved < ProportionInterval.fewestPeople)
  }

  /// The interval of `falseMatch` · FMR + `falseNonMatch` · FNMR at `threshold`, such as HTER or an
  /// expected cost; nil where either has no trials.
  ///
  /// Both are redrawn together, because one person's pictures make both. A rate without any error, or
  /// of nothing else, does not vary in any draw: its own bound is added.
  package func errorMean(
    at threshold: Double, falseMatch: Double, falseNonMatch: Double
  ) -> PersonInterval? {
    let mated = decisions.filter(\.isMated)
    let rates = intervals(at: threshold)
    guard let fmr = rates.fmr, let fnmr = rates.fnmr else { return nil }
    let matches = pairs.matches(table, decisions, under: threshold)
    let tallies = pairs.numbered(
      table.tallies(of: mated) { !($0.passesGate && $0.ownDistance < threshold) })
    func value(_ matched: Double, _ trials: Double, _ missed: Double, _ own: Double) -> Double? {
      guard trials > 0, own > 0 else { return nil }
      return falseMatch * matched / trials + falseNonMatch * missed / own
    }
    var denominators = denominators[...]
    let redrawn = draws.values { weights in
      let missed = tallies.reduce(0) { $0 + weights[$1.person] * Double($1.events) }
      let own = tallies.reduce(0) { $0 + weights[$1.person] * Double($1.trials) }
      return value(matches.weighted(by: weights), denominators.removeFirst(), missed, own)
    }
    let trials = pairs.trials.total
    let matched = matches.total
    let missed = tallies.reduce(0) { $0 + $1.events }
    let own = tallies.reduce(0) { $0 + $1.trials }
    guard let spread = DrawSpread(redrawn),
      let here = value(Double(matched), Double(trials), Double(missed), Double(own))
    else { return nil }
    var low = min(spread.low, here)
    var high = max(spread.high, here)
    for (weight, interval, events, total) in [
      (falseMatch, fmr, matched, trials), (falseNonMatch, fnmr, missed, own),
    ] where events == 0 || events == total {
      low -= weight * (Double(events) / Double(total) - interval.low)
      high += weight * (interval.high - Double(events) / Double(total))
    }
    return PersonInterval(low: max(0, low), high: high, isWeak: fmr.isWeak || fnmr.isWeak)
  }
}
