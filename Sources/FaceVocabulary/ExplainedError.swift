/// An error that can say to a person what was found, what was needed and what to type next.
///
/// Every stage's error enum has one extension that makes its words; nothing else words errors.
package protocol ExplainedError: Error {
  /// What was found and what was needed: lower case, no full stop, no library's name first.
  var message: String { get }
  /// What to do or type next; nil when there is nothing useful to say.
  var hint: String? { get }
  /// A stable snake_case word that scripts can test for, such as `file_not_found`.
  var kind: String { get }
}
