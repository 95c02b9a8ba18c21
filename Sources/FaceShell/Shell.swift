import CommandLanguage
import FaceCommands
import FaceVocabulary
import Glibc
import Matrices

/// The program: reads its arguments, runs what they ask for, returns the exit code.
@MainActor
package enum Shell {
  package static func main(_ arguments: [String]) -> Int32 {
    StandardStream.reserveClosed()
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try Invocation(arguments)
    } catch {
      let json = arguments.contains("--json")
      try? StandardStream.error.write(
        ErrorReport(error).text(json: json, width: Machine.columns(of: .error)))
      return ExitCode.usage.rawValue
    }
    switch invocation.task {
    case .version: return write(versionText)
    case .help: return write(helpText)
    case .complete(let words): return write(candidates(words))
    case .prompt, .words, .steps: return run(invocation).rawValue
    }
  }

  private static func run(_ invocation: Invocation) -> ExitCode {
    // The arguments are read, and there is one thread still.
    LinearAlgebraKernels.choose()
    let isPrompt = invocation.task == .prompt && isatty(0) == 1
    let signals: Signals
    do throws(StreamError) {
      signals = try Signals(forPrompt: isPrompt)
    } catch {
      try? StandardStream.error.write(ErrorReport(error).text(json: false))
      return .failed
    }
    let record = ShellRecord()
    let printer = Printer(
      showsLiveLines: StandardStream.error.isTerminal && Machine.environment("TERM") != "dumb")
    var runner = CommandRunner(
      interpreter: Interpreter(
        tree: ShellCommands.tree(record), session: Session(), program: Machine.program),
      printer: printer, foreground: Foreground(signals: signals, printer: printer),
      record: record, isInteractive: isPrompt)
    // Somebody sits at both ends of a prompt or of one command; nobody at those of a script.
    let isWatched = isPrompt || invocation.task.isOneCommand
    if isWatched, StandardStream.output.isTerminal, isatty(0) == 1 {
      runner.pager = Pager.chosen { getenv($0).map { String(cString: $0) } }
    }
    let script = ScriptRunner(runner: runner, signals: signals, options: invocation.options)
    switch invocation.task {
    case .words(let words): return runner.run(words, base: invocation.options).code
    case .steps(let steps): return script.run(steps)
    case .prompt, .version, .help, .complete:
      if isPrompt {
        return PromptLoop(runner: runner, signals: signals, options: invocation.options).run()
      }
      return script.run(file: "-").code
    }
  }

  /// What Tab offers in a shell that runs under `options`.
  static func completer(_ interpreter: Interpreter, options: GlobalOptions) -> Completer {
    let workbench = interpreter.workbench(options)
    return Completer(
      interpreter.tree.declarations, globals: interpreter.tree.globals,
      sources: CompletionSources(
        names: { Commands.names(of: $0, in: workbench) }, entries: { Machine.entries(of: $0) }))
  }

  /// The reference page of all commands, as checked in.
  package static func referencePage() -> String {
    HelpTopic.reference(ShellCommands.tree(ShellRecord()).declarations).text()
  }

  /// Everything wrong with the declarations of all commands; empty when all is well.
  package static func declarationProblems() -> [String] {
    // `detector choose` looks among the cells of a sweep, so it takes the same lists.
    SpecCheck.problems(of: ShellCommands.tree(ShellRecord()), listVerbs: ["sweep", "choose"])
  }

  private static func write(_ text: String) -> Int32 {
    do throws(StreamError) {
      signal(SIGPIPE, SIG_IGN)
      try StandardStream.output.write(text)
      return ExitCode.done.rawValue
    } catch {
      let report = ErrorReport(error)
      if report.exitCode != .pipeClosed {
        try? StandardStream.error.write(report.text(json: false))
      }
      return report.exitCode.rawValue
    }
  }

  private static var versionText: String {
    """
    \(ProductVersion.creator)
    \(Commands.libraryVersions()), readline \(Machine.readlineVersion)

    """
  }

  private static var helpText: String {
    """
    facebench: train, test and compare classical face recognition

      facebench                             a prompt, or lines of standard input
      facebench dataset list                one command
      facebench -c 'dataset list; help'     commands in order, until one fails
      facebench -f plan.fb                  a script; '#!/usr/bin/env -S facebench -f' works

    'facebench help' lists the commands, 'facebench help COMMAND' tells about one.

    Options, before or after a command:
    \(HelpText.options(GlobalOptions.reader.descriptions))  --version  --help

    Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done with skipped items, 124 time limit,
    130 interrupted, 141 pipe closed.

    """
  }

  /// Candidates for the last of `words`, one a line, as the completion script of a shell asks.
  private static func candidates(_ words: [String]) -> String {
    let interpreter = Interpreter(tree: ShellCommands.tree(ShellRecord()), session: Session())
    let options = (try? Invocation(words.dropLast()))?.options ?? GlobalOptions()
    return completer(interpreter, options: options)
      .candidates(after: words.dropLast(), partial: words.last ?? "")
      .map { $0 + "\n" }.joined()
  }
}
