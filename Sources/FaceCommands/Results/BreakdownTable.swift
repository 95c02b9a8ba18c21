import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// What a result is taken apart by.
enum Breakdown: String, CaseIterable, Sendable {
  case subject
  case angle
  case anglePair = "angle-pair"
  case fold
  case trial
  case rates
  case rank
  case confusion
}

/// One result taken apart: a row a person, angle, pair of angles, fold, probe, rate, rank or confusion.
struct BreakdownTable {
  let result: StoredResult
  let by: Breakdown
  /// A threshold to decide by instead of the result's own.
  var givenThreshold: Double?
  /// Share that the widest span of angles must keep.
  var keeping = 0.9

  /// The result taken apart, as a command shows it.
  ///
  /// - Throws: ``ResultError/nothingMeasured(name:wanted:hint:)`` for pairs, of which no person or angle
  ///   is searched for.
  func outcome() throws -> Outcome {
    if isOfPairs, by != .fold, by != .trial {
      throw ResultError.nothingMeasured(
        name: result.name, wanted: "\(by.rawValue) to be told, because it is of pairs",
        hint: "pairs are taken apart with --by fold or --by trial")
    }
    guard by == .anglePair else { return .table(table) }
    return AngleMatrixTable(
      result: result, matrix: try result.angleMatrix(threshold: threshold),
      isDecided: threshold != nil, keeping: keeping
    ).outcome
  }

  private var isOfPairs: Bool { result.isOfPairs }

  var threshold: Double? { givenThreshold ?? result.manifest.plan.threshold }
  var gate: Double? { result.manifest.plan.reconstructionThreshold }
  /// What decides: a reconstruction gate alone lets every distance pass.
  var limit: Double? { threshold ?? (gate == nil ? nil : .infinity) }

  /// The rows, and a note where the result is optimistic; all but a matrix, see ``outcome()``.
  var table: Table {
    var table = plainTable
    if let note = OptimisticNote.about([result]) { table.notes.append(note) }
    return table
  }

  private var plainTable: Table {
    switch by {
    case .subject: isOfPairs ? pairFolds : subjects
    case .angle: angles
    case .anglePair: preconditionFailure("a matrix needs the split, which outcome() reads")
    case .fold: isOfPairs ? pairFolds : folds
    case .trial: trials
    case .rates: rates
    case .rank: ranks
    case .confusion: confusion
    }
  }

  private var angles: Table {
    let profile = result.angleProfile(threshold: threshold)
    let span = profile.widestSpan(keeping: keeping)
    let share = Table.displayed(.number(keeping), as: .percent(0))
    var notes: [String] = []
    if profile.probesWithoutAngle > 0 {
      notes.append("\(profile.probesWithoutAngle) probes have no known angle.")
    }
    if let span {
      notes.append(
        "Widest span with at least \(share) in every bin: \(AngleColumns.words(span)) degrees.")
    } else if !profile.bins.isEmpty {
      notes.append("No bin keeps \(share).")
    }
    let columns = AngleColumns(result: result, isDecided: threshold != nil)
    let weak = WeakRows.note(
      [.init(title: "accuracy", isWeak: profile.bins.map { $0.interval?.isWeak == true })],
      rows: profile.bins.map { Table.displayed(.number($0.yawDegrees), as: .plain) + "°" })
    return Table(
      columns: [.init("result", title: nil), .init("yaw_deg", title: "yaw")]
        + columns.columns + [.init("in_span", title: nil)] + columns.furtherColumns,
      rows: profile.bins.map {
        [.text(result.name), .number($0.yawDegrees)] + columns.values(of: $0)
          + [.boolean(span?.contains($0.yawDegrees) ?? false)] + columns.furtherValues(of: $0)
      },
      notes: [weak].compactMap(\.self) + notes)
  }

  private var folds: Table {
    let byFold = Dictionary(grouping: decided) { [$0.0.repetition, $0.0.fold] }
    let rows = byFold.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let intervals = rows.map { _, members in
      ProportionInterval(byPerson: result.trials.tallies(of: members.map(\.1), where: isRight))
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("repeat", title: "repeat"),
        .init("fold", title: "fold"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("correct", title: "correct"), .init("probes", title: "probes"),
        .init("failures", title: "failures"), .init("interval_low", title: nil),
        .init("interval_high", title: nil), .init("weak", title: nil),
        .init("optimistic", title: nil), .forPeople("95% interval"),
      ],
      rows: zip(rows, intervals).map { row, interval in
        let (key, members) = row
        let correct = members.count { isRight($0.1) }
        return [
          .text(result.name), .integer(key[0]), .integer(key[1]),
          .number(Double(correct) / Double(members.count)), .integer(correct),
          .integer(members.count), .integer(members.count { $0.0.failed }),
          .measured(interval?.low), .measured(interval?.high), .optional(interval?.isWeak),
          .boolean(result.isOptimistic),
          .interval(from: interval?.low, to: interval?.high).flagged(
            weak: interval?.isWeak == true),
        ]
      }, notes: intervals.contains { $0?.isWeak == true } ? [WeakRows.note] : [])
  }

  /// The pairs, decided by the threshold given, the result's own, or those of the other folds.
  private var pairs: PairVerification {
    PairVerification(result.trials, threshold: threshold, reconstructionThreshold: gate)
  }

