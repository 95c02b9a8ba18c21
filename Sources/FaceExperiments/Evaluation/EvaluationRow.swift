package import FaceEvaluation
package import FaceModels
package import FaceVocabulary

/// One row of the accuracy and timing table: a stored result in numbers.
package struct EvaluationRow: Equatable, Sendable {
  package let result: StoredResult
  package let summary: AccuracySummary

  /// The row of the evaluation part of `result`.
  package init(_ result: StoredResult) {
    self.result = result
    summary = result.manifest.plan.summary(of: result.trials)
  }

  package var plan: EvaluationPlan { result.manifest.plan }
  package var outline: EvaluationOutline { result.manifest.outline }
  package var cell: EvaluationPlan.Cell { result.manifest.cell }

  /// Name of the stored model that was tested; nil where folds were trained.
  package var modelName: String? {
    if case .stored(let name, _) = cell.recogniser { return name }
    return nil
  }

  /// Whether the data is too thin even for the accuracy's interval.
  package var isWeak: Bool { summary.interval?.isWeak == true }

  /// Whether single pairs are told same or different, so that nobody is searched for.
  package var isOfPairs: Bool { result.isOfPairs }

  /// Share of mated probes whose own person is nearest; nil without such probes and for pairs.
  package var rankOne: Double? { isOfPairs ? nil : summary.rankOne }

  /// People of the gallery of whom no picture is looked for, in either part; nil for pairs, where
  /// nobody is searched for, and for a stored model, whose people need not be in the dataset.
  package var unprobed: [SubjectID]? {
    guard !isOfPairs, plan.split.kind != .model else { return nil }
    let probed = Set(result.trials.probes.map(\.subject))
    return result.trials.gallery.filter { !probed.contains($0) }
  }

  /// Single comparisons of the evaluation part: FMR, FNMR and what follows from them.
  package var verification: ThresholdCurve {
    ThresholdCurve(result.trials, reconstructionThreshold: plan.reconstructionThreshold)
  }

  /// Whether rates are counted over several trainings together.
  package var isPooled: Bool { outline.folds * outline.repeats > 1 }

  /// Milliseconds of one training; nil where nothing was trained.
  package var trainMilliseconds: TimingSummary? {
    result.measurement.flatMap { TimingSummary($0.timing.trainMilliseconds) }
  }

  /// Milliseconds of one training with its share of what is done once for all of them; nil where
  /// nothing was trained.
  package var fullTrainMilliseconds: TimingSummary? {
    guard let timing = result.measurement?.timing else { return nil }
    let share = timing.sharedMilliseconds / Double(max(1, timing.trainMilliseconds.count))
    return TimingSummary(timing.trainMilliseconds.map { $0 + share })
  }

  /// Milliseconds a probe: comparison with the whole gallery, preparation of the face aside.
  package var predictMilliseconds: TimingSummary? {
    result.measurement.flatMap { TimingSummary($0.timing.predictMilliseconds) }
  }
}

extension ResultManifest {
  /// The cell that the result is of.
  package var cell: EvaluationPlan.Cell {
    guard let cell = plan.cells.first else { preconditionFailure("a result is of one cell") }
    return cell
  }
}

/// Median and 95th percentile of measured times.
package struct TimingSummary: Equatable, Sendable, Codable {
  package let median: Double
  /// Nearest rank: the smallest time that at least 95 % are at most.
  package let p95: Double

  /// nil without times.
  package init?(_ times: [Double]) {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    let middle = sorted.count / 2
    median =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    p95 = sorted[(sorted.count * 95 + 99) / 100 - 1]
  }
}

extension TrainingSettings.Components {
  /// The number asked for; nil for all and for a share of the variance.
  package var count: Int? {
    if case .count(let count) = self { return count }
    return nil
  }
}
