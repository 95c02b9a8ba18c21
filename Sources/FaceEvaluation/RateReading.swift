/// Reads the rows of a ``RateSheet`` off the trials of one part.
struct RateReading {
  private let table: TrialTable
  private let part: TrialTable.Part
  private let threshold: Double?
  private let gate: Double?
  private let curve: ThresholdCurve
  private let curveBounds: CurveBounds
  private let summary: AccuracySummary
  private let equal: EqualErrorRate?
  /// Counts at the threshold, their intervals and the error mean's; nil without one.
  private let point: OperatingPoint?
  private let bounds: RateIntervals?
  private let errorMeanInterval: PersonInterval?
  private let mated: [Decision]

  init(_ table: TrialTable, in part: TrialTable.Part, threshold: Double?, gate: Double?) {
    self.table = table
    self.part = part
    self.threshold = threshold
    self.gate = gate
    curve = ThresholdCurve(table, in: part, reconstructionThreshold: gate)
    curveBounds = CurveBounds(of: curve, table, in: part, reconstructionThreshold: gate)
    equal = curve.equalErrorRate
    summary = AccuracySummary(
      table, in: part, threshold: threshold, reconstructionThreshold: gate)
    let all = threshold.map { _ in
      ThresholdBounds(table, in: part, reconstructionThreshold: gate)
    }
    point = threshold.map { [curve] in curve.point(at: $0) }
    bounds = threshold.flatMap { all?.intervals(at: $0) }
    errorMeanInterval = threshold.flatMap {
      all?.errorMean(at: $0, falseMatch: 0.5, falseNonMatch: 0.5)
    }
    mated = table.decisions(in: part, reconstructionThreshold: gate).filter(\.isMated)
  }

  /// The row of `rate`; its value is nil where there is nothing to read it off.
  func row(_ rate: RateSheet.Rate) -> RateSheet.Row {
    switch rate {
    case .rank1: found(rate, within: 1)
    case .rank5: found(rate, within: 5)
    case .rank10: found(rate, within: 10)
    case .macroAccuracy: macroMean(rate)
    case .eer:
      plain(rate, equal?.rate, interval: curveBounds.equalErrorRate, at: equal?.threshold)
    case .auc: plain(rate, curve.auc, interval: curveBounds.auc)
    case .dPrime: plain(rate, curve.dPrime, interval: curveBounds.dPrime)
    case .hter: plain(rate, point?.hter, interval: errorMeanInterval, at: threshold)
    case .fmr:
      counted(
        rate, point?.fmr, interval: bounds?.fmr, events: point?.falseMatches,
        of: curve.impostor.count, at: threshold)
    case .fnmr:
      counted(
        rate, point?.fnmr, interval: bounds?.fnmr, events: point?.falseNonMatches,
        of: curve.genuine.count, at: threshold)
    case .fpir:
      counted(
        rate, point?.fpir, interval: bounds?.fpir, events: point?.falsePositives,
        of: curve.strangers.count, at: threshold)
    case .fnir:
      counted(
        rate, point?.fnir, interval: bounds?.fnir,
        events: point.map { $0.matedProbes - $0.identified }, of: curve.matedProbes,
        at: threshold)
    case .dir:
      counted(
        rate, point?.dir, interval: bounds?.fnir?.complement, events: point?.identified,
        of: curve.matedProbes, at: threshold)
    case .accuracy:
      counted(
        rate, summary.accuracy, interval: summary.interval, events: summary.correct,
        of: summary.total, at: threshold)
    }
  }

  /// How many mated probes have their own person within rank `limit`.
  private func found(_ rate: RateSheet.Rate, within limit: Int) -> RateSheet.Row {
    func isFound(_ decision: Decision) -> Bool { (decision.rank ?? .max) <= limit }
    let hits = mated.count(where: isFound)
    return counted(
      rate, OperatingPoint.share(hits, of: mated.count),
      interval: ProportionInterval(byPerson: table.tallies(of: mated, where: isFound)),
      events: hits, of: mated.count)
  }

  private func macroMean(_ rate: RateSheet.Rate) -> RateSheet.Row {
    let people = table.personResults(
      in: part, threshold: threshold, reconstructionThreshold: gate)
    return plain(
      rate, table.macroMean(in: part, threshold: threshold, reconstructionThreshold: gate),
      interval: ProportionInterval(meanOf: people.map(\.tally)).map(PersonInterval.init),
      at: threshold)
  }

  private func counted(
    _ rate: RateSheet.Rate, _ value: Double?, interval: ProportionInterval?, events: Int?,
    of trials: Int, at threshold: Double? = nil
  ) -> RateSheet.Row {
    plain(
      rate, value, interval: interval.map(PersonInterval.init), events: events, of: trials,
      at: threshold)
  }

  private func plain(
    _ rate: RateSheet.Rate, _ value: Double?, interval: PersonInterval?, events: Int? = nil,
    of trials: Int? = nil, at threshold: Double? = nil
  ) -> RateSheet.Row {
    RateSheet.Row(
      rate: rate, value: value, interval: value == nil ? nil : interval,
      events: value == nil ? nil : events, trials: trials, threshold: threshold)
  }
}
