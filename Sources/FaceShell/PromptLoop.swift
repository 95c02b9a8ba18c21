import CommandLanguage
import FaceCommands
import FaceReports
import FaceVocabulary

/// The prompt: reads lines at a terminal and runs them until the user leaves.
@MainActor
struct PromptLoop {
  let runner: CommandRunner
  let signals: Signals
  let options: GlobalOptions

  func run() -> ExitCode {
    let history = HistoryFile()
    let earlier = history.load()
    runner.record.add(lines: earlier)
    runner.printer.tell(banner)
    let editor = LineEditor(signals: signals, history: earlier, completer: completer)
    var remembers = true
    while true {
      switch editor.read(prompt: "facebench> ") {
      case .end:
        runner.printer.tell("\n")
        return .done
      case .signal(let code):
        runner.printer.tell("\n")
        return code
      case .line(let text):
        if HistoryFile.remembers(text, after: runner.record.lines.last) {
          editor.remember(text)
          runner.record.add(lines: [text])
          if remembers { remembers = save(text, in: history) }
        }
        // A paste of several lines arrives as one text.
        for line in text.split(separator: "\n") {
          let ending = run(String(line))
          if ending.leaves { return ending.code.endsSession ? ending.code : .done }
          if !ending.code.letsScriptGoOn { break }
        }
      }
    }
  }

  private func run(_ line: String) -> CommandRunner.Ending {
    do throws(UsageError) {
      guard let words = try LineWords.commands(in: line).first else { return .init(code: .done) }
      return runner.run(words, base: options, source: line)
    } catch {
      return runner.fail(ErrorReport(error), nil, json: false, place: nil, color: options.color)
    }
  }

  /// Whether the line was saved; says once why it was not.
  private func save(_ line: String, in history: HistoryFile) -> Bool {
    do throws(StreamError) {
      try history.append(line)
      return true
    } catch {
      runner.printer.tell(
        "warning: history is not saved: \(history.path ?? "HOME"): \(error.reason)\n")
      return false
    }
  }

  private var banner: String {
    let jobs = options.jobs ?? Machine.grantedJobs()
    let left =
      "\(ProductVersion.creator)   \(Commands.libraryVersions()), "
      + "\(jobs) \(jobs == 1 ? "job" : "jobs"), workspace \(options.workspace ?? ".")"
    let right = "'help' to start, Ctrl-D to leave"
    let columns = Machine.columns(of: .error) ?? 80
    let free = columns - DisplayWidth.of(left) - right.count
    if free >= 3 { return left + String(repeating: " ", count: min(12, free)) + right + "\n" }
    return [left, right].flatMap {
      WrappedText.lines(of: $0, width: columns, breakingWords: false)
    }.map { $0 + "\n" }.joined()
  }

  private func completer() -> Completer {
    Shell.completer(runner.interpreter, options: options)
  }
}
