import CommandLanguage
import FaceExperiments
import FaceReports

extension Commands {
  static let sweepRun = WorkbenchCommand(
    "run", noun: "sweep", abstract: "Run every cell of a plan, here or on a cluster",
    defaults: SweepRunArguments(),
    parameters: [
      .positional("plan", \.plan, .input("PLAN"), help: "Text file with one command a line"),
      .option(
        "into", \.into, .folder(),
        help: "Folder of the cells' files; PLAN.cells beside the plan when left out"),
      .flag("resume", \.resumes, help: "Keep the cells that finished, run the others"),
      .flag(
        "dry-run", \.isDry, help: "List the cells, or with --slurm print the scripts; run nothing"),
      .option(
        "only", \.only, .list(of: .text("ID", "beginning of a cell's id")),
        help: "Run these cells alone"),
      .flag(
        "slurm", \.usesSlurm, help: "Submit the cells as job arrays instead of running them here"),
      .option(
        "per-task", \.cellsPerTask, .integer(1...100_000),
        help: "Cells one task of a job runs; as many as fill ten minutes when left out"),
      .option(
        "cpus", \.threadsPerTask, .integer(1...1024),
        help: "Processors, and threads, of one task; 1"),
      .option("at-once", \.tasksAtOnce, .integer(1...100_000), help: "Tasks that may run at once"),
    ],
    rules: [
      .needs("per-task", "slurm"), .needs("cpus", "slurm"), .needs("at-once", "slurm"),
      .atMostOne(["only", "slurm"]),
    ],
    examples: [
      Example("sweep run faces.plan --dry-run", "the cells, their ids, and which have finished"),
      Example("sweep run faces.plan", "run them; Ctrl-C keeps those that finished"),
      Example("sweep run faces.plan --resume", "run what is missing, and what failed"),
      Example("sweep run faces.plan --resume --only 3f2a", "one cell, by the beginning of its id"),
      Example("sweep run faces.plan --slurm --dry-run", "the scripts that would be submitted"),
      Example("sweep run faces.plan --slurm --at-once 8", "job arrays, and a job that merges"),
    ],
    discussion: """
      A plan is a text file with one command a line, as at the prompt; '#' begins a comment. Lines of \
      evaluate and detector sweep are cells: every option may list values (5,10,20 or 5:20:5), also \
      where the command by itself takes one, and each combination is one cell. What evaluate gives \
      as one row is one cell; a detector sweep keeps its scales, neighbour counts and sizes in one, \
      because they share searches. Above the cells may stand lines that prepare: dataset synth, \
      import, merge and mirror and model train and load run once; recipe set, detector set and \
      settings set hold for all cells. A plan begins with a fresh session, and paths in it are meant \
      from the current folder.

      Each cell has a file of its own, ID.cell, saved whole or not at all. The id comes from \
      everything the cell depends on: its options, recipe and detector settings, the dataset's \
      fingerprint, files and models it reads, the seed, and the program's version. Where any of it \
      changes, the cell is another one and runs anew; files of other cells are left alone. Cells run \
      one after the other, each on --jobs threads; the files are the same for any number of them, \
      times aside. A cell that fails is noted with its error, the others go on, and the exit code is 3; \
      so it is with one that takes its process down, by a crash or by taking all memory.

      With --slurm the setup runs here; the cells are packed into tasks and submitted with sbatch, \
      and a last job writes the merged table to merged.csv. Scripts and logs lie in slurm/ in the \
      folder of the cells. Partition, account and time limit are taken from SBATCH_PARTITION, \
      SBATCH_ACCOUNT and SBATCH_TIMELIMIT.
      """
  ) { arguments, workbench in
    try SweepRun(arguments: arguments, workbench: workbench).outcome()
  }
}

struct SweepRunArguments: Sendable {
  var plan = ""
  var into: String?
  var resumes = false
  var isDry = false
  var only: [String] = []
  var usesSlurm = false
  var cellsPerTask: Int?
  var threadsPerTask: Int?
  var tasksAtOnce: Int?
}

/// One `sweep run`.
struct SweepRun {
  let arguments: SweepRunArguments
  let workbench: Workbench

  func outcome() throws -> Outcome {
    let plan = try SweepPlan(file: arguments.plan)
    let ledger = SweepLedger(folder: arguments.into ?? SweepNames.folder(beside: arguments.plan))
    let sweep = try PlannedSweep(plan, in: workbench)
    if arguments.isDry { return try dryRun(sweep, ledger) }
    let scheduler = arguments.usesSlurm ? try SlurmCommands.find() : nil
    let (cells, setupSkips) = try prepare(sweep, ledger)
    let chosen = try SweepNames.chosen(arguments.only, among: cells)
    let states = chosen.map { ledger.state(of: $0.id) }
    tellOthers(besides: cells, in: ledger)
    for (cell, state) in zip(chosen, states) {
      guard case .damaged(let found) = state else { continue }
      workbench.console.warn("\(ledger.path(of: cell.id)) runs again: \(found)")
    }
    var outcome: Outcome
    if let scheduler {
      let pending = zip(chosen, states).filter { !$1.isFinished }.map(\.0)
      outcome = try SlurmRun(
        commands: scheduler, sweep: sweep, ledger: ledger, arguments: arguments, pending: pending,
        finished: states
      ).submit()
    } else {
      outcome = try SweepPass(sweep: sweep, ledger: ledger, cells: chosen, total: cells.count).run()
    }
    outcome.skipped = setupSkips + outcome.skipped
    return outcome
  }

