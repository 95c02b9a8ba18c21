import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceCommands
import FaceReports

/// Runs one command in the foreground and prints what it gave: results, skipped items, errors.
struct CommandRunner: Sendable {
  let interpreter: Interpreter
  let printer: Printer
  let foreground: Foreground
  let record: ShellRecord
  /// Whether a person sits there: words may be shortened, questions may be asked.
  let isInteractive: Bool
  /// Shows results that are longer than the screen; nil in scripts, and where the user wants none.
  var pager: Pager?

  /// How a command ended.
  struct Ending: Equatable, Sendable {
    var code: ExitCode
    var leaves = false
  }

  /// Reads and runs one command.
  ///
  /// - Parameters:
  ///   - source: the line as written, for recordings.
  ///   - place: where it stands in a script.
  func run(
    _ words: [Word], base: GlobalOptions, source: String? = nil, place: ScriptPlace? = nil
  ) -> Ending {
    let command: Interpreter.ReadyCommand
    do throws(UsageError) {
      command = try interpreter.read(words, base: base, allowingPrefixes: isInteractive)
    } catch {
      return fail(
        ErrorReport(error), source, json: asksForJSON(words, base), place: place,
        color: base.color)
    }
    let json = command.options.wantsJSON
    let color = command.options.color
    // An hour's work must not end in a path that was misspelt.
    if case .run = command.parsed.action, let path = command.options.output, path != "-" {
      do throws(SaveError) {
        try AtomicFile.checkPlace(of: path)
      } catch {
        return fail(ErrorReport(error), source, json: json, place: place, color: color)
      }
    }
    let cancellation = Cancellation()
    let console = self.console(command.options, cancellation)
    let meter = progressMeter(command.options)
    let begun = Machine.seconds()
    do {
      let ending = try foreground.run(
        cancellation, idle: idleLine(command.options, since: begun)
      ) { [interpreter] in
        Result {
          try interpreter.run(
            command, console: console, cancellation: cancellation, progress: meter.note)
        }
      }
      printer.eraseLive()
      let outcome: Outcome
      switch ending.result {
      case .success(let value): outcome = value
      case .failure(let error):
        let report = ErrorReport(error)
        // A library that was cut short by the interrupt may blame something else.
        let ended = fail(
          ending.signal == nil ? report : ErrorReport(Cancelled()), source, json: json,
          place: place, color: color)
        return Ending(code: ending.signal ?? ended.code)
      }
      let code = try show(
        outcome, options: command.options, seconds: Machine.seconds() - begun, source)
      if let failure = outcome.failure {
        return fail(ErrorReport(failure), source, json: json, place: place, color: color)
      }
      if let signal = ending.signal, !isInteractive || signal != .interrupted {
        return Ending(code: signal, leaves: true)
      }
      return Ending(code: code, leaves: outcome.leaves)
    } catch {
      let report = ErrorReport(error)
      // The reader has gone: nobody wants to hear about it.
      if report.exitCode == .pipeClosed { return Ending(code: .pipeClosed, leaves: true) }
      return fail(report, source, json: json, place: place, color: color)
    }
  }

  /// Prints an error; the code that follows from it.
  func fail(
    _ report: ErrorReport, _ source: String?, json: Bool, place: ScriptPlace?, color: ColorChoice
  ) -> Ending {
    let inks = TerminalColour.inks(color, on: .error)
    printer.tell(
      report.text(json: json, place: place, inks: inks, width: Machine.columns(of: .error)))
    if let source {
      record.noteRun(source, output: report.text(json: false), exitCode: report.exitCode)
    }
    return Ending(code: report.exitCode)
  }

