/// How well the probabilities of a calibration agree with what happened.
package struct ReliabilityTable: Equatable, Sendable {
  /// Bins of equal width that hold at least one score.
  package let bins: [Bin]
  /// Mean squared difference between probability and outcome; own and other people weigh as in the fit.
  package let brierScore: Double
  /// Mean absolute difference between said and seen over the bins, weighted.
  package let expectedCalibrationError: Double

  /// Scores whose probability lies in one range.
  package struct Bin: Equatable, Sendable {
    package let low: Double
    package let high: Double
    package let scores: Int
    /// Weighted mean of the probabilities.
    package let said: Double
    /// Weighted share of genuine scores.
    package let seen: Double
  }

  /// Judges `calibration` on the scores of `curve`, which it must not have been fitted on.
  ///
  /// - Throws: ``EvaluationError/tooFewScores(genuine:impostor:)`` without a score of each kind.
  package init(
    _ calibration: Calibration, on curve: ThresholdCurve, genuineShare: Double = 0.5,
    bins binCount: Int = 10
  ) throws(EvaluationError) {
    let own = curve.genuine.values.prefix(curve.genuine.finiteCount)
    let other = curve.impostor.values.prefix(curve.impostor.finiteCount)
    guard !own.isEmpty, !other.isEmpty else {
      throw .tooFewScores(genuine: own.count, impostor: other.count)
    }
    struct Sum {
      var scores = 0
      var weight = 0.0
      var said = 0.0
      var seen = 0.0
    }
    var sums = [Sum](repeating: Sum(), count: max(1, binCount))
    var brier = 0.0
    func add(_ scores: ArraySlice<Double>, outcome: Double, share: Double) {
      let weight = share / Double(scores.count)
      for score in scores {
        let probability = calibration.probability(at: score)
        let bin = min(sums.count - 1, Int(probability * Double(sums.count)))
        sums[bin].scores += 1
        sums[bin].weight += weight
        sums[bin].said += weight * probability
        sums[bin].seen += weight * outcome
        brier += weight * (probability - outcome) * (probability - outcome)
      }
    }
    add(own, outcome: 1, share: genuineShare)
    add(other, outcome: 0, share: 1 - genuineShare)
    let width = 1 / Double(sums.count)
    bins = sums.enumerated().filter { $1.scores > 0 }.map { number, sum in
      Bin(
        low: Double(number) * width, high: Double(number + 1) * width, scores: sum.scores,
        said: sum.said / sum.weight, seen: sum.seen / sum.weight)
    }
    brierScore = brier
    expectedCalibrationError = sums.reduce(0) { $0 + abs($1.said - $1.seen) }
  }
}
