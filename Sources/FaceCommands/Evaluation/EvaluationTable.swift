import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// The accuracy and timing table: every key for programs, the telling ones for people.
struct EvaluationTable {
  let rows: [EvaluationRow]
  var notes: [String] = []
  /// Whether people see the names of the results, which a command tells below its table.
  var namesResults = false

  /// The table of these results, in their order.
  var table: Table {
    let columns = self.columns(
      rates: Dictionary(
        rows.map { ($0.result.name, EvaluationRates($0)) }, uniquingKeysWith: { first, _ in first })
    )
    var table = Table(
      columns: columns.map(\.column), rows: rows.map { row in columns.map { $0.value(row) } },
      notes: notes)
    for (position, row) in rows.enumerated() {
      let isBest = row.summary.accuracy != nil && row.summary.accuracy == bestAccuracy
      let isWeak = row.isWeak
      if isBest || isWeak {
        table.marks[position] = isBest ? (isWeak ? .bestButWeak : .best) : .weak
      }
    }
    return table
  }

  /// The highest accuracy among rows that differ in it; nil where there is nothing to choose.
  private var bestAccuracy: Double? {
    let accuracies = Set(rows.compactMap(\.summary.accuracy))
    return accuracies.count > 1 ? accuracies.max() : nil
  }

  private struct TableColumn {
    let column: Table.Column
    let value: (EvaluationRow) -> Table.Value
  }

  /// A column that programs see, and people where `title` is given.
  private func column(
    _ key: String, _ title: String? = nil, _ display: Table.Display = .plain,
    _ value: @escaping (EvaluationRow) -> Table.Value
  ) -> TableColumn {
    TableColumn(column: Table.Column(key, title: title, display: display), value: value)
  }

  private func columns(rates: [String: EvaluationRates]) -> [TableColumn] {
    identity + outcome(rates) + searches(rates) + verification(rates) + timing + further(rates)
  }

  /// A rate that programs see with its bounds, and people where `title` is given.
  private func rate(
    _ key: String, _ title: String?, _ rates: [String: EvaluationRates],
    as display: Table.Display = .percent(2),
    _ rate: @escaping (EvaluationRates) -> EvaluationRates.Rate
  ) -> [TableColumn] {
    func part(_ value: @escaping (EvaluationRates.Rate) -> Double?) -> (EvaluationRow) ->
      Table.Value
    {
      { row in .measured(rates[row.result.name].flatMap { value(rate($0)) }) }
    }
    return [
      column(key, title, display, part { $0.value }),
      column(key + "_low", nil, .plain, part { $0.interval?.low }),
      column(key + "_high", nil, .plain, part { $0.interval?.high }),
    ]
  }

  /// Whether `value` differs between the rows, so that people need to see it.
  private func varies<Value: Hashable>(_ value: (EvaluationRow) -> Value) -> Bool {
    Set(rows.map(value)).count > 1
  }

  private var identity: [TableColumn] {
    [
      column("result", namesResults ? "result" : nil) { .text($0.result.name) },
      column("dataset", varies { $0.plan.dataset } ? "dataset" : nil) { .text($0.plan.dataset) },
      column("model", rows.contains { $0.modelName != nil } ? "model" : nil) {
        .optional($0.modelName)
      },
      column("method", "method") { .text($0.outline.method.rawValue) },
      column("components", "K") { .measured($0.outline.componentsLeast) },
      column("light", varies { $0.cell.light } ? "light" : nil) { .text($0.cell.light.rawValue) },
      column("mirror", varies { $0.cell.mirror } ? "mirror" : nil) {
        .text($0.cell.mirror.rawValue)
      },
      column("fuse", varies { $0.plan.fuse } ? "fuse" : nil) { .text($0.plan.fuse.rawValue) },
      column("protocol", varies { $0.plan.split.kind } ? "protocol" : nil) {
        .text($0.plan.split.kind.rawValue)
      },
      column("group_rule") { .text($0.outline.groupRule) },
      column("same_capture") { .boolean($0.plan.split.sharesCaptures) },
      column("pooled") { .boolean($0.isPooled) },
      column("part") { _ in .text(TrialTable.Part.evaluation.rawValue) },
      column("optimistic", rows.contains { $0.plan.optimistic } ? "optimistic" : nil) {
        .boolean($0.plan.optimistic)
      },
      column("folds") { .integer($0.outline.folds) },
      column("repeats") { .integer($0.outline.repeats) },
    ]
  }

  private func outcome(_ rates: [String: EvaluationRates]) -> [TableColumn] {
    let accuracy = [
      column("accuracy", "accuracy", .percent(2)) { .measured($0.summary.accuracy) },
      column("", "95% interval") {
        let interval = $0.summary.interval
        return .interval(from: interval?.low, to: interval?.high).flagged(
          weak: interval?.isWeak == true)
      },
      column("", "correct") { .text("\($0.summary.correct)/\($0.summary.total)") },
      column("correct") { .integer($0.summary.correct) },
      column("total") { .integer($0.summary.total) },
    ]
    let rankOne = rate(
      "rank1", rows.contains { $0.hasThreshold && !$0.isOfPairs } ? "rank 1" : nil, rates
    ) { $0.rankOne }
    let spread = [
      column(
        "accuracy_sd", rows.contains { $0.outline.repeats > 1 || $0.isOfPairs } ? "sd" : nil,
        .percent(2)
      ) {
        .measured($0.summary.accuracySD)
      },
      column("interval_low") { .measured($0.summary.interval?.low) },
      column("interval_high") { .measured($0.summary.interval?.high) },
      column("weak") { .boolean($0.summary.interval?.isWeak ?? false) },
    ]
    return accuracy + rankOne + spread
  }

