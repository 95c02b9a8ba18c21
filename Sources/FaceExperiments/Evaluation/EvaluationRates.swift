package import FaceEvaluation

/// Every rate of a stored result but its accuracy, each with where it lies, by person.
package struct EvaluationRates: Sendable {
  /// A rate or a separation; nil where it is not measured.
  package struct Rate: Equatable, Sendable {
    package let value: Double?
    package let interval: PersonInterval?

    init(_ value: Double?, _ interval: PersonInterval?) {
      self.value = value
      self.interval = value == nil ? nil : interval
    }

    init(_ value: Double?, _ interval: ProportionInterval?) {
      self.init(value, interval.map(PersonInterval.init))
    }
  }

  /// Single comparisons of the evaluation part.
  package let curve: ThresholdCurve
  package let rankOne: Rate
  package let fpir: Rate
  package let fnir: Rate
  package let fmr: Rate
  package let fnmr: Rate
  package let hter: Rate
  package let equalErrorRate: Rate
  package let auc: Rate
  package let dPrime: Rate

  /// Reads them off the trials of `row`.
  package init(_ row: EvaluationRow) {
    let trials = row.result.trials
    let gate = row.plan.reconstructionThreshold
    curve = row.verification
    let mated = trials.decisions(in: .evaluation, reconstructionThreshold: gate).filter(\.isMated)
    rankOne = Rate(
      row.rankOne, ProportionInterval(byPerson: trials.tallies(of: mated) { $0.isRankOne }))
    // A gate alone lets every distance pass.
    let limit = row.plan.threshold ?? (gate == nil ? nil : .infinity)
    let bounds = limit.map { _ in ThresholdBounds(trials, reconstructionThreshold: gate) }
    let searches = limit.flatMap { bounds?.intervals(at: $0) }
    fpir = Rate(row.summary.fpir, searches?.fpir)
    fnir = Rate(row.summary.fnir, searches?.fnir)
    let point = row.plan.threshold.map { [curve] in curve.point(at: $0) }
    fmr = Rate(point?.fmr, searches?.fmr)
    fnmr = Rate(point?.fnmr, searches?.fnmr)
    hter = Rate(
      point?.hter,
      row.plan.threshold.flatMap {
        bounds?.errorMean(at: $0, falseMatch: 0.5, falseNonMatch: 0.5)
      })
    let whole = CurveBounds(of: curve, trials, reconstructionThreshold: gate)
    equalErrorRate = Rate(curve.equalErrorRate?.rate, whole.equalErrorRate)
    auc = Rate(curve.auc, whole.auc)
    dPrime = Rate(curve.dPrime, whole.dPrime)
  }
}
