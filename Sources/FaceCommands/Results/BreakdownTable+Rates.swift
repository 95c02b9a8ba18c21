import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension BreakdownTable {
  /// Every rate of the evaluation part, one a row.
  var rates: Table {
    let choice = ratesThreshold
    let sheet = RateSheet(
      result.trials, threshold: choice?.value,
      reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
    var notes: [String] = []
    if let choice {
      notes.append(
        "Threshold \(Table.displayed(.number(choice.value), as: .plain)): \(choice.from).")
    } else {
      notes.append(
        "Rates at a threshold are not measured without one: --threshold T, or 'evaluate … --dev 0.5'."
      )
    }
    notes += EvidenceRule.findings(
      [RateSheet.Rate.fmr, .fnmr, .fpir, .fnir].compactMap { rate in
        guard let row = sheet[rate], let errors = row.events, let trials = row.trials else {
          return nil
        }
        return EvidenceRule.Count(rate.title, errors: errors, of: trials)
      })
    if sheet.rows.contains(where: { $0.interval?.isWeak == true }) {
      notes.append(WeakRows.note)
    }
    var table = Table(
      columns: [
        .init("result", title: nil), .init("part", title: nil), .init("optimistic", title: nil),
        .init("rate", title: nil), .forPeople("rate"), .forPeople("value"),
        .forPeople("95% interval"), .forPeople("of trials"), .init("value", title: nil),
        .init("low", title: nil), .init("high", title: nil), .init("weak", title: nil),
        .init("events", title: nil), .init("trials", title: nil),
        .init("threshold", title: "at threshold"),
      ],
      rows: sheet.rows.map { rateRow($0, part: sheet.part) }, notes: notes)
    for (position, row) in sheet.rows.enumerated()
    where row.value != nil && row.interval?.isWeak == true {
      table.marks[position] = .weak
    }
    return table
  }

  private func rateRow(_ row: RateSheet.Row, part: TrialTable.Part) -> [Table.Value] {
    let isWeak = row.interval?.isWeak == true
    let isPercent = row.rate != .dPrime && row.rate != .auc
    let display: Table.Display =
      isPercent ? .percent(2) : row.rate == .auc ? .share(4) : .decimals(4)
    let (low, high) = (row.interval?.low, row.interval?.high)
    let bounds: Table.Value =
      isPercent
      ? .interval(from: low, to: high)
      : .numberInterval(from: low, to: high, isShare: row.rate == .auc)
    let shown = bounds.flagged(weak: isWeak)
    let counts = row.events.flatMap { events in row.trials.map { "\(events)/\($0)" } }
    let isMeasured = row.value != nil
    return [
      .text(result.name), .text(part.rawValue), .boolean(result.isOptimistic),
      .text(row.rate.rawValue), .text(row.rate.title),
      row.value.map { .text(Table.displayed(.number($0), as: display)) } ?? .null,
      isMeasured ? shown : .null, .optional(isMeasured ? counts : nil), .measured(row.value),
      .measured(isMeasured ? row.interval?.low : nil),
      .measured(isMeasured ? row.interval?.high : nil),
      isMeasured && row.interval != nil ? .boolean(isWeak) : .null,
      .measured(isMeasured ? row.events : nil), .measured(row.trials),
      .measured(isMeasured ? row.threshold : nil),
    ]
  }

  /// The threshold rates are read at, and where it comes from: the one given, the result's own, or
  /// the equal error point of the development part.
  private var ratesThreshold: (value: Distance, from: String)? {
    if let givenThreshold { return (givenThreshold, "given") }
    if let own = result.manifest.plan.threshold { return (own, "the result's own") }
    guard result.trials.probes.contains(where: { $0.part == .development }) else { return nil }
    let curve = ThresholdCurve(
      result.trials, in: .development,
      reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
    return curve.equalErrorRate.map {
      ($0.threshold, "the equal error point of part dev, used unchanged on part eval")
    }
  }

  /// How often the own person is among the first r: the CMC in numbers.
  var ranks: Table {
    let curve = RankCurve(result.trials)
    let mated = result.trials.decisions(in: .evaluation).filter(\.isMated)
    let intervals = curve.hits.indices.map { index in
      ProportionInterval(
        byPerson: result.trials.tallies(of: mated) { ($0.rank ?? .max) <= index + 1 })
    }
    return Table(
      columns: [
        .init("result", title: nil), .init("optimistic", title: nil), .init("rank", title: "rank"),
        .init("rate", title: "found within", display: .percent(2)), .forPeople("95% interval"),
        .init("low", title: nil), .init("high", title: nil), .init("found", title: "found"),
        .init("mated_probes", title: "probes"), .init("weak", title: nil),
      ],
      rows: zip(curve.hits.indices, intervals).map { index, interval in
        [
          .text(result.name), .boolean(result.isOptimistic), .integer(index + 1),
          .measured(curve.rate(atRank: index + 1)),
          .interval(from: interval?.low, to: interval?.high).flagged(
            weak: interval?.isWeak == true), .measured(interval?.low),
          .measured(interval?.high), .integer(curve.hits[index]), .integer(curve.matedProbes),
          .optional(interval?.isWeak),
        ]
      },
      notes: (intervals.contains { $0?.isWeak == true } ? [WeakRows.note] : [])
        + (curve.matedProbes == 0 ? ["Nobody who was looked for is enrolled."] : []))
  }

  /// Who was taken for whom: mistakes first, the most frequent at the top.
  var confusion: Table {
    let all = result.trials.confusions(
      threshold: threshold, reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
    var probes: [SubjectID: Int] = [:]
    for cell in all { probes[cell.actual, default: 0] += cell.count }
    let mistakes = all.filter { $0.predicted != $0.actual }
    let right = all.filter { $0.predicted == $0.actual }
    return Table(
      columns: [
        .init("result", title: nil), .init("optimistic", title: nil),
        .init("subject", title: "subject"), .init("taken_for", title: "taken for"),
        .init("count", title: "times"), .init("probes", title: "of probes"),
        .init("share", title: "share", display: .percent(2)), .init("correct", title: "right"),
      ],
      rows: (mistakes + right).map { cell in
        let total = probes[cell.actual] ?? cell.count
        return [
          .text(result.name), .boolean(result.isOptimistic), .text(cell.actual.name),
          .optional(cell.predicted?.name), .integer(cell.count), .integer(total),
          .number(Double(cell.count) / Double(total)),
          .boolean(cell.predicted == cell.actual),
        ]
      }, notes: confusionNotes(mistakes))
  }

  private func confusionNotes(_ mistakes: [Confusion]) -> [String] {
    var notes: [String] = []
    if mistakes.isEmpty { notes.append("Nobody was taken for somebody else.") }
    if mistakes.contains(where: { $0.predicted == nil }) {
      notes.append("'-' under 'taken for': rejected, so taken for a stranger.")
    }
    let pairs = result.trials.confusedPairs(
      threshold: threshold, reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
    if let worst = pairs.first {
      notes.append(
        "Most confused: \(worst.first.name) and \(worst.second.name), "
          + "\(worst.firstForSecond) + \(worst.secondForFirst) times.")
    }
    return notes
  }
}