  /// Of pairs: each fold with its own threshold, and the rates of its comparisons.
  private var pairFolds: Table {
    let pairs = pairs
    func rate(_ value: Double?) -> Table.Value { .measured(value) }
    return Table(
      columns: [
        .init("result", title: nil), .init("repeat", title: nil), .init("fold", title: "fold"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("correct", title: "correct"), .init("probes", title: "pairs"),
        .init("failures", title: "failures"), .init("threshold", title: "threshold"),
        .init("fmr", title: "FMR", display: .percent(2)),
        .init("fnmr", title: "FNMR", display: .percent(2)),
        .init("eer", title: "EER", display: .percent(2)),
        .init("auc", title: "AUC", display: .share(4)),
        .init("genuine_scores", title: nil), .init("impostor_scores", title: nil),
      ]
        + ["interval", "fmr", "fnmr", "eer", "auc"].flatMap {
          [Table.Column($0 + "_low", title: nil), Table.Column($0 + "_high", title: nil)]
        }
        + ["interval", "fmr", "fnmr", "eer", "auc"].map { .init($0 + "_weak", title: nil) }
        + [.init("optimistic", title: nil)],
      rows: pairs.folds.map {
        let bounds = bounds(of: $0)
        return [
          .text(result.name), .integer(1), .integer($0.fold), rate($0.accuracy),
          .measured($0.correct), .integer($0.pairs), .integer($0.failures), rate($0.threshold),
          rate($0.point?.fmr), rate($0.point?.fnmr), rate($0.curve.equalErrorRate?.rate),
          rate($0.curve.auc), .integer($0.curve.genuine.count), .integer($0.curve.impostor.count),
        ] + bounds.flatMap { [rate($0?.low), rate($0?.high)] }
          + bounds.map { .optional($0?.isWeak) } + [.boolean(result.isOptimistic)]
      },
      notes: [
        "Pooled: EER "
          + Table.displayed(rate(pairs.pooled.equalErrorRate?.rate), as: .percent(2)) + ", AUC "
          + Table.displayed(rate(pairs.pooled.auc), as: .share(4)) + "."
      ])
  }

  /// Where the accuracy, FMR, FNMR, EER and AUC of a fold lie, by person.
  private func bounds(of fold: PairVerification.Fold) -> [PersonInterval?] {
    let trials = result.trials.selecting(
      result.trials.probeRows(in: .evaluation).filter {
        result.trials.probes[$0].fold == fold.fold
      })
    let rates = fold.threshold.map {
      ThresholdBounds(trials, reconstructionThreshold: gate).intervals(at: $0)
    }
    let whole = CurveBounds(of: fold.curve, trials, reconstructionThreshold: gate)
    return [rates?.accuracy, rates?.fmr, rates?.fnmr].map { $0.map(PersonInterval.init) }
      + [whole.equalErrorRate, whole.auc]
  }

  private var trials: Table {
    let probes = result.trials.decisions(in: .evaluation, reconstructionThreshold: gate).map {
      (result.trials.probes[$0.probe], $0)
    }
    let limits = Dictionary(
      (isOfPairs ? pairs.folds : []).map {
        ($0.fold, $0.threshold)
      }, uniquingKeysWith: { first, _ in first })
    func decides(_ probe: TrialTable.Probe) -> Double? {
      isOfPairs ? limits[probe.fold] ?? nil : limit
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("file", title: "file"),
        .init("subject", title: "subject"),
        .init("reference", title: isOfPairs ? "compared with" : nil),
        .init("repeat", title: nil), .init("fold", title: "fold"),
        .init("mated", title: isOfPairs ? "genuine" : "known"),
        .init("nearest", title: "nearest"),
        .init("distance", title: "distance", display: .decimals(2)),
        .init("own_distance", title: "own", display: .decimals(2)), .init("rank", title: "rank"),
        .init("reconstruction_error", title: nil), .init("accepted", title: "accepted"),
        .init("correct", title: "correct"),
        .init(
          "detection", title: result.manifest.plan.endToEnd ? "detection" : nil),
        .init("optimistic", title: nil),
      ],
      rows: probes.map { probe, decision in
        [
          .text(result.name), .text(probe.file), .text(probe.subject.name),
          .optional(probe.reference), .integer(probe.repetition), .integer(probe.fold),
          .boolean(probe.isMated),
          .optional(decision.nearest.map { result.trials.gallery[$0].name }),
          .measured(decision.nearestDistance.isFinite ? decision.nearestDistance : nil),
          .measured(decision.ownDistance.isFinite ? decision.ownDistance : nil),
          .measured(isOfPairs ? nil : decision.rank), .measured(probe.reconstructionError),
          decides(probe).map { .boolean(decision.isAccepted(at: $0)) } ?? .null,
          decides(probe).map { .boolean(decision.isCorrect(at: $0)) }
            ?? (probe.isMated && !isOfPairs ? .boolean(isRight(decision)) : .null),
          .optional(probe.detection?.rawValue), .boolean(result.isOptimistic),
        ]
      })
  }

  /// Probes that count for the accuracy, with what they say.
  private var decided: [(TrialTable.Probe, Decision)] {
    result.trials.decisions(in: .evaluation, reconstructionThreshold: gate)
      .filter { limit != nil || $0.isMated }
      .map { (result.trials.probes[$0.probe], $0) }
  }

  func isRight(_ decision: Decision) -> Bool {
    limit == nil ? decision.isRankOne : decision.isCorrect(at: limit)
  }
}
