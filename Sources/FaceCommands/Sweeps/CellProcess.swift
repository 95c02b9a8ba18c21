import CooperativeWork
import FaceExperiments
import FaceVocabulary
import FoundationEssentials
import Glibc
import WorkerProtocol

/// Runs cells one after the other in a process that can be lost.
///
/// A cell that ends the process, because a library fails in it or because it takes more memory than
/// there is, is noted as failed, and another process goes on with the next one. The process is this
/// program with `sweep run --only`; which cells it has ended is seen by their files.
struct CellProcess {
  let program: HostProgram
  let sweep: PlannedSweep
  let ledger: SweepLedger

  /// Cells that one process is given: far fewer than the words of a program can name.
  private static let cellsAtOnce = 500
  /// Names the process that cells are run for.
  private static let variable = "FACEBENCH_CELLS_OF"

  private var workbench: Workbench { sweep.workbench }

  /// Whether this process runs cells for another one, with which it ends from now on.
  static func isThis() -> Bool {
    let parent = getppid()
    guard HostEnvironment.value(variable) == String(parent) else { return false }
    // Where the parent has gone already, the cells are finished for whoever resumes.
    _ = WorkerSelf.bind(toParent: parent)
    return true
  }

  /// Runs `cells`, after which each has a record.
  ///
  /// - Parameter progress: told how many have ended.
  /// - Throws: `Cancelled`, ``CellProcessError``, ``HostProgramError``, or what the disk said.
  func run(_ cells: [SweepCell], progress: (Int) -> Void) throws {
    var next = 0
    while next < cells.count {
      let part = Array(cells[next..<min(cells.count, next + Self.cellsAtOnce)])
      let before = next
      let count = try run(part: part) { progress(before + $0) }
      next += count
      progress(next)
    }
  }

  /// Runs the first of `part` in one process.
  ///
  /// - Returns: how many have a record now, at least one.
  private func run(part: [SweepCell], progress: (Int) -> Void) throws -> Int {
    let marks = part.map { ledger.mark(of: $0.id) }
    var count = 0
    var begun = workbench.clock()
    let ended = try withoutActuallyEscaping(progress) { progress in
      var conduct = HostProgram.Conduct()
      conduct.isQuestion = false
      conduct.variables = [(Self.variable, String(getpid()))]
      conduct.meanwhile = {
        while count < part.count, ledger.mark(of: part[count].id) != marks[count] {
          count += 1
          begun = workbench.clock()
          progress(count)
        }
      }
      return try program.run(
        words(part.map(\.id)), cancellation: workbench.work.cancellation, conduct: conduct)
    }
    // What another run in the same folder has finished meanwhile was left as it is.
    while count < part.count,
      ledger.mark(of: part[count].id) != marks[count] || ledger.state(of: part[count].id).isFinished
    {
      count += 1
    }
    passOn(ended)
    guard count < part.count else { return count }
    guard let signal = ended.signal else {
      // Ctrl-C reaches both processes, in whatever order.
      usleep(50_000)
      try workbench.work.cancellation.check()
      throw CellProcessError(ended)
    }
    try ledger.store(lost(part[count], by: signal, seconds: workbench.clock() - begun))
    return count + 1
  }

  private func words(_ ids: [String]) -> [String] {
    let folder = HostEnvironment.resolved(ledger.folder) ?? ledger.folder
    var words = ["--workspace", workbench.folder, "--jobs", String(workbench.work.jobs)]
    if let seed = workbench.seed { words += ["--seed", String(seed)] }
    words += ["--quiet", "--color", "never", "--json", "sweep", "run", folder + "/plan"]
    return words + ["--into", folder, "--resume", "--only", ids.joined(separator: ",")]
  }

  /// Says the warnings of the process.
  private func passOn(_ ended: HostProgram.Finished) {
    let start = "warning: "
    for line in ended.errors.split(separator: "\n") where line.hasPrefix(start) {
      workbench.console.warn(String(line.dropFirst(start.count)))
    }
  }

  private func lost(_ cell: SweepCell, by signal: Int32, seconds: Double) -> CellRecord {
    let words = strsignal(signal).map { " (\(String(cString: $0)))" } ?? ""
    return CellRecord(
      outcome: CellOutcome(
        id: cell.id, command: cell.command, rows: CellRows(),
        failure: CellFailure(
          message: "the process ended by signal \(signal)\(words) while it ran this cell",
          hint: signal == SIGKILL
            ? "the system does so to what takes more memory than there is: try smaller faces or "
              + "fewer --jobs"
            : "run its command by itself; '--resume' tries it again",
          kind: "cell_crashed")),
      timing: CellTiming(
        host: HostClock.name, threads: workbench.work.jobs, spentSeconds: max(0, seconds),
        rows: CellRows()))
  }
}

/// Why the process of the cells ended before they were through, without a crash.
struct CellProcessError: ExplainedError, Equatable {
  let message: String
  let hint: String?
  let kind: String

  /// An error as programs are told it.
  private struct Told: Decodable {
    let error: String
    let hint: String?
    let kind: String
  }

  init(_ ended: HostProgram.Finished) {
    // Somebody asked that process alone to end: this run was not interrupted.
    let wasAsked = [129, 130, 143].contains(ended.code)
    let told =
      wasAsked
      ? nil
      : ended.errors.split(separator: "\n").last.flatMap {
        try? JSONDecoder().decode(Told.self, from: Data($0.utf8))
      }
    message = told?.error ?? "the process that ran the cells ended with code \(ended.code)"
    hint = told?.hint ?? "'--resume' goes on"
    kind = told?.kind ?? "program_failed"
  }
}
