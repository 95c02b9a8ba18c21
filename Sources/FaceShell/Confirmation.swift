import FaceVocabulary

/// A question that nobody can answer.
enum ConfirmationError: ExplainedError, Equatable {
  case nobodyToAsk(question: String)

  var message: String {
    switch self {
    case .nobodyToAsk(let question): "'\(question)' needs an answer, and no terminal is there"
    }
  }

  var hint: String? { "--yes answers every question with yes" }
  var kind: String { "needs_confirmation" }
}

/// Answers to yes-or-no questions.
enum TerminalAnswer {
  /// Whether a line means yes; the end of input and everything else mean no.
  static func isYes(_ line: String?) -> Bool {
    guard let line else { return false }
    return ["y", "yes"].contains(line.lowercased())
  }
}
