import CommandLanguage
import CooperativeWork
import FaceExperiments
import FaceReports

/// Runs cells one after the other and keeps what becomes of each.
struct SweepPass {
  let sweep: PlannedSweep
  let ledger: SweepLedger
  /// In the order of the plan.
  let cells: [SweepCell]
  /// Cells of the whole plan.
  let total: Int

  private var workbench: Workbench { sweep.workbench }

  func run() throws -> Outcome {
    var rows: [[Table.Value]] = []
    var skipped: [SkippedItem] = []
    var ran = 0
    do {
      let apart = try runApart()
      for (index, cell) in cells.enumerated() {
        try workbench.work.cancellation.check()
        var state = ledger.state(of: cell.id)
        let ranApart = apart.contains(cell.id)
        let isKept = state.isFinished && !ranApart
        if ranApart {
          ran += 1
        } else if !isKept {
          let record = try CellRun(sweep: sweep, cell: cell).record()
          try ledger.store(record)
          state = .recorded(record)
          ran += 1
        }
        guard case .recorded(let record) = state else { continue }
        if let failure = record.outcome.failure {
          skipped.append(
            SkippedItem(cell.command, reason: [failure.message, failure.hint].words))
        }
        rows.append(row(cell, record, isKept: isKept))
        if !ranApart { tellProgress(index + 1) }
      }
    } catch let error as Cancelled {
      workbench.console.say(
        "\(finished()) of \(DatasetSentences.counted(total, "cell")) are finished in "
          + "\(ledger.folder); --resume goes on")
      throw error
    }
    let kept = cells.count - ran
    var sentence = "\(ledger.folder): \(DatasetSentences.counted(ran, "cell")) run"
    if kept > 0 { sentence += ", \(kept) finished before" }
    if !skipped.isEmpty { sentence += ", \(skipped.count) failed" }
    sentence += ". Next: 'sweep merge \(LineParser.quoted(ledger.folder))'."
    return Outcome(
      [.sentence(sentence, machine: Table(columns: Self.columns, rows: rows), timed: true)],
      skipped: skipped)
  }

  /// Runs what has not finished in a process that can be lost, where there is a program for it and
  /// this is not that process.
  ///
  /// - Returns: the ids of the cells that ran.
  private func runApart() throws -> Set<String> {
    guard let program = workbench.program, !CellProcess.isThis() else { return [] }
    let pending = cells.filter { !ledger.state(of: $0.id).isFinished }
    guard !pending.isEmpty else { return [] }
    let kept = cells.count - pending.count
    try CellProcess(program: HostProgram(path: program), sweep: sweep, ledger: ledger)
      .run(pending) { tellProgress(kept + $0) }
    return Set(pending.map(\.id))
  }

  private func tellProgress(_ done: Int) {
    workbench.work.progress(
      ProgressStep(activity: "running cells", done: done, total: cells.count))
  }

  private func finished() -> Int { cells.count { ledger.state(of: $0.id).isFinished } }

  private static let columns: [Table.Column] = [
    .init("cell", title: nil), .init("line", title: nil), .init("state", title: nil),
    .init("ran", title: nil), .init("command", title: nil), .init("error", title: nil),
    .init("cell_s", title: nil), .init("threads", title: nil),
  ]

  private func row(_ cell: SweepCell, _ record: CellRecord, isKept: Bool) -> [Table.Value] {
    [
      .text(cell.id), .integer(cell.line), .text(SweepNames.word(of: .recorded(record))),
      .boolean(!isKept), .text(cell.command), .optional(record.outcome.failure?.message),
      .number(record.timing.spentSeconds), .integer(record.timing.threads),
    ]
  }
}

extension [String?] {
  /// Those there are, with "; " between them.
  var words: String { compactMap(\.self).joined(separator: "; ") }
}
