import CooperativeWork
import FaceVocabulary
import Glibc

/// A question that nobody can answer.
enum ConfirmationError: ExplainedError, Equatable {
  case nobodyToAsk(question: String)

  var message: String {
    switch self {
    case .nobodyToAsk(let question): "no terminal is there to answer: \(question)"
    }
  }

  var hint: String? { "--yes answers every question with yes" }
  var kind: String { "needs_confirmation" }
}

/// Answers to yes-or-no questions, typed at the terminal.
enum TerminalAnswer {
  /// Waits for a line on standard input; looks at the cancellation ten times a second, so that
  /// Ctrl-C works here too.
  static func readLine(_ cancellation: Cancellation) throws(Cancelled) -> String? {
    var bytes: [UInt8] = []
    while true {
      try cancellation.check()
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(0, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Whether a line means yes; the end of input and everything else mean no.
  static func isYes(_ line: String?) -> Bool {
    guard let line else { return false }
    return ["y", "yes"].contains(line.lowercased())
  }
}
