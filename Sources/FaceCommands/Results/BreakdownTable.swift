import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// What a result is taken apart by.
enum Breakdown: String, CaseIterable, Sendable {
  case subject
  case angle
  case fold
  case trial
  case rates
  case rank
  case confusion
}

/// One result taken apart: a row a person, angle, fold, probe, rate, rank or confusion.
struct BreakdownTable {
  let result: StoredResult
  let by: Breakdown
  /// A threshold to decide by instead of the result's own.
  var givenThreshold: Double?

  var threshold: Double? { givenThreshold ?? result.manifest.plan.threshold }
  private var gate: Double? { result.manifest.plan.reconstructionThreshold }
  /// What decides: a reconstruction gate alone lets every distance pass.
  private var limit: Double? { threshold ?? (gate == nil ? nil : .infinity) }

  /// The rows, and a note where the result is optimistic.
  var table: Table {
    var table = plainTable
    if let note = OptimisticNote.about([result]) { table.notes.append(note) }
    return table
  }

  private var plainTable: Table {
    switch by {
    case .subject: subjects
    case .angle: angles
    case .fold: folds
    case .trial: trials
    case .rates: rates
    case .rank: ranks
    case .confusion: confusion
    }
  }

  private var subjects: Table {
    let people = result.trials.personResults(threshold: threshold, reconstructionThreshold: gate)
    let macro = result.trials.macroMean(threshold: threshold, reconstructionThreshold: gate)
    return Table(
      columns: [
        .init("result", title: nil), .init("subject", title: "subject"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("correct", title: "correct"), .init("probes", title: "probes"),
        .init("failures", title: "failures"), .init("mistaken_for", title: "mistaken for"),
        .init("mistakes", title: "times"),
      ],
      rows: people.map {
        [
          .text(result.name), .text($0.subject.name), .number($0.accuracy), .integer($0.correct),
          .integer($0.probes), .integer($0.failures), .optional($0.mistakenFor?.name),
          .integer($0.mistakes),
        ]
      },
      notes: macro.map {
        ["Mean over people: \(Table.displayed(.number($0), as: .percent(2)))."]
      } ?? [])
  }

  private var angles: Table {
    let profile = AngleProfile(
      result.trials, threshold: threshold,
      stepDegrees: result.manifest.plan.split.angleStep ?? 15)
    var notes: [String] = []
    if profile.probesWithoutAngle > 0 {
      notes.append("\(profile.probesWithoutAngle) probes have no known angle.")
    }
    if let span = profile.widestSpan(keeping: 0.9) {
      let low = Table.displayed(.number(span.lowerBound), as: .plain)
      let high = Table.displayed(.number(span.upperBound), as: .plain)
      notes.append("Widest span with at least 90 % in every bin: \(low) to \(high) degrees.")
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("yaw_deg", title: "yaw"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("", title: "95% interval"), .init("interval_low", title: nil),
        .init("interval_high", title: nil), .init("correct", title: "correct"),
        .init("probes", title: "probes"), .init("failures", title: "failures"),
      ],
      rows: profile.bins.map {
        [
          .text(result.name), .number($0.yawDegrees), .number($0.accuracy),
          .interval(from: $0.interval?.low, to: $0.interval?.high),
          .measured($0.interval?.low), .measured($0.interval?.high), .integer($0.correct),
          .integer($0.probes), .integer($0.failures),
        ]
      }, notes: notes)
  }

  private var folds: Table {
    var tallies: [[Int]: (correct: Int, probes: Int, failures: Int)] = [:]
    for (probe, decision) in decided {
      let key = [probe.repetition, probe.fold]
      var tally = tallies[key] ?? (0, 0, 0)
      tally.probes += 1
      if isRight(decision) { tally.correct += 1 }
      if probe.failed { tally.failures += 1 }
      tallies[key] = tally
    }
    let rows = tallies.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return Table(
      columns: [
        .init("result", title: nil), .init("repeat", title: "repeat"),
        .init("fold", title: "fold"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("correct", title: "correct"), .init("probes", title: "probes"),
        .init("failures", title: "failures"),
      ],
      rows: rows.map {
        [
          .text(result.name), .integer($0.key[0]), .integer($0.key[1]),
          .number(Double($0.value.correct) / Double($0.value.probes)), .integer($0.value.correct),
          .integer($0.value.probes), .integer($0.value.failures),
        ]
      })
  }

  private var trials: Table {
    let probes = result.trials.decisions(in: .evaluation, reconstructionThreshold: gate).map {
      (result.trials.probes[$0.probe], $0)
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("file", title: "file"),
        .init("subject", title: "subject"), .init("repeat", title: nil),
        .init("fold", title: "fold"), .init("mated", title: "known"),
        .init("nearest", title: "nearest"),
        .init("distance", title: "distance", display: .decimals(2)),
        .init("own_distance", title: "own", display: .decimals(2)), .init("rank", title: "rank"),
        .init("reconstruction_error", title: nil), .init("accepted", title: "accepted"),
        .init("correct", title: "correct"),
      ],
      rows: probes.map { probe, decision in
        [
          .text(result.name), .text(probe.file), .text(probe.subject.name),
          .integer(probe.repetition), .integer(probe.fold), .boolean(probe.isMated),
          .optional(decision.nearest.map { result.trials.gallery[$0].name }),
          .measured(decision.nearestDistance.isFinite ? decision.nearestDistance : nil),
          .measured(decision.ownDistance.isFinite ? decision.ownDistance : nil),
          .measured(decision.rank), .measured(probe.reconstructionError),
          limit == nil ? .null : .boolean(decision.isAccepted(at: limit)),
          probe.isMated || limit != nil ? .boolean(isRight(decision)) : .null,
        ]
      })
  }

  /// Probes that count for the accuracy, with what they say.
  private var decided: [(TrialTable.Probe, Decision)] {
    result.trials.decisions(in: .evaluation, reconstructionThreshold: gate)
      .filter { limit != nil || $0.isMated }
      .map { (result.trials.probes[$0.probe], $0) }
  }

  private func isRight(_ decision: Decision) -> Bool {
    limit == nil ? decision.isRankOne : decision.isCorrect(at: limit)
  }
}
