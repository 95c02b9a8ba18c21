import CommandLanguage
import DurableFiles
import FaceVocabulary

/// What an error that a command threw says, whatever its type.
package struct ErrorWords: Equatable, Sendable {
  package var message: String
  package var hint: String?
  /// A stable word that scripts can test for.
  package var kind: String

  package init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(error.message, error.hint, error.kind)
    case let error as any ExplainedError: self.init(error.message, error.hint, error.kind)
    case let error as SaveError: self.init(error.message, error.hint, error.kind)
    case let error as FileReadError: self.init(error.message, error.hint, error.kind)
    default:
      self.init(
        "unexpected error: \(error)", "please report it with the command that led to it",
        "unexpected")
    }
  }

  private init(_ message: String, _ hint: String?, _ kind: String) {
    self.message = message
    self.hint = hint
    self.kind = kind
  }
}
