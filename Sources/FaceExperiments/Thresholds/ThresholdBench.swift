package import FaceEvaluation
package import FaceVocabulary

/// Thresholds looked for in stored scores: nothing is trained or compared again.
package struct ThresholdBench: Sendable {
  package let result: StoredResult
  /// The scores, divided into parts where a share was asked for.
  package let trials: TrialTable

  /// - Parameter developmentShare: how much of the probes thresholds are chosen on; nil leaves the
  ///   parts as they were stored.
  package init(_ result: StoredResult, developmentShare: Double?) {
    self.result = result
    trials =
      developmentShare.map {
        DevelopmentSplit.divided(
          result.trials, groups: result.groups, share: $0,
          seed: result.manifest.plan.split.seed)
      } ?? result.trials
  }

  /// The second gate that the result was made with.
  package var gate: Double? { result.manifest.plan.reconstructionThreshold }

  /// Whether some probes are set aside for choosing.
  package var hasDevelopmentPart: Bool {
    trials.probes.contains { $0.part == .development }
  }

  /// Operating points of `part` at thresholds where probes change sides.
  ///
  /// - Parameter points: at most so many, spread evenly; nil gives all.
  package func sweep(
    _ part: TrialTable.Part, points: Int?
  ) throws(ResultError) -> [ThresholdRow] {
    let curve = ThresholdCurve(trials, in: part, reconstructionThreshold: gate)
    let thresholds = curve.thresholds(atMost: points)
    guard !thresholds.isEmpty else {
      throw .nothingMeasured(name: result.name, wanted: "scores in part \(part)", hint: nil)
    }
    let bounds = ThresholdBounds(trials, in: part, reconstructionThreshold: gate)
    return thresholds.map {
      ThresholdRow(
        part: part, point: curve.point(at: $0), intervals: bounds.intervals(at: $0))
    }
  }

  /// The operating point of `part` at `threshold`.
  ///
  /// - Parameter costs: what errors cost, where the threshold was chosen by it.
  package func row(
    _ part: TrialTable.Part, at threshold: Distance, costs: ErrorCosts? = nil
  ) -> ThresholdRow {
    let curve = ThresholdCurve(trials, in: part, reconstructionThreshold: gate)
    let bounds = ThresholdBounds(trials, in: part, reconstructionThreshold: gate)
    return ThresholdRow(
      part: part, point: curve.point(at: threshold), intervals: bounds.intervals(at: threshold),
      cost: costs.flatMap {
        bounds.errorMean(
          at: threshold, falseMatch: $0.falseMatch * (1 - $0.genuineShare),
          falseNonMatch: $0.falseNonMatch * $0.genuineShare)
      })
  }

  /// What a gate on the reconstruction error lets pass, at errors where probes change sides.
  package func reconstructionSweep(
    _ part: TrialTable.Part, points: Int?
  ) throws(ResultError) -> [ReconstructionRow] {
    guard trials.probes.contains(where: { $0.reconstructionError != nil }) else {
      throw .nothingMeasured(
        name: result.name, wanted: "reconstruction errors",
        hint: "evaluate eigen or fisher with --unknown 0.25; LBPH draws no faces")
    }
    let curve = ReconstructionCurve(trials, in: part)
    return curve.thresholds(atMost: points).map {
      let acceptance = curve.acceptance(at: $0)
      let intervals = ReconstructionCurve.intervals(trials, in: part, at: $0)
      return ReconstructionRow(
        part: part, threshold: $0, mated: acceptance.mated, matedInterval: intervals.mated,
        strangers: acceptance.strangers, strangersInterval: intervals.strangers,
        matedProbes: curve.mated.count, strangerProbes: curve.strangers.count)
    }
  }

  /// The threshold that `criterion` gives on `chosenOn`, with what it does on both parts.
  package func choose(
    _ criterion: ThresholdCriterion, on chosenOn: TrialTable.Part
  ) throws(EvaluationError) -> ThresholdChoice {
    let curve = ThresholdCurve(trials, in: chosenOn, reconstructionThreshold: gate)
    let threshold = try curve.threshold(for: criterion)
    let parts: [TrialTable.Part] =
      chosenOn == .development ? [.development, .evaluation] : [.evaluation]
    var costs: ErrorCosts?
    if case .leastCost(let given) = criterion { costs = given }
    return ThresholdChoice(
      criterion: criterion, threshold: threshold, isOptimistic: chosenOn == .evaluation,
      rows: parts.map { row($0, at: threshold, costs: costs) })
  }

  /// What changes among all probes when the threshold goes from `old` to `new`.
  package func tryOut(_ new: Distance, from old: Distance) -> ThresholdTrial {
    let index = ThresholdIndex(trials, in: nil, reconstructionThreshold: gate)
    let accepted = index.accepted(at: new)
    let change = index.changes(from: old, to: new)
    return ThresholdTrial(
      threshold: new, previous: old, knownAccepted: accepted.known, known: index.matedProbes,
      strangersAccepted: accepted.strangers, strangers: index.nonMatedProbes,
      accepted: change.accepted.map { trials.probes[$0.probe].file },
      rejected: change.rejected.map { trials.probes[$0.probe].file })
  }
}

/// One operating point with the intervals of its rates.
package struct ThresholdRow: Equatable, Sendable {
  package let part: TrialTable.Part
  package let point: OperatingPoint
  package let intervals: RateIntervals
  /// Where the expected cost lies; nil unless the threshold was chosen by cost.
  package var cost: PersonInterval?
}

/// What a gate on the reconstruction error lets pass; FMR and FNMR do not exist for it.
package struct ReconstructionRow: Equatable, Sendable {
  package let part: TrialTable.Part
  package let threshold: Double
  /// Share of mated probes under the threshold; nil without such probes.
  package let mated: Double?
  package let matedInterval: ProportionInterval?
  /// Share of non-mated probes under the threshold; nil without such probes.
  package let strangers: Double?
  package let strangersInterval: ProportionInterval?
  package let matedProbes: Int
  package let strangerProbes: Int
}

/// A threshold chosen by a rule, and what it does.
package struct ThresholdChoice: Equatable, Sendable {
  package let criterion: ThresholdCriterion
  package let threshold: Distance
  /// Whether it was chosen on the very probes it is reported on.
  package let isOptimistic: Bool
  /// Part dev, then part eval; eval alone when chosen there.
  package let rows: [ThresholdRow]
}

/// A threshold tried by hand.
package struct ThresholdTrial: Equatable, Sendable {
  package let threshold: Distance
  package let previous: Distance
  /// Probes of known people that are accepted, under whatever name.
  package let knownAccepted: Int
  package let known: Int
  package let strangersAccepted: Int
  package let strangers: Int
  /// Files accepted now and not before, and the other way round, by rising distance.
  package let accepted: [String]
  package let rejected: [String]
}
