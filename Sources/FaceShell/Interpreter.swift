import CommandLanguage
import CooperativeWork
import FaceCommands

/// Reads words into commands and runs them; the same for prompt, scripts, notebooks and arguments.
struct Interpreter: Sendable {
  let tree: CommandTree<Workbench, Outcome>
  /// Recipe and detector settings that commands share.
  let session: Session
  /// The program that this is, for commands that run a part of their work apart; nil for none.
  var program: String?

  /// A command that was read, with the options it runs under.
  struct ReadyCommand: Sendable {
    let options: GlobalOptions
    let parsed: ParsedCommand<Workbench, Outcome>
  }

  /// Reads one command; options it names override those of `base`.
  func read(
    _ words: [Word], base: GlobalOptions, allowingPrefixes: Bool = false
  ) throws(UsageError) -> ReadyCommand {
    let parsed = try tree.read(words, allowingPrefixes: allowingPrefixes)
    return ReadyCommand(
      options: try GlobalOptions.reader.apply(parsed.globals, to: base), parsed: parsed)
  }

  /// Runs a command on the calling thread.
  func run(
    _ command: ReadyCommand, console: Console, cancellation: Cancellation,
    progress: @escaping @Sendable (ProgressStep) -> Void
  ) throws -> Outcome {
    switch command.parsed.action {
    case .nothing: return .nothing
    case .help:
      guard let declaration = command.parsed.declaration else { return .nothing }
      return .text(HelpText.command(declaration, globals: tree.globals))
    case .run(let body):
      return try body(
        workbench(command.options, console: console, cancellation: cancellation, progress: progress)
      )
    }
  }

  /// What commands are given under `options`.
  func workbench(
    _ options: GlobalOptions, console: Console = Console(),
    cancellation: Cancellation = Cancellation(),
    progress: @escaping @Sendable (ProgressStep) -> Void = { _ in }
  ) -> Workbench {
    var workbench = Workbench(
      folder: options.workspaceFolder, session: session,
      work: Work(
        jobs: options.jobs ?? Machine.grantedJobs(), cancellation: cancellation,
        progress: progress),
      seed: options.seed.map { UInt64($0) }, clock: Machine.seconds, console: console)
    workbench.program = program
    return workbench
  }
}
