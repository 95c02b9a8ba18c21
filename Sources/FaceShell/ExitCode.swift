/// What the program tells its caller; scripts may rely on the numbers.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  /// Done, but some items were passed over; does not stop a script.
  case skippedItems = 3
  case timeLimit = 124
  case interrupted = 130
  case pipeClosed = 141
  case hungUp = 129
  case terminated = 143

  /// What it means, for the manual.
  var meaning: String {
    switch self {
    case .done: "Done."
    case .failed: "A command failed."
    case .usage: "A command was written wrongly."
    case .skippedItems: "Done, but some items were passed over; a script goes on."
    case .timeLimit: "A time limit ran out."
    case .hungUp: "The terminal went away."
    case .interrupted: "Interrupted with Ctrl-C."
    case .pipeClosed: "Whoever read the output stopped reading."
    case .terminated: "Asked to end by another program."
    }
  }

  /// Whether a script goes on after a command that ended so.
  var letsScriptGoOn: Bool { self == .done || self == .skippedItems }

  /// Whether nothing may run after it, `--keep-going` or not.
  var endsSession: Bool {
    switch self {
    case .interrupted, .pipeClosed, .hungUp, .terminated: true
    case .done, .failed, .usage, .skippedItems, .timeLimit: false
    }
  }

  /// The code of a program whose commands ended with these two: the first failure counts.
  func followed(by next: ExitCode) -> ExitCode {
    if next.endsSession { return next }
    return letsScriptGoOn && next != .done ? next : self
  }
}
