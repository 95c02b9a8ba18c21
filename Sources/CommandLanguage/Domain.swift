import NearWords

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
  /// Whether help may leave ``description`` out, because the placeholder says it already.
  package var isSelfEvident = false
  /// Whether a value names a file or folder that is there already.
  package var readsFiles = false
  /// Reads a value.
  package var parse: @Sendable (String) throws(DomainError) -> Value
  /// Spells a value so that ``parse`` reads it back.
  package var spell: @Sendable (Value) -> String
  /// The single values that a word stands for, each spelled as a word of its own: several for a list
  /// or a range, else one.
  package var elements: @Sendable (String) throws(DomainError) -> [String]

  package init(
    placeholder: String, description: String, completion: Completion = .none,
    badSamples: [String] = [], isSelfEvident: Bool = false,
    spell: @escaping @Sendable (Value) -> String,
    elements: (@Sendable (String) throws(DomainError) -> [String])? = nil,
    parse: @escaping @Sendable (String) throws(DomainError) -> Value
  ) {
    self.placeholder = placeholder
    self.description = description
    self.completion = completion
    self.badSamples = badSamples
    self.isSelfEvident = isSelfEvident
    self.parse = parse
    self.spell = spell
    if let elements {
      self.elements = elements
    } else {
      self.elements = { text throws(DomainError) in [spell(try parse(text))] }
    }
  }

  /// What identifies the domain: equal names, equal meaning.
  package var name: String { "\(placeholder): \(description)" }
}

/// Why a word is no value of a domain.
package enum DomainError: Error, Hashable, Sendable {
  /// `problem` completes "'word' …": "is no whole number from 1 to 10".
  case unfit(problem: String, hint: String?)
  /// `word` is none of the words that can stand there. `noun` is what they are; the parameter's
  /// name where nil.
  case unknown(word: String, choices: [String], noun: String?)

  package init(_ problem: String, hint: String? = nil) {
    self = .unfit(problem: problem, hint: hint)
  }

  /// The error as words about the value `word` of `parameter`.
  func usageError(_ word: Word, of parameter: ParameterDescription) -> UsageError {
    switch self {
    case .unfit(let problem, let hint):
      let slot = parameter.isOption ? "--\(parameter.name)" : parameter.placeholder
      return UsageError(
        "\(slot): '\(word.text)' \(problem)", hint: hint, column: word.column, kind: "bad_value")
    case .unknown(let item, let choices, let noun):
      let near = EditDistance.nearest(to: item, among: choices).map { "did you mean '\($0)'? " }
      guard let noun = noun ?? Plural.noun(parameter.name) else {
        return UsageError(
          "--\(parameter.name) does not take '\(item)'",
          hint: (near ?? "") + "it takes: \(choices.joined(separator: ", "))",
          column: word.column, kind: "bad_value")
      }
      return UsageError(
        "no \(noun) '\(item)'",
        hint: (near ?? "") + "\(Plural.of(noun)): \(choices.joined(separator: ", "))",
        column: word.column, kind: "bad_value")
    }
  }

  /// The error as words about one `item` of a longer value.
  func within(_ item: String) -> DomainError {
    guard case .unfit(let problem, let hint) = self else { return self }
    return .unfit(problem: "has '\(item)', which \(problem)", hint: hint)
  }
}

/// Plurals of the few nouns that name parameters.
enum Plural {
  /// Names of options that say what is done, and not what the word after them is.
  private static let others: Set = [
    "by", "of", "from", "fold-by", "equalize", "flip", "partial", "locate", "align", "fuse",
    "opencv",
    "boxes", "faces", "scores", "match",
  ]

  /// `name` where it is a noun for one of the words that can follow; nil where it is none.
  static func noun(_ name: String) -> String? { others.contains(name) ? nil : name }

  static func of(_ noun: String) -> String {
    if noun.hasSuffix("s") || noun.hasSuffix("x") || noun.hasSuffix("ch") { return noun + "es" }
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    return noun + "s"
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
