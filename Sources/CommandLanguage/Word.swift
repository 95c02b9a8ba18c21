/// One word of a command, after quotes were taken away, and where it stood.
package struct Word: Hashable, Sendable {
  /// The word as the command sees it.
  package var text: String
  /// Characters of the line before the word, for the caret below an error; nil for words that
  /// came from the system's argument vector.
  package var column: Int?
  /// Whether any part of it was quoted: a quoted `--x` is still an option, a quoted `#` no comment.
  package var wasQuoted: Bool
  /// The word as a pattern of file names, a backslash before every letter that was quoted and would
  /// mean something in one; nil where no `*`, `?` or `[` stood unquoted.
  package var pattern: String?

  package init(
    _ text: String, column: Int? = nil, wasQuoted: Bool = false, pattern: String? = nil
  ) {
    self.text = text
    self.column = column
    self.wasQuoted = wasQuoted
    self.pattern = pattern
  }

  /// `text` as a pattern that fits nothing else.
  package static func escapedPattern(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "*?[]\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
