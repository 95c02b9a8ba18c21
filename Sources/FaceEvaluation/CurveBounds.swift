import FaceVocabulary
import Matrices

/// The 95 % intervals of what a whole curve says, by person.
///
/// People are drawn with replacement. A genuine score weighs as often as its person was drawn, an
/// impostor score the product of its two people's counts, and EER, AUC and d′ are computed anew from the
/// weighted scores; an interval spans the middle 95 % of them. Draws cannot vary what nothing varies in:
/// where no error is made at all, EER and AUC have Wilson's bound with the number of people.
package struct CurveBounds: Equatable, Sendable {
  /// nil where the curve has no EER.
  package let equalErrorRate: PersonInterval?
  package let auc: PersonInterval?
  package let dPrime: PersonInterval?

  /// The bounds for `curve`, which must be the curve of the same trials.
  ///
  /// - Parameters:
  ///   - resamples: draws of people; fewer, at least 200, where scores are many.
  ///   - seed: of those draws.
  package init(
    of curve: ThresholdCurve, _ table: TrialTable, in part: TrialTable.Part? = .evaluation,
    reconstructionThreshold: Double? = nil, resamples: Int = 1000, seed: UInt64 = 1
  ) {
    let decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    self.init(of: curve, table, decisions, resamples: resamples, seed: seed)
  }

  /// As above, for the trials of `decisions` alone.
  init(
    of curve: ThresholdCurve, _ table: TrialTable, _ decisions: [Decision], resamples: Int = 1000,
    seed: UInt64 = 1
  ) {
    guard curve.genuine.count > 0, curve.impostor.count > 0 else {
      equalErrorRate = nil
      auc = nil
      dPrime = nil
      return
    }
    var generator = SeededGenerator(seed: seed, stream: 1)
    let scores = PersonScores(
      table, decisions, atMost: PersonScores.most, from: curve.impostor.count, &generator)
    let draws = PersonDraws(
      people: scores.people, resamples: resamples, work: scores.count, budget: PersonScores.budget,
      seed: seed)
    var rates: [Double] = []
    var areas: [Double] = []
    let separations = draws.values { weights in
      guard let (rate, area) = scores.rateAndArea(weights) else { return nil }
      rates.append(rate)
      areas.append(area)
      return scores.dPrime(weights)
    }
    let isSmall = scores.genuinePeople < ProportionInterval.fewestPeople
    let isWeak = scores.overlappingPeople < ProportionInterval.fewestPeople
    func bounds(_ value: Double, _ redrawn: [Double]) -> PersonInterval? {
      if value == 0 || value == 1 {
        return PersonInterval(
          ProportionInterval(allAlike: value == 1, people: scores.genuinePeople))
      }
      return CurveBounds.spread(of: redrawn, around: value, isWeak: isWeak)
    }
    equalErrorRate = curve.equalErrorRate.flatMap { bounds($0.rate, rates) }
    auc = curve.auc.flatMap { bounds($0, areas) }
    dPrime = curve.dPrime.flatMap {
      CurveBounds.spread(of: separations, around: $0, isWeak: isSmall)
    }
  }

  private static func spread(
    of redrawn: [Double], around value: Double, isWeak: Bool
  ) -> PersonInterval? {
    DrawSpread(redrawn).map {
      PersonInterval(low: min($0.low, value), high: max($0.high, value), isWeak: isWeak)
    }
  }
}
