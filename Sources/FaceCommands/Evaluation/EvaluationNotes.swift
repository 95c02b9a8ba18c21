import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// The sentences under the accuracy table: what was divided how, what is not measured, what next.
enum EvaluationNotes {
  /// The notes under `rows`, which are results of one command.
  static func notes(for rows: [EvaluationRow]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let names = rows.map(\.result.name)
    return facts(about: rows) + ["Stored as \(names.joined(separator: ", ")).", next(after: rows)]
  }

  /// The notes under results of several commands, on a page; what to type next is for the prompt.
  /// Where they were divided in several ways, each sentence begins with whom it is about.
  static func notes(onPageOf rows: [EvaluationRow]) -> [String] {
    var divisions: [String] = []
    var groups: [String: [EvaluationRow]] = [:]
    for row in rows {
      let hash = row.outline.splitHash
      if groups[hash] == nil { divisions.append(hash) }
      groups[hash, default: []].append(row)
    }
    guard divisions.count > 1 else { return facts(about: rows) }
    let notes = divisions.flatMap { hash -> [String] in
      let group = groups[hash] ?? []
      let names = group.map(\.result.name).joined(separator: ", ")
      return facts(about: group).filter { $0 != WeakRows.note }.map { "\(names): \($0)" }
    }
    return notes + (rows.contains(where: \.isWeak) ? [WeakRows.note] : [])
  }

  /// How the first of `rows` was divided, what was not measured, and what they gained.
  private static func facts(about rows: [EvaluationRow]) -> [String] {
    guard let first = rows.first else { return [] }
    var notes = [division(of: first)]
    if first.plan.optimistic {
      notes.append("Optimistic: what was tested on may have been trained or chosen on.")
    }
    if first.isOfPairs { notes += pairs(of: first) }
    if let note = unprobed(of: first) { notes.append(note) }
    if first.summary.nonMatedProbes > 0, !first.hasThreshold, !first.isOfPairs {
      notes.append(
        "\(first.summary.nonMatedProbes) probes of strangers; without a threshold everybody is "
          + "'nearest' to somebody, so FPIR is not measured.")
    }
    if rows.contains(where: \.isWeak) { notes.append(WeakRows.note) }
    notes += rows.compactMap(unequalAxes)
    if rows.contains(where: { $0.outline.trainingFailures > 0 }) {
      notes.append("Some training pictures gave no face and were left out.")
    }
    if let detections = first.summary.detections {
      func count(_ outcome: DetectionOutcome) -> Int { detections[outcome, default: 0] }
      notes.append(
        "End to end: each error is charged to the first stage that failed. Of "
          + "\(detections.values.reduce(0, +)) faces \(count(.missed)) were missed, "
          + "\(count(.misplaced)) misplaced, \(count(.doubled)) doubled.")
    } else if first.summary.failures > 0 {
      notes.append(
        "\(first.summary.failures) probes gave no face; each counts as a miss, none is dropped.")
    }
    return notes + mirrorGains(among: rows)
  }

  /// Says that folds kept different numbers of axes, of which the table shows the smallest.
  private static func unequalAxes(_ row: EvaluationRow) -> String? {
    guard let least = row.outline.componentsLeast, let most = row.outline.componentsMost,
      most > least
    else { return nil }
    return "K of \(row.result.name): \(least) to \(most) axes, as many as each fold's faces give."
  }

  private static func division(of row: EvaluationRow) -> String {
    let split = row.plan.split
    let draws = row.outline.repeats > 1 ? ", \(row.outline.repeats) draws" : ""
    let how =
      switch split.kind {
      case .leaveOneOut: "leave one out, \(row.outline.folds) trainings"
      case .folds: "\(row.outline.folds) folds by \(split.foldBy.rawValue)\(draws)"
      case .perPerson: "\(split.trainPerPerson) images of each person train\(draws)"
      case .session: "one session left out at a time, \(row.outline.folds) folds"
      case .sweep: "one sweep left out at a time, \(row.outline.folds) folds"
      case .angle:
        "one angle left out at a time, \(row.outline.folds) folds, same capture on both sides"
      case .anglePair:
        "every angle trained on and every angle looked for, \(row.outline.folds) folds, same capture on "
          + "both sides"
      case .pairs: "pairs from \(split.file ?? "a file") in \(row.outline.folds) folds"
      case .person: "the probed person is not enrolled, so rank 1 does not exist"
      case .enrol, .list: "roles from \(split.file ?? "a file")"
      case .model: "every picture against a stored model"
      }
    let groups = "groups: \(row.outline.groupRule)"
    // With a threshold known people are missed or not, strangers or no strangers.
    let rates = row.summary.fnir == nil ? "FPIR and FNIR are" : "FPIR is"
    let unmeasured =
      row.summary.nonMatedProbes == 0 && !row.isOfPairs
      ? "; nothing unknown in the test, so \(rates) not measured." : "."
    return "\(how), \(groups)\(unmeasured)"
  }

