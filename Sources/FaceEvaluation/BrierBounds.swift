import FaceVocabulary
import Matrices

/// The 95 % intervals of Brier scores, by person.
///
/// People are drawn with replacement, the calibration stays as it was fitted; the interval spans the
/// middle 95 % of the redrawn scores.
package enum BrierBounds {
  /// One comparison: how far its probability was off, squared.
  private struct Loss {
    let person: Int
    /// The person it was compared with; nil where the comparison is of the probe's person alone.
    let other: Int?
    let isGenuine: Bool
    let loss: Double
  }

  /// The interval of `score`, the Brier score of single comparisons; an impostor one weighs the product
  /// of its two people's counts. nil with fewer than two people.
  ///
  /// - Parameter genuineShare: weight of the genuine comparisons, as in the score.
  package static func ofPairs(
    _ score: Double, _ calibration: Calibration, _ table: TrialTable,
    in part: TrialTable.Part? = .evaluation, reconstructionThreshold: Double? = nil,
    genuineShare: Double, resamples: Int = 1000, seed: UInt64 = 1
  ) -> PersonInterval? {
    let decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    var generator = SeededGenerator(seed: seed, stream: 1)
    let scores = PersonScores(
      table, decisions, atMost: PersonScores.most,
      from: table.impostorScores(of: decisions).count, &generator)
    let losses = scores.scores.filter(\.distance.isFinite).map { score in
      let isGenuine = score.other < 0
      return Loss(
        person: Int(score.person), other: isGenuine ? nil : Int(score.other), isGenuine: isGenuine,
        loss: squared(calibration, at: score.distance, isGenuine))
    }
    return interval(
      of: score, losses, people: scores.people, genuineShare: genuineShare, resamples: resamples,
      seed: seed)
  }

  /// The interval of `score`, the Brier score of searches: of the nearest person alone. nil with fewer
  /// than two people.
  ///
  /// - Parameter genuineShare: weight of the searches that name the right person; nil where each
  ///   counts once.
  package static func ofSearches(
    _ score: Double, _ calibration: Calibration, _ table: TrialTable,
    in part: TrialTable.Part? = .evaluation, reconstructionThreshold: Double? = nil,
    genuineShare: Double?, resamples: Int = 1000, seed: UInt64 = 1
  ) -> PersonInterval? {
    var numbers: [SubjectID: Int] = [:]
    let losses = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
      .filter { $0.isAccepted(at: nil) && $0.nearestDistance.isFinite }
      .map { decision in
        let subject = table.probes[decision.probe].subject
        let number = numbers[subject] ?? numbers.count
        numbers[subject] = number
        let isRight = decision.isCorrect(at: nil)
        return Loss(
          person: number, other: nil, isGenuine: isRight,
          loss: squared(calibration, at: decision.nearestDistance, isRight))
      }
    return interval(
      of: score, losses, people: numbers.count, genuineShare: genuineShare, resamples: resamples,
      seed: seed)
  }

  private static func squared(
    _ calibration: Calibration, at distance: Double, _ isGenuine: Bool
  ) -> Double {
    let difference = calibration.probability(at: distance) - (isGenuine ? 1 : 0)
    return difference * difference
  }

  private static func interval(
    of score: Double, _ losses: [Loss], people: Int, genuineShare: Double?, resamples: Int,
    seed: UInt64
  ) -> PersonInterval? {
    guard people > 1 else { return nil }
    let draws = PersonDraws(
      people: people, resamples: resamples, work: losses.count, budget: PersonScores.budget,
      seed: seed)
    let redrawn = draws.values { weights -> Double? in
      var own = (weight: 0.0, loss: 0.0)
      var other = (weight: 0.0, loss: 0.0)
      for loss in losses {
        let weight = weights[loss.person] * (loss.other.map { weights[$0] } ?? 1)
        if loss.isGenuine {
          own.weight += weight
          own.loss += weight * loss.loss
        } else {
          other.weight += weight
          other.loss += weight * loss.loss
        }
      }
      guard let genuineShare else {
        let weight = own.weight + other.weight
        return weight > 0 ? (own.loss + other.loss) / weight : nil
      }
      guard own.weight > 0, other.weight > 0 else { return nil }
      return genuineShare * own.loss / own.weight
        + (1 - genuineShare) * other.loss / other.weight
    }
    // Either kind may be of so few people that no draw tells how it varies.
    func peopleOf(genuine: Bool) -> Int {
      Set(losses.filter { $0.isGenuine == genuine }.map(\.person)).count
    }
    let fewest = min(peopleOf(genuine: true), peopleOf(genuine: false))
    return DrawSpread(redrawn).map {
      PersonInterval(
        low: min($0.low, score), high: max($0.high, score),
        isWeak: fewest < ProportionInterval.fewestPeople)
    }
  }
}
