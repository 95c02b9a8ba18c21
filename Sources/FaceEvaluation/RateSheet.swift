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
    let reading = RateReading(table, in: part, threshold: threshold, gate: gate)
    rows = Rate.allCases.map(reading.row)
  }

  /// The row of `rate`.
  package subscript(rate: Rate) -> Row? { rows.first { $0.rate == rate } }
}
