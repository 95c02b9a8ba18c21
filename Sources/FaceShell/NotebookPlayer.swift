import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceCommands
import FaceReports
import Glibc
import Synchronization
import TextNotebooks

/// Runs the commands of a notebook in a workspace of their own, at 100 columns.
struct NotebookPlayer: Sendable {
  /// The width that outputs in notebooks are made for.
  static let columns = 100

  /// Replays a notebook.
  ///
  /// - Parameters:
  ///   - workbench: of the command that replays; its jobs, seed and cancellation are passed on.
  ///   - workspace: a folder that was given; nil for a fresh one, which is also the current folder
  ///     while the notebook runs, so that files it writes are gone afterwards.
  func replay(
    _ notebook: Notebook, workbench: Workbench, workspace: String?
  ) throws -> NotebookReplay {
    let fresh = workspace == nil ? try TemporaryFolder() : nil
    let previous = fresh == nil ? nil : try CurrentFolder.change(to: fresh?.path ?? ".")
    defer {
      previous?.restore()
      fresh?.remove()
    }
    var base = GlobalOptions()
    base.workspace = workspace
    base.jobs = workbench.work.jobs
    base.seed = workbench.seed.map { Int(clamping: $0) }
    base.yes = true
    let interpreter = Interpreter(tree: ShellCommands.notebookTree(), session: Session())
    let printer = Printer(showsLiveLines: false)
    var done = 0
    return try NotebookReplay(
      of: notebook,
      environment: { Machine.environment($0).map { CurrentFolder.absolute($0, before: previous) } },
      write: { try NotebookPlayer.write($0) },
      run: { line in
        try workbench.work.cancellation.check()
        return try run(
          line, base: base, interpreter: interpreter, printer: printer, work: workbench.work)
      },
      finished: { _ in
        done += 1
        workbench.work.progress(
          ProgressStep(activity: "replaying", done: done, total: notebook.commandCount))
      })
  }

  /// Makes a file of the notebook in the current folder; one that is there with other content stays.
  private static func write(_ file: Notebook.File) throws {
    let bytes = Array(file.text.utf8)
    if access(file.name, F_OK) == 0 {
      guard (try? FileBytes.read(file.name, limit: bytes.count)) == bytes else {
        throw NotebookFailure.fileInTheWay(file.name)
      }
      return
    }
    var folder = ""
    for part in file.name.split(separator: "/").dropLast() {
      folder += (folder.isEmpty ? "" : "/") + part
      // What cannot be made is told by the file, which then cannot be written.
      mkdir(folder, 0o777)
    }
    try AtomicFile.write(bytes, to: file.name)
  }

  private func run(
    _ line: String, base: GlobalOptions, interpreter: Interpreter, printer: Printer, work: Work
  ) throws -> ReplayedOutput {
    let said = Said()
    var page = ("", "")
    var code = ExitCode.done
    do {
      for words in try LineWords.commands(in: line) {
        let command = try interpreter.read(words, base: base)
        let begun = Machine.seconds()
        let outcome = try interpreter.run(
          command, console: Console(warn: { said.add("warning: \(VisibleText.lines($0))\n") }),
          cancellation: work.cancellation, progress: { _ in })
        let seconds = Machine.seconds() - begun
        let format = command.options.effectiveFormat
        let width = command.options.wide ? nil : Self.columns
        let plain = Rendering(format: format, width: width, sentenceWidth: width)
        let masked = Rendering(
          format: format, width: width, sentenceWidth: width, isMasked: true)
        if let path = command.options.output, path != "-" {
          try printer.write(plain.text(of: outcome, seconds: seconds), toFile: path)
        } else {
          page.0 += plain.text(of: outcome, seconds: seconds)
          page.1 += masked.text(of: outcome, seconds: seconds)
        }
        for item in outcome.skipped {
          said.add(
            "skipped: \(VisibleText.of(item.name)): \(VisibleText.lines(item.reason))\n")
        }
        if let failure = outcome.failure { throw failure }
        if !outcome.skipped.isEmpty { code = .skippedItems }
      }
    } catch let error as Cancelled {
      throw error
    } catch {
      let report = ErrorReport(error)
      said.add(report.text(json: false))
      code = report.exitCode
    }
    let rest = said.text
    return ReplayedOutput(
      text: page.0 + rest, maskedText: page.1 + rest, exitCode: Int(code.rawValue))
  }

  /// Warnings, skipped items and errors of one command, which follow its results.
  private final class Said: Sendable {
    private let lines = Mutex("")
    func add(_ line: String) { lines.withLock { $0 += line } }
    var text: String { lines.withLock { $0 } }
  }
}