  /// Who is enrolled and never looked for, so that no rate is about them; nil where there is nobody.
  private static func unprobed(of row: EvaluationRow) -> String? {
    guard let people = row.unprobed, let first = people.first else { return nil }
    let names = people.prefix(5).map(\.name).joined(separator: ", ")
    let who =
      people.count == 1
      ? "\(first.name) is enrolled and never looked for"
      : "\(people.count) people are enrolled and never looked for "
        + "(\(names)\(people.count > 5 ? ", …" : ""))"
    guard row.plan.split.kind == .perPerson else { return who + "." }
    return who
      + ": no picture is left, or those that are left are near-duplicates of some that train."
  }

  /// How pairs were decided, in words.
  private static func pairs(of row: EvaluationRow) -> [String] {
    let pairs = row.plan.pairs(of: row.result.trials)
    let counts =
      "\(row.summary.matedProbes) genuine and \(row.summary.nonMatedProbes) impostor pairs"
    guard let error = pairs.standardError, let accuracy = pairs.accuracy else {
      return [
        "\(counts). One fold only, so no threshold could be chosen on others: '--threshold T' decides, "
          + "'threshold choose --eer' finds one."
      ]
    }
    let share = Table.displayed(.number(accuracy), as: .percent(2))
    let half = Table.displayed(.number(error), as: .percent(2))
    let how =
      row.plan.threshold == nil
      ? "each decided at the best threshold of the others" : "one threshold"
    return [
      "\(counts). Mean accuracy over the folds, \(how): \(share) ± \(half) (standard error, as LFW's "
        + "tables print it); sd is over folds."
    ]
  }

  /// Gain, interval and paired p of training with mirrors, for each pair of rows that differ in
  /// nothing else.
  private static func mirrorGains(among rows: [EvaluationRow]) -> [String] {
    rows.compactMap { with in
      guard with.cell.mirror == .train,
        let without = rows.first(where: {
          $0.cell.mirror == .none && $0.cell.recogniser == with.cell.recogniser
            && $0.cell.light == with.cell.light
        }),
        let comparison = try? ResultComparison(with.result, without.result)
      else { return nil }
      let paired = comparison.paired
      let gain = Table.displayed(.number(paired.difference), as: .percent(2))
      let bounds = Table.Value.interval(from: paired.differenceLow, to: paired.differenceHigh)
        .flagged(weak: paired.isWeak)
      let p = Table.sentence(pValue: paired.signFlipP)
      return "Mirrors, \(with.result.title): gain \(gain) "
        + "[\(Table.displayed(bounds, as: .plain))], sign-flip \(p)."
    }
  }

  private static func next(after rows: [EvaluationRow]) -> String {
    guard let first = rows.first else { return "" }
    let dataset = first.plan.dataset
    if first.isOfPairs { return "Next: 'results show --by fold', 'plot roc'\(compare(rows))." }
    if first.plan.split.kind == .anglePair {
      return "Next: 'results show --by angle-pair', 'plot angles'\(compare(rows))."
    }
    if first.summary.nonMatedProbes > 0 {
      return "Next: 'threshold choose --fpir 0.01', 'threshold sweep', 'plot threshold'."
    }
    return "Next: 'evaluate \(dataset) --unknown 0.25' to see what strangers do, 'plot roc'"
      + "\(compare(rows))."
  }

  private static func compare(_ rows: [EvaluationRow]) -> String {
    rows.count > 1 ? ", 'compare' two of them" : ""
  }
}
