/// What the program tells its caller; scripts may rely on the numbers.
package enum ExitCode: Int32, Sendable {
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
