/// How many errors of each kind single comparisons make at one threshold.
package struct VerificationStep: Equatable, Sendable {
  package let threshold: Double
  package let falseMatches: Int
  package let falseNonMatches: Int
}

/// Where FMR and FNMR meet.
package struct EqualErrorRate: Equatable, Sendable {
  /// The lowest threshold with the least |FMR − FNMR|.
  package let threshold: Double
  /// Mean of FMR and FNMR there.
  package let rate: Double
}

extension ThresholdCurve {
  /// Walks through all distinct thresholds in rising order: the lowest score, which accepts nobody,
  /// then just above every score.
  ///
  /// - Complexity: O(scores), nothing stored.
  package func walk(_ visit: (VerificationStep) -> Void) {
    genuine.values.withUnsafeBufferPointer { genuine in
      impostor.values.withUnsafeBufferPointer { impostor in
        let lowest = min(genuine.first ?? .infinity, impostor.first ?? .infinity)
        guard lowest.isFinite else { return }
        visit(
          VerificationStep(threshold: lowest, falseMatches: 0, falseNonMatches: genuine.count))
        var matched = 0
        var falselyMatched = 0
        while true {
          let score = min(
            matched < genuine.count ? genuine[matched] : .infinity,
            falselyMatched < impostor.count ? impostor[falselyMatched] : .infinity)
          guard score.isFinite else { return }
          while matched < genuine.count && genuine[matched] == score { matched += 1 }
          while falselyMatched < impostor.count && impostor[falselyMatched] == score {
            falselyMatched += 1
          }
          visit(
            VerificationStep(
              threshold: score.nextUp, falseMatches: falselyMatched,
              falseNonMatches: genuine.count - matched))
        }
      }
    }
  }

  /// The steps of ``walk(_:)``; corners of the curve are kept first when there are more than `limit`.
  ///
  /// - Parameter limit: at most about so many steps, for drawing; nil gives all.
  package func steps(atMost limit: Int? = nil) -> [VerificationStep] {
    guard let limit else {
      var all: [VerificationStep] = []
      walk { all.append($0) }
      return all
    }
    // One step for each of `limit` cells of either axis: even in FMR, in FNMR and near both ends.
    var kept: [VerificationStep] = []
    var lastCell = (-1, -1)
    var pending: VerificationStep?
    walk { step in
      let cell = (
        cell(step.falseMatches, of: impostor.count, cells: limit / 2),
        cell(step.falseNonMatches, of: genuine.count, cells: limit / 2)
      )
      if cell != lastCell {
        kept.append(step)
        lastCell = cell
        pending = nil
      } else {
        pending = step
      }
    }
    if let pending { kept.append(pending) }
    return kept
  }

  /// A cell of an axis that is fine near zero, as false match rates are read on a log scale.
  private func cell(_ count: Int, of total: Int, cells: Int) -> Int {
    guard total > cells else { return count }
    return count <= cells / 2 ? count : cells / 2 + count * (cells / 2) / total
  }

  /// The equal error rate; nil where genuine or impostor scores are missing.
  ///
  /// Differences of rates are compared as whole numbers, so no rounding picks the threshold.
  package var equalErrorRate: EqualErrorRate? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var best: (gap: Int, step: VerificationStep)?
    walk { step in
      let gap = abs(
        step.falseMatches * genuine.count - step.falseNonMatches * impostor.count)
      if gap < best?.gap ?? Int.max { best = (gap, step) }
    }
    guard let step = best?.step else { return nil }
    let fmr = Double(step.falseMatches) / Double(impostor.count)
    let fnmr = Double(step.falseNonMatches) / Double(genuine.count)
    return EqualErrorRate(threshold: step.threshold, rate: (fmr + fnmr) / 2)
  }

  /// Area under the ROC: the chance that an impostor score is the larger one, ties half; nil where
  /// genuine or impostor scores are missing.
  package var auc: Double? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var below = 0
    var upTo = 0
    var halves = 0
    for score in genuine.values {
      while below < impostor.count && impostor.values[below] < score { below += 1 }
      upTo = max(upTo, below)
      while upTo < impostor.count && impostor.values[upTo] == score { upTo += 1 }
      halves += 2 * (impostor.count - upTo) + (upTo - below)
    }
    return Double(halves) / (2 * Double(genuine.count) * Double(impostor.count))
  }

  /// d′: distance between the means of impostor and genuine scores in units of their pooled spread,
  /// misses aside; nil where either has fewer than two scores or neither varies.
  ///
  /// Variances divide by n, as pyeer's do.
  package var dPrime: Double? {
    func moments(_ scores: SortedScores) -> (mean: Double, variance: Double)? {
      let finite = scores.values.prefix(scores.finiteCount)
      guard finite.count > 1 else { return nil }
      let mean = finite.reduce(0, +) / Double(finite.count)
      let squares = finite.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (mean, squares / Double(finite.count))
    }
    guard let own = moments(genuine), let other = moments(impostor) else { return nil }
    let spread = ((own.variance + other.variance) / 2).squareRoot()
    return spread > 0 ? abs(other.mean - own.mean) / spread : nil
  }
}