  private func show(
    _ outcome: Outcome, options: GlobalOptions, seconds: Double, _ source: String?
  ) throws -> ExitCode {
    let format = options.effectiveFormat
    let toFile = options.output != nil && options.output != "-"
    let rendering = Rendering(
      format: format, width: toFile || options.wide ? nil : Machine.columns(of: .output),
      sentenceWidth: options.wide ? nil : NotebookPlayer.columns,
      inks: toFile ? .none : TerminalColour.inks(options.color, on: .output))
    let text = rendering.text(of: outcome, seconds: seconds)
    if toFile, let path = options.output {
      // A command without results leaves the file alone.
      if !text.isEmpty { try printer.write(text, toFile: path) }
    } else if !isPaged(text, format: format) {
      try printer.write(text)
    }
    let inks = TerminalColour.inks(options.color, on: .error)
    let skipped = outcome.skipped.map {
      "\(VisibleText.of($0.name)): \(VisibleText.lines($0.reason))"
    }
    let errorColumns = Machine.columns(of: .error)
    printer.tell(
      skipped.map {
        LabelledText.lines("skipped:", inks("skipped:", .warning), $0, width: errorColumns)
      }.joined())
    let code: ExitCode = outcome.skipped.isEmpty ? .done : .skippedItems
    if let source {
      let width = options.wide ? nil : NotebookPlayer.columns
      let page = Rendering(width: width, sentenceWidth: width).text(of: outcome, seconds: seconds)
      record.noteRun(
        source, output: page + skipped.map { "skipped: \($0)\n" }.joined(), exitCode: code)
    }
    return code
  }

  /// Whether a pager showed `text`, because it is longer than the terminal.
  private func isPaged(_ text: String, format: TableFormat) -> Bool {
    guard format == .text, let pager, let size = Machine.size(of: .output),
      Pager.isLong(text, rows: size.rows - 1, columns: size.columns)
    else { return false }
    let isShown = pager.show(text)
    // Ctrl-C and Ctrl-Z in the pager were meant for the pager.
    _ = foreground.signals.take(.interrupt)
    _ = foreground.signals.take(.suspend)
    return isShown
  }

  private func console(_ options: GlobalOptions, _ cancellation: Cancellation) -> Console {
    let printer = self.printer
    let asks = isInteractive && StandardStream.error.isTerminal
    let wrapped = Machine.columns(of: .error)
    let columns = wrapped ?? 80
    let inks = TerminalColour.inks(options.color, on: .error)
    let format = options.effectiveFormat
    let isStream =
      (format == .text || format == .json) && (options.output == nil || options.output == "-")
    let rendering = Rendering(
      format: format, width: options.wide ? nil : Machine.columns(of: .output),
      sentenceWidth: options.wide ? nil : NotebookPlayer.columns)
    let emit: @Sendable (Outcome.Part) throws -> Void = { part in
      try printer.write(rendering.text(of: Outcome([part]), seconds: 0))
    }
    return Console(
      say: { if !options.quiet { printer.tell(VisibleText.lines($0) + "\n") } },
      warn: {
        let words = LabelledText.lines("warning:", inks("warning:", .warning), $0, width: wrapped)
        printer.tell(words)
      },
      showLive: {
        if !options.quiet { printer.showLive(String(VisibleText.of($0).prefix(columns - 1))) }
      },
      emit: isStream ? emit : nil,
      confirm: { question in
        if options.yes { return true }
        guard asks else { throw ConfirmationError.nobodyToAsk(question: question) }
        return try printer.asking {
          printer.tell("\(VisibleText.lines(question)) [y/N] ")
          return TerminalAnswer.isYes(try TerminalAnswer.readLine(cancellation))
        }
      },
      isInteractive: printer.showsLiveLines)
  }

  /// What is shown each second on a terminal while a command tells nothing itself.
  private func idleLine(_ options: GlobalOptions, since begun: Double) -> (() -> Void)? {
    guard printer.showsLiveLines, !options.quiet else { return nil }
    return { [printer] in
      let time = Duration.wholeSeconds(Machine.seconds() - begun)
      printer.showIdle("working, \(time); Ctrl-C stops it")
    }
  }

  private func progressMeter(_ options: GlobalOptions) -> ProgressMeter {
    let printer = self.printer
    if options.quiet { return ProgressMeter(style: .silent, clock: Machine.seconds) { _ in } }
    guard printer.showsLiveLines else {
      return ProgressMeter(style: .lines, clock: Machine.seconds) { printer.tell($0) }
    }
    let columns = Machine.columns(of: .error) ?? 80
    return ProgressMeter(style: .live(columns: columns), clock: Machine.seconds) {
      printer.showLive($0)
    }
  }

  /// Whether the words of a command that cannot be read ask for errors as JSON.
  private func asksForJSON(_ words: [Word], _ base: GlobalOptions) -> Bool {
    base.wantsJSON || words.contains { $0.text == "--json" }
      || zip(words, words.dropFirst()).contains { $0.text == "--format" && $1.text == "json" }
  }
}
