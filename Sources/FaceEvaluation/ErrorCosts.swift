/// What the two errors of a comparison cost, and how often a comparison is of one person.
///
/// - Note: The detection cost function of NIST's speaker recognition evaluations: Doddington et al.,
///   Speech Communication 31(2), 2000, §2.
package struct ErrorCosts: Hashable, Sendable {
  /// Cost of taking another person for the own one.
  package let falseMatch: Double
  /// Cost of not knowing the own person.
  package let falseNonMatch: Double
  /// Share of comparisons that are of one person, where the threshold is to be used; 0 < share < 1.
  package let genuineShare: Double

  package init(falseMatch: Double, falseNonMatch: Double, genuineShare: Double = 0.5) {
    self.falseMatch = falseMatch
    self.falseNonMatch = falseNonMatch
    self.genuineShare = genuineShare
  }

  /// Expected cost of one comparison: C_FM·(1 − π)·FMR + C_FNM·π·FNMR; nil where a rate is not
  /// measured.
  package func expected(at point: OperatingPoint) -> Double? {
    guard let fmr = point.fmr, let fnmr = point.fnmr else { return nil }
    return expected(fmr: fmr, fnmr: fnmr)
  }

  /// The same from the rates themselves.
  func expected(fmr: Double, fnmr: Double) -> Double {
    falseMatch * (1 - genuineShare) * fmr + falseNonMatch * genuineShare * fnmr
  }
}

extension ThresholdCurve {
  /// The lowest threshold at which a comparison costs least; nil where genuine or impostor scores are
  /// missing.
  ///
  /// Costs that differ by rounding alone are equal, so that the lowest of equal thresholds is taken.
  package func cheapestThreshold(_ costs: ErrorCosts) -> Double? {
    guard genuine.count > 0, impostor.count > 0 else { return nil }
    var best: (threshold: Double, cost: Double)?
    walk { step in
      let cost = costs.expected(
        fmr: Double(step.falseMatches) / Double(impostor.count),
        fnmr: Double(step.falseNonMatches) / Double(genuine.count))
      if let known = best, cost >= known.cost - 1e-12 * known.cost { return }
      best = (step.threshold, cost)
    }
    // Scores that are all misses can be accepted at no threshold: any costs the same.
    return best?.threshold ?? acceptingAll
  }
}
