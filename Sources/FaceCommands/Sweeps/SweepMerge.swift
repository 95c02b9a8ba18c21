import CommandLanguage
import CooperativeWork
import FaceExperiments
import FaceReports

extension Commands {
  static let sweepMerge = WorkbenchCommand(
    "merge", noun: "sweep", abstract: "Put the rows of a sweep's cells into one table",
    defaults: SweepMergeArguments(),
    parameters: [
      .positional(
        "folder", \.folder, .inputFolder(), help: "Folder of the cells, as 'sweep run' tells it")
    ],
    examples: [
      Example("sweep merge faces.cells", "the finished cells, in the order of the plan"),
      Example("sweep merge faces.cells --csv --output faces.csv", "every key, for other programs"),
    ],
    discussion: """
      Programs get of each cell its id, the line of the plan and the command, what the plan says, and \
      every key of the command's own rows; what evaluate obtained and what was asked for stand apart \
      (components, components_asked). There is one table for evaluate and one for detector sweep. \
      Rows of a detector sweep are marked on the Pareto front of their line. Apart from timing \
      columns, the table is the same however and wherever the cells ran. Cells that are missing, \
      failed or cannot be read are named, and the exit code is then 3. Nothing but the folder is needed.
      """
  ) { arguments, workbench in
    let ledger = SweepLedger(folder: arguments.folder)
    let index = try ledger.index()
    var records: [(cell: SweepCell, record: CellRecord)] = []
    var skipped: [SkippedItem] = []
    for cell in index.cells {
      try workbench.work.cancellation.check()
      switch ledger.state(of: cell.id) {
      case .missing: skipped.append(SkippedItem(cell.id, reason: "missing: \(cell.command)"))
      case .damaged(let found):
        skipped.append(SkippedItem(cell.id, reason: "\(found): \(cell.command)"))
      case .recorded(let record):
        if let failure = record.outcome.failure {
          skipped.append(
            SkippedItem(
              cell.id, reason: "failed: \(cell.command): \([failure.message, failure.hint].words)"))
        } else {
          records.append((cell, record))
        }
      }
    }
    var tables = MergedTable.tables(records)
    let others = ledger.others(besides: Set(index.cells.map(\.id)))
    var notes = [
      "\(records.count) of \(DatasetSentences.counted(index.cells.count, "cell")) of \(index.plan)."
    ]
    if !others.isEmpty {
      notes.append(
        "\(DatasetSentences.counted(others.count, "cell")) of another plan, dataset or version not "
          + "counted: \(Suggestion.listed(others)).")
    }
    if !skipped.isEmpty { notes.append("'sweep run PLAN --resume' runs what is missing.") }
    if tables.isEmpty { tables = [Table(columns: [.init("cell", title: "cell")])] }
    tables[tables.count - 1].notes += notes
    return Outcome(tables.map { .table($0) }, skipped: skipped)
  }
}

struct SweepMergeArguments: Sendable {
  var folder = ""
}
