import FaceVocabulary

/// Every rate of one part in one list: ranks, the threshold-free ones, and those at one threshold.
package struct RateSheet: Equatable, Sendable {
  package let part: TrialTable.Part
  /// The threshold of the rates that need one; nil where none was given or chosen.
  package let threshold: Double?
  package let rows: [Row]

  /// One rate.
  package struct Row: Equatable, Sendable {
    package let rate: Rate
    /// A share, except for d′; nil where it is not measured.
    package let value: Double?
    /// Where it lies, by person; nil where it is not measured.
    package let interval: PersonInterval?
    /// What was counted for the share, of ``trials``; nil for rates that are no plain share.
    package let events: Int?
    package let trials: Int?
    /// Where the rate is read: the threshold of the sheet, or the EER's own.
    package let threshold: Double?
  }

  /// The rates in the order of the sheet; raw values are what scripts see.
  package enum Rate: String, CaseIterable, Sendable {
    case rank1, rank5, rank10
    case macroAccuracy = "macro_accuracy"
    case eer, auc
    case dPrime = "d_prime"
    case fmr, fnmr, hter, fpir, fnir, dir, accuracy

    /// What people read.
    package var title: String {
      switch self {
      case .rank1: "rank 1"
      case .rank5: "within rank 5"
      case .rank10: "within rank 10"
      case .macroAccuracy: "accuracy, mean over people"
      case .eer, .auc, .fmr, .fnmr, .hter, .fpir, .fnir, .dir: rawValue.uppercased()
      case .dPrime: "d′"
      case .accuracy: "accuracy"
      }
    }
  }

  /// Reads all rates off the trials of `part`.
  ///
  /// - Parameters:
  ///   - threshold: where FMR, FNMR, HTER, FPIR, FNIR, DIR and accuracy are read; nil leaves them
  ///     unmeasured, except for accuracy, which is rank 1 then.
  ///   - reconstructionThreshold: the second gate.
  package init(
    _ table: TrialTable, in part: TrialTable.Part = .evaluation, threshold: Double? = nil,
    reconstructionThreshold gate: Double? = nil
  ) {
    self.part = part
    self.threshold = threshold
    let curve = ThresholdCurve(table, in: part, reconstructionThreshold: gate)
    let summary = AccuracySummary(
      table, in: part, threshold: threshold, reconstructionThreshold: gate)
    let atThreshold = threshold.map { threshold in
      let all = ThresholdBounds(table, in: part, reconstructionThreshold: gate)
      return (
        rates: all.intervals(at: threshold),
        hter: all.errorMean(at: threshold, falseMatch: 0.5, falseNonMatch: 0.5)
      )
    }
    let bounds = atThreshold?.rates
    let curveBounds = CurveBounds(of: curve, table, in: part, reconstructionThreshold: gate)
    let point = threshold.map { curve.point(at: $0) }
    let mated = table.decisions(in: part, reconstructionThreshold: gate).filter(\.isMated)
    let equal = curve.equalErrorRate

    func plain(
      _ rate: Rate, _ value: Double?, interval: PersonInterval?, events: Int? = nil,
      of trials: Int? = nil, at threshold: Double? = nil
    ) -> Row {
      Row(
        rate: rate, value: value, interval: value == nil ? nil : interval,
        events: value == nil ? nil : events, trials: trials, threshold: threshold)
    }
    func counted(
      _ rate: Rate, _ value: Double?, interval: ProportionInterval?, events: Int?, of trials: Int,
      at threshold: Double? = nil
    ) -> Row {
      plain(
        rate, value, interval: interval.map(PersonInterval.init), events: events, of: trials,
        at: threshold)
    }
    func found(_ rate: Rate, within limit: Int) -> Row {
      func isFound(_ decision: Decision) -> Bool { (decision.rank ?? .max) <= limit }
      let hits = mated.count(where: isFound)
      return counted(
        rate, OperatingPoint.share(hits, of: mated.count),
        interval: ProportionInterval(byPerson: table.tallies(of: mated, where: isFound)),
        events: hits, of: mated.count)
    }
    rows = Rate.allCases.map { rate in
      switch rate {
      case .rank1: found(rate, within: 1)
      case .rank5: found(rate, within: 5)
      case .rank10: found(rate, within: 10)
      case .macroAccuracy:
        plain(
          rate,
          table.macroMean(in: part, threshold: threshold, reconstructionThreshold: gate),
          interval: ProportionInterval(
            meanOf: table.personResults(
              in: part, threshold: threshold, reconstructionThreshold: gate
            ).map(\.tally)
          ).map(PersonInterval.init), at: threshold)
      case .eer:
        plain(
          rate, equal?.rate, interval: curveBounds.equalErrorRate, at: equal?.threshold)
      case .auc: plain(rate, curve.auc, interval: curveBounds.auc)
      case .dPrime: plain(rate, curve.dPrime, interval: curveBounds.dPrime)
      case .fmr:
        counted(
          rate, point?.fmr, interval: bounds?.fmr, events: point?.falseMatches,
          of: curve.impostor.count, at: threshold)
      case .fnmr:
        counted(
          rate, point?.fnmr, interval: bounds?.fnmr, events: point?.falseNonMatches,
          of: curve.genuine.count, at: threshold)
      case .hter:
        plain(rate, point?.hter, interval: atThreshold?.hter, at: threshold)
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
  }

  /// The row of `rate`.
  package subscript(rate: Rate) -> Row? { rows.first { $0.rate == rate } }
}

extension ProportionInterval {
  /// The interval of the opposite outcome.
  package var complement: ProportionInterval {
    ProportionInterval(
      low: 1 - high, high: 1 - low, effectiveTrials: effectiveTrials, isWeak: isWeak)
  }
}
