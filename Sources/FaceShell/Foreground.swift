import CooperativeWork
import Glibc

/// Runs commands on a thread of their own while the main thread watches for signals.
///
/// The first Ctrl-C raises the command's cancellation, the second ends the program at once.
struct Foreground: Sendable {
  let signals: Signals
  let printer: Printer

  /// How a command ended, and a signal that asks the program to end after it.
  struct Ending<Result: Sendable>: Sendable {
    let result: Result
    /// Set when Ctrl-C, SIGTERM or SIGHUP came while it ran.
    let signal: ExitCode?
  }

  /// - Parameter idle: called about once a second until the command ends; nil wakes up for signals
  ///   alone.
  func run<Result: Sendable>(
    _ cancellation: Cancellation, idle: (() -> Void)? = nil,
    _ body: @escaping @Sendable () -> Result
  ) throws(StreamError) -> Ending<Result> {
    let thread = try CommandThread(body)
    var signal: ExitCode?
    while true {
      let isReadable = signals.wait(
        readable: thread.ended, milliseconds: idle == nil ? nil : 1_000)
      for (kind, code) in Self.endings where signals.take(kind) > 0 {
        if signal != nil { leaveAtOnce(code) }
        signal = code
        cancellation.cancel()
      }
      if signals.take(.suspend) > 0 { kill(getpid(), SIGSTOP) }
      if isReadable, let result = thread.take() { return Ending(result: result, signal: signal) }
      idle?()
    }
  }

  private static let endings: [(Signals.Kind, ExitCode)] = [
    (.interrupt, .interrupted), (.terminate, .terminated), (.hangUp, .hungUp),
  ]

  /// Ends without waiting for anything: whatever is half-written is a temporary file.
  private func leaveAtOnce(_ code: ExitCode) -> Never {
    printer.eraseLive()
    _exit(code.rawValue)
  }
}
