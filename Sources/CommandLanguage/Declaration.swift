/// A command as plain data: everything that help, completion, the reference page, the shell
/// completion script and the checks read.
package struct Declaration: Hashable, Sendable {
  /// The words that call it: `["model", "train"]`, `["evaluate"]`.
  package var words: [String]
  /// Other words that call it: `["train"]`.
  package var aliases: [[String]]
  /// One sentence without a full stop.
  package var abstract: String
  /// Paragraphs for those who read on.
  package var discussion: String
  package var examples: [Example]
  package var parameters: [ParameterDescription]
  package var rules: [OptionRule]

  /// The words with a blank between them.
  package var name: String { words.joined(separator: " ") }
}

/// A command line that works, and what it is for.
package struct Example: Hashable, Sendable {
  package var line: String
  package var purpose: String

  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// How many of several options may stand together.
package enum OptionRule: Hashable, Sendable {
  case atMostOne([String])
  case exactlyOne([String])
  /// The first is refused without the second.
  case needs(String, String)
}
