/// A command that was written wrongly: what was found, what to type instead, and where it stood.
///
/// Reading a command never does more than throw this, so a typing mistake never ends a session.
package struct UsageError: Error, Hashable, Sendable {
  /// What was found and what was needed: lower case, no full stop.
  package var message: String
  /// What to type next; nil when there is nothing useful to say.
  package var hint: String?
  /// Column of the offending word on its line; nil when no line is known.
  package var column: Int?
  /// A stable snake_case word that scripts can test for.
  package var kind: String

  package init(_ message: String, hint: String? = nil, column: Int? = nil, kind: String = "usage") {
    self.message = message
    self.hint = hint
    self.column = column
    self.kind = kind
  }
}