  /// Makes the folder and what the setup lines name, and notes the cells.
  private func prepare(
    _ sweep: PlannedSweep, _ ledger: SweepLedger
  ) throws -> (cells: [SweepCell], skipped: [SkippedItem]) {
    // A task of a job runs the folder's own copy of the plan: everything is prepared.
    if let copy = HostEnvironment.resolved(ledger.planPath),
      copy == HostEnvironment.resolved(arguments.plan), ledger.exists
    {
      try refuseUnlessResuming(ledger)
      return (try sweep.cells(), [])
    }
    try ledger.prepare()
    // Before anything is made: an hour's import must not end in a question.
    try refuseUnlessResuming(ledger)
    let lock = try ledger.lock()
    return try withExtendedLifetime(lock) {
      let skipped = try SweepSetup(sweep: sweep, ledger: ledger).run()
      let cells = try sweep.cells()
      try ledger.store(
        SweepIndex(plan: SweepNames.file(of: sweep.plan.file), cells: cells),
        plan: sweep.plan.bytes)
      return (cells, skipped)
    }
  }

  private func refuseUnlessResuming(_ ledger: SweepLedger) throws {
    guard !arguments.resumes else { return }
    let ids = ledger.others(besides: [])
    guard !ids.isEmpty else { return }
    let finished = ids.count { ledger.state(of: $0).isFinished }
    throw SweepError.holdsCells(
      folder: ledger.folder, finished: finished, others: ids.count - finished)
  }

  /// Says which files are of cells that the plan does not have.
  private func tellOthers(besides cells: [SweepCell], in ledger: SweepLedger) {
    let others = ledger.others(besides: Set(cells.map(\.id)))
    guard !others.isEmpty else { return }
    workbench.console.say(
      "\(ledger.folder) has \(DatasetSentences.counted(others.count, "cell")) of another plan, dataset "
        + "or version, left alone: \(Suggestion.listed(others))")
  }

  private func dryRun(_ sweep: PlannedSweep, _ ledger: SweepLedger) throws -> Outcome {
    let drafts = try sweep.drafts(isPrepared: false)
    if arguments.usesSlurm {
      return try SlurmRun.dry(sweep: sweep, ledger: ledger, arguments: arguments, drafts: drafts)
    }
    let chosen =
      arguments.only.isEmpty
      ? drafts
      : drafts.filter { draft in arguments.only.contains { draft.id?.hasPrefix($0) ?? false } }
    let rows = chosen.map { draft -> [Table.Value] in
      let state = draft.id.map { ledger.state(of: $0) } ?? .missing
      return [
        .optional(draft.id), .integer(draft.line), .text(SweepNames.word(of: state)),
        .text(draft.command),
      ]
    }
    var notes = [
      "\(DatasetSentences.counted(chosen.count, "cell")) for \(ledger.folder); nothing was run."
    ]
    if drafts.contains(where: { $0.id == nil }) {
      notes.append("Ids are known once the setup lines have run: they depend on what those make.")
    }
    return .table(
      Table(
        columns: [
          .init("cell", title: "cell"), .init("line", title: "line"),
          .init("state", title: "state"),
          .init("command", title: "command"),
        ], rows: rows, notes: notes))
  }
}

/// Names and words that a sweep's commands share.
enum SweepNames {
  /// `faces.cells` for `faces.plan`.
  static func folder(beside plan: String) -> String {
    let start = plan.lastIndex(of: "/").map { plan.index(after: $0) } ?? plan.startIndex
    let dot = plan[start...].lastIndex(of: ".").flatMap { $0 == start ? nil : $0 }
    return String(plan[..<(dot ?? plan.endIndex)]) + ".cells"
  }

  /// The last part of a path.
  static func file(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// `finished`, `failed`, `missing` or `damaged`.
  static func word(of state: SweepLedger.State) -> String {
    switch state {
    case .missing: "missing"
    case .damaged: "damaged"
    case .recorded(let record): record.isFinished ? "finished" : "failed"
    }
  }

  /// The cells whose ids begin with one of `beginnings`, in order; all of them where there are none.
  static func chosen(_ beginnings: [String], among cells: [SweepCell]) throws -> [SweepCell] {
    if beginnings.isEmpty { return cells }
    var ids: Set<String> = []
    for beginning in beginnings {
      let fitting = cells.filter { $0.id.hasPrefix(beginning) }
      guard let first = fitting.first else {
        throw SweepError.noCell(beginning, count: cells.count)
      }
      guard fitting.count == 1 else {
        throw SweepError.severalCells(beginning, fitting.map(\.id))
      }
      ids.insert(first.id)
    }
    return cells.filter { ids.contains($0.id) }
  }
}
