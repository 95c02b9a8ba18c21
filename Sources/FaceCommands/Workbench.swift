package import CooperativeWork

/// What a command is given: the workspace, the session, and how to work and talk.
///
/// The shell makes one for each command; only ``session`` outlives it.
package struct Workbench: Sendable {
  /// Folder that holds datasets/, models/ and results/.
  package let folder: String
  /// Recipe and detector settings, which last until the shell ends.
  package let session: Session
  /// Threads, memory, cancellation and progress of this command.
  package let work: Work
  /// `--seed`; nil when none was given.
  package let seed: UInt64?
  /// Seconds of a clock that only moves forward; for measured columns, never for results.
  package let clock: @Sendable () -> Double
  /// Where to say things that are no result.
  package let console: Console
  /// Whether commands keep what they measured among the results of the workspace; cells of a sweep
  /// keep it in their own files instead.
  var storesResults = true
  /// The program itself, to run cells of a sweep in; nil runs them in this process.
  package var program: String?

  package init(
    folder: String, session: Session, work: Work, seed: UInt64?,
    clock: @escaping @Sendable () -> Double, console: Console
  ) {
    self.folder = folder
    self.session = session
    self.work = work.holding(atMost: session.memoryBytes ?? HostMemory.bytes)
    self.seed = seed
    self.clock = clock
    self.console = console
  }

  /// The workbench of one line of a plan.
  func forPlan(session: Session, seed: UInt64?, work: Work, console: Console) -> Workbench {
    Workbench(
      folder: folder, session: session, work: work, seed: seed, clock: clock, console: console)
  }
}

/// Ways to talk to a person beside the results; everything goes to standard error.
package struct Console: Sendable {
  /// Says one line now.
  package let say: @Sendable (String) -> Void
  /// Says one line after `warning:` now, even with `--quiet`.
  package let warn: @Sendable (String) -> Void
  /// Replaces the line said last by this function where a terminal shows it, else does nothing.
  package let showLive: @Sendable (String) -> Void
  /// Gives a result now, before the command ends; nil where results are gathered into one form.
  package let emit: (@Sendable (Outcome.Part) throws -> Void)?
  /// Asks a yes-or-no question; true with `--yes`; throws where nobody can answer.
  package let confirm: @Sendable (String) throws -> Bool
  /// Whether somebody watches standard error.
  package let isInteractive: Bool

  package init(
    say: @escaping @Sendable (String) -> Void = { _ in },
    warn: @escaping @Sendable (String) -> Void = { _ in },
    showLive: @escaping @Sendable (String) -> Void = { _ in },
    emit: (@Sendable (Outcome.Part) throws -> Void)? = nil,
    confirm: @escaping @Sendable (String) throws -> Bool = { _ in true },
    isInteractive: Bool = false
  ) {
    self.say = say
    self.warn = warn
    self.showLive = showLive
    self.emit = emit
    self.confirm = confirm
    self.isInteractive = isInteractive
  }
}
