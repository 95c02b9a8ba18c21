/// The values one parameter may take: reads them, describes them, completes them, and makes bad
/// samples for tests.
///
/// Two domains with the same ``name`` are the same to the check that one option has one meaning
/// within a noun.
package struct Domain<Value: Sendable>: Sendable {
  /// What stands for a value in help: `K`, `WxH`, `eigen|fisher|lbph`.
  package var placeholder: String
  /// What a value is, as it follows "is no" or "needs": "whole number from 1 to 100".
  package var description: String
  /// What Tab offers.
  package var completion: Completion
  /// Words that ``parse`` must refuse; tests feed them to every command.
  package var badSamples: [String]
  /// Reads a value.
  package var parse: @Sendable (String) throws(DomainError) -> Value
  /// Spells a value so that ``parse`` reads it back.
  package var spell: @Sendable (Value) -> String

  package init(
    placeholder: String, description: String, completion: Completion = .none,
    badSamples: [String] = [], spell: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) throws(DomainError) -> Value
  ) {
    self.placeholder = placeholder
    self.description = description
    self.completion = completion
    self.badSamples = badSamples
    self.parse = parse
    self.spell = spell
  }

  /// What identifies the domain: equal names, equal meaning.
  package var name: String { "\(placeholder): \(description)" }
}

/// Why a word is no value of a domain.
package struct DomainError: Error, Hashable, Sendable {
  /// Completes "<word> …": "is no whole number from 1 to 10".
  package var problem: String
  /// What to type instead.
  package var hint: String?

  package init(_ problem: String, hint: String? = nil) {
    self.problem = problem
    self.hint = hint
  }
}

/// What Tab offers for the value of a parameter.
package enum Completion: Hashable, Sendable {
  case none
  /// Fixed words.
  case words([String])
  /// Files and folders of the disk; with suffixes, files that end in one of them.
  case files(suffixes: [String])
  case folders
  /// Names that only the session knows: "dataset", "model", "subject", "result", "cascade".
  case names(String)
  /// Any of several.
  indirect case any([Completion])
  /// Several separated by commas.
  indirect case list(Completion)
}
