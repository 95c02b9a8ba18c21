import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceExperiments
import FaceReports

/// Submits the cells that have not finished as job arrays, and a job that merges after them.
struct SlurmRun {
  let commands: SlurmCommands
  let sweep: PlannedSweep
  let ledger: SweepLedger
  let arguments: SweepRunArguments
  let pending: [SweepCell]
  /// States of all cells, for what they took.
  let finished: [SweepLedger.State]

  func submit() throws -> Outcome {
    let workbench = sweep.workbench
    let cancellation = workbench.work.cancellation
    guard !pending.isEmpty else { return Self.nothingToDo(ledger) }
    try ledger.makeSlurmFolder()
    let earlier = ledger.submittedJobs()
    let queued = try commands.queued(earlier, cancellation: cancellation)
    guard queued.isEmpty else { throw SlurmError.stillQueued(jobs: queued) }
    let perTask = Self.cellsPerTask(arguments, finished)
    let tasks = SlurmTasks(
      cells: pending.map(\.id), perTask: perTask,
      arraySize: try commands.arraySize(cancellation))
    let scripts = Self.scripts(
      sweep, ledger, arguments, seeds: pending.map { $0.seed(or: workbench.seedOrDefault) })
    guard scripts.canKeepLogs else { throw SlurmError.badFolder(scripts.ledger.slurmFolder) }
    try workbench.save(bytes: Array(tasks.list.utf8), to: scripts.listPath)
    var rows: [[Table.Value]] = []
    var jobs: [String] = []
    for (number, range) in tasks.arrays.enumerated() {
      let path = "\(scripts.ledger.slurmFolder)/array-\(number + 1).sh"
      try workbench.save(bytes: Array(scripts.array(range).utf8), to: path)
      do {
        jobs.append(
          try commands.submit(
            path, from: scripts.ledger.slurmFolder, options: scripts.logOptions(),
            cancellation: cancellation))
      } catch SlurmError.refused(_, let said) where !jobs.isEmpty {
        throw SlurmError.submittedInPart(jobs: jobs, arrays: tasks.arrays.count, said: said)
      }
      try ledger.note(submitted: jobs)
      rows.append(
        Self.row(
          jobs[number], "array", tasks: range.count,
          cells: tasks.tasks[range].reduce(0) { $0 + $1.count }, path))
    }
    let path = "\(scripts.ledger.slurmFolder)/merge.sh"
    try workbench.save(bytes: Array(scripts.merge.utf8), to: path)
    let merging = try commands.submit(
      path, from: scripts.ledger.slurmFolder,
      options: ["--dependency=afterany:\(jobs.joined(separator: ":"))"]
        + scripts.logOptions(isMerge: true), cancellation: cancellation)
    try ledger.note(submitted: jobs + [merging])
    rows.append(Self.row(merging, "merge", tasks: 1, cells: 0, path))
    return .sentence(
      "\(ledger.folder): \(DatasetSentences.counted(pending.count, "cell")) in "
        + "\(DatasetSentences.counted(tasks.tasks.count, "task")) submitted as "
        + "\(jobs.count == 1 ? "job" : "jobs") \(Suggestion.listed(jobs)); job \(merging) then writes "
        + "\(scripts.tablePath). 'squeue --me' shows them.",
      machine: Table(columns: Self.columns, rows: rows))
  }

  /// The scripts as text, each with its path above; nothing is written.
  static func dry(
    sweep: PlannedSweep, ledger: SweepLedger, arguments: SweepRunArguments,
    drafts: [PlannedSweep.Draft]
  ) throws -> Outcome {
    let states = drafts.map { draft in draft.id.map { ledger.state(of: $0) } ?? .missing }
    let pending = zip(drafts, states).filter { !$1.isFinished }.map(\.0)
    guard !pending.isEmpty else { return nothingToDo(ledger) }
    let size = try (try? SlurmCommands.find())?.arraySize(sweep.workbench.work.cancellation)
    let tasks = SlurmTasks(
      // Packing goes by number alone.
      cells: pending.map { $0.id ?? "" }, perTask: cellsPerTask(arguments, states),
      arraySize: size ?? SlurmCommands.usualArraySize)
    let scripts = scripts(
      sweep, ledger, arguments,
      seeds: pending.map { draft in
        draft.parameters.first { $0.key == "seed" }?.value ?? "\(sweep.workbench.seedOrDefault)"
      })
    var text = ""
    for (number, range) in tasks.arrays.enumerated() {
      text += heading(scripts, "array-\(number + 1).sh") + scripts.array(range) + "\n"
    }
    return .text(text + heading(scripts, "merge.sh") + scripts.merge)
  }

  private static func nothingToDo(_ ledger: SweepLedger) -> Outcome {
    .sentence(
      "\(ledger.folder): every cell has finished, there is nothing to submit. Next: 'sweep merge "
        + "\(LineParser.quoted(ledger.folder))'.", machine: Table(columns: columns))
  }

  private static func heading(_ scripts: SlurmScripts, _ name: String) -> String {
    let path = VisibleText.of("\(scripts.ledger.slurmFolder)/\(name)")
    return "# \(path)\n"
  }

  private static func cellsPerTask(
    _ arguments: SweepRunArguments, _ states: [SweepLedger.State]
  ) -> Int {
    if let given = arguments.cellsPerTask { return given }
    return SlurmTasks.cellsPerTask(
      goingBy: states.compactMap { state in
        guard case .recorded(let record) = state, record.isFinished else { return nil }
        return record.timing.spentSeconds
      })
  }

  private static func scripts(
    _ sweep: PlannedSweep, _ ledger: SweepLedger, _ arguments: SweepRunArguments, seeds: [String]
  ) -> SlurmScripts {
    let current = HostEnvironment.resolved(".") ?? "."
    func absolute(_ path: String) -> String {
      if let resolved = HostEnvironment.resolved(path) { return resolved }
      return path.hasPrefix("/") ? path : "\(current)/\(path)"
    }
    var seen: Set<String> = []
    return SlurmScripts(
      program: HostEnvironment.program ?? "facebench", currentFolder: current,
      workspace: absolute(sweep.workbench.folder),
      ledger: SweepLedger(folder: absolute(ledger.folder)), plan: sweep.plan.file,
      threads: arguments.threadsPerTask ?? 1, atOnce: arguments.tasksAtOnce,
      seed: sweep.workbench.seed, seedsOfCells: seeds.filter { seen.insert($0).inserted })
  }

  private static let columns: [Table.Column] = ["job", "kind", "tasks", "cells", "script"].map {
    .init($0, title: $0)
  }

  private static func row(
    _ job: String, _ kind: String, tasks: Int, cells: Int, _ script: String
  ) -> [Table.Value] {
    [.text(job), .text(kind), .integer(tasks), .integer(cells), .text(script)]
  }
}

extension SweepCell {
  /// The seed it names, else the run's.
  fileprivate func seed(or seed: UInt64) -> String {
    parameters.first { $0.key == "seed" }?.value ?? "\(seed)"
  }
}