  private func searches(_ rates: [String: EvaluationRates]) -> [TableColumn] {
    let decided = rows.contains { $0.hasThreshold }
    let strangers = rows.contains { $0.summary.nonMatedProbes > 0 && !$0.isOfPairs }
    let probes = [
      column("threshold", decided ? "threshold" : nil) { .measured($0.plan.threshold) },
      column("failures", rows.contains { $0.summary.failures > 0 } ? "failures" : nil) {
        .integer($0.summary.failures)
      },
      column("mated_probes", strangers ? "known" : nil) { .integer($0.summary.matedProbes) },
      column("nonmated_probes", strangers ? "strangers" : nil) {
        .integer($0.summary.nonMatedProbes)
      },
    ]
    let fpir = rate("fpir", decided && strangers ? "FPIR" : nil, rates) { $0.fpir }
    let fnir = rate("fnir", decided && rows.contains { !$0.isOfPairs } ? "FNIR" : nil, rates) {
      $0.fnir
    }
    let gallery = column("gallery_subjects") { .integer($0.summary.gallerySubjects) }
    return probes + fpir + fnir + [gallery] + errors
  }

  /// Where what is lost is lost; people see it where finding the face is part of the test.
  private var errors: [TableColumn] {
    let endToEnd = rows.contains { $0.plan.endToEnd }
    func count(_ key: String, _ outcome: DetectionOutcome) -> TableColumn {
      column(key) { row in
        .measured(row.summary.detections.map { $0[outcome, default: 0] })
      }
    }
    return [
      column("end_to_end") { .boolean($0.plan.endToEnd) },
      column("errors", endToEnd ? "errors" : nil) { .integer($0.summary.errors) },
      column("detection_errors", endToEnd ? "by detection" : nil) {
        .integer($0.summary.errorParts.detection)
      },
      column("recognition_errors", endToEnd ? "by recognition" : nil) {
        .integer($0.summary.errorParts.recognition)
      },
      column("threshold_errors", endToEnd ? "by threshold" : nil) {
        .integer($0.summary.errorParts.threshold)
      },
      count("missed_faces", .missed), count("misplaced_faces", .misplaced),
      count("doubled_faces", .doubled),
    ]
  }

  /// Rates of single comparisons; people see them where nobody is searched for, or where a world set
  /// makes them the point.
  private func verification(_ rates: [String: EvaluationRates]) -> [TableColumn] {
    let isShown = rows.contains { $0.isOfPairs || $0.plan.split.kind == .enrol }
    let decided = isShown && rows.contains { $0.plan.threshold != nil }
    func curve(_ row: EvaluationRow) -> ThresholdCurve? { rates[row.result.name]?.curve }
    let parts: [[TableColumn]] = [
      [
        column("genuine_scores") { .measured(curve($0)?.genuine.count) },
        column("impostor_scores") { .measured(curve($0)?.impostor.count) },
      ],
      rate("fmr", decided ? "FMR" : nil, rates) { $0.fmr },
      rate("fnmr", decided ? "FNMR" : nil, rates) { $0.fnmr },
      rate("hter", decided ? "HTER" : nil, rates) { $0.hter },
      rate("eer", isShown ? "EER" : nil, rates) { $0.equalErrorRate },
      [column("eer_threshold") { .measured(curve($0)?.equalErrorRate?.threshold) }],
      rate("auc", isShown ? "AUC" : nil, rates, as: .share(4)) { $0.auc },
      rate("d_prime", nil, rates, as: .plain) { $0.dPrime },
    ]
    return parts.flatMap(\.self)
  }

  /// Behind what was there before, for those who go by a column's place: whether each further rate is
  /// weak, and how many people nobody looked for.
  private func further(_ rates: [String: EvaluationRates]) -> [TableColumn] {
    let parts: [(key: String, rate: (EvaluationRates) -> EvaluationRates.Rate)] = [
      ("rank1", { $0.rankOne }), ("fpir", { $0.fpir }), ("fnir", { $0.fnir }),
      ("fmr", { $0.fmr }), ("fnmr", { $0.fnmr }), ("hter", { $0.hter }),
      ("eer", { $0.equalErrorRate }), ("auc", { $0.auc }), ("d_prime", { $0.dPrime }),
    ]
    return parts.map { part in
      column(part.key + "_weak") { row in
        .optional(rates[row.result.name].flatMap { part.rate($0).interval?.isWeak })
      }
    } + [column("unprobed_subjects") { .measured($0.unprobed?.count) }]
  }

  private var timing: [TableColumn] {
    [
      column("train_full_ms_median", "train ms", .decimals(2)) {
        .measured($0.fullTrainMilliseconds?.median)
      },
      column("train_ms_median") { .measured($0.trainMilliseconds?.median) },
      column("train_ms_p95") { .measured($0.trainMilliseconds?.p95) },
      column("shared_ms") { .measured($0.result.measurement?.timing.sharedMilliseconds) },
      column("predict_ms_median", "predict ms", .decimals(3)) {
        .measured($0.predictMilliseconds?.median)
      },
      column("predict_ms_p95") { .measured($0.predictMilliseconds?.p95) },
      column("runs") { .measured($0.result.measurement?.timing.runs) },
      column("threads") { .measured($0.result.measurement?.timing.threads) },
      column("seed") { .integer(Int(truncatingIfNeeded: $0.plan.split.seed)) },
      column("split_hash") { .text($0.outline.splitHash) },
      column("fingerprint") { .text($0.outline.fingerprint) },
    ]
  }
}

extension EvaluationRow {
  /// Whether any gate decides about probes, so that accuracy is more than rank 1.
  var hasThreshold: Bool { plan.threshold != nil || plan.reconstructionThreshold != nil }
}
