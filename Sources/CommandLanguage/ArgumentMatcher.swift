import NearWords

/// Decides which word is the value of which parameter, before any value is read.
struct ArgumentMatcher {
  let declaration: Declaration
  let globals: [ParameterDescription]

  struct Matched: Hashable {
    var assignments: [Assignment] = []
    var globals: [OptionUse] = []
    var asksForHelp = false
  }

  func match(_ words: [Word]) throws(UsageError) -> Matched {
    var matched = Matched()
    var places: [Word] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word.text == "--" {
        places += words[index...]
        break
      }
      guard Self.isOption(word) else {
        places.append(word)
        continue
      }
      if word.text == "--help" || word.text == "-h" {
        matched.asksForHelp = true
        continue
      }
      let option = OptionWord(word)
      if let parameter = declaration.parameters.firstIndex(where: {
        $0.isOption && $0.name == option.name
      }) {
        let description = declaration.parameters[parameter]
        if matched.assignments.contains(where: { $0.parameter == parameter }) {
          throw UsageError("--\(option.name) is given twice", column: word.column)
        }
        let value = try option.value(of: description, following: words, index: &index)
        matched.assignments.append(Assignment(parameter: parameter, word: value ?? word))
      } else if let description = globals.first(where: { $0.name == option.name }) {
        let value = try option.value(of: description, following: words, index: &index)
        matched.globals.append(OptionUse(name: option.name, value: value, column: word.column))
      } else {
        throw unknown(option)
      }
    }
    if !matched.asksForHelp { try place(places, into: &matched) }
    return matched
  }

  /// Refuses a command whose required parameters or option rules are not met.
  func checkComplete(_ matched: Matched) throws(UsageError) {
    let given = Set(matched.assignments.map(\.parameter))
    for (index, parameter) in declaration.parameters.enumerated()
    where parameter.isRequired && !given.contains(index) {
      throw UsageError("'\(declaration.name)' needs \(parameter.usage)", hint: usageHint)
    }
    let names = Set(given.map { declaration.parameters[$0].name })
    for rule in declaration.rules {
      switch rule {
      case .atMostOne(let options), .exactlyOne(let options):
        let present = options.filter(names.contains)
        if present.count > 1 {
          throw UsageError(
            "\(Self.dashed(present, joiner: " and ")) exclude each other", hint: usageHint)
        }
        if case .exactlyOne = rule, present.isEmpty {
          throw UsageError(
            "'\(declaration.name)' needs \(Self.dashed(options, joiner: " or "))", hint: usageHint)
        }
      case .needs(let option, let other):
        if names.contains(option), !names.contains(other) {
          throw UsageError("--\(option) needs --\(other) beside it", hint: usageHint)
        }
      }
    }
  }

  /// Whether a word is written as an option: two dashes, or one that is no negative number.
  static func isOption(_ word: Word) -> Bool {
    word.text.hasPrefix("-") && word.text.count > 1 && !NumberText.looksNegative(word.text)
  }

  private var usageHint: String { "usage: \(HelpText.usageLine(declaration))" }

  private func place(_ words: [Word], into matched: inout Matched) throws(UsageError) {
    let slots = declaration.parameters.indices.filter { !declaration.parameters[$0].isOption }
    guard let rest = slots.firstIndex(where: { declaration.parameters[$0].takesRest }) else {
      if words.count > slots.count {
        let extra = words[slots.count]
        throw UsageError(
          "'\(declaration.name)' does not know what to do with '\(extra.text)'", hint: usageHint,
          column: extra.column)
      }
      for (slot, word) in zip(slots, words) {
        matched.assignments.append(Assignment(parameter: slot, word: word))
      }
      return
    }
    let after = slots.count - rest - 1
    let tailStart = max(rest, words.count - after)
    for (position, word) in words.enumerated() {
      let slot: Int
      if position < rest {
        slot = slots[position]
      } else if position < tailStart {
        slot = slots[rest]
      } else {
        slot = slots[rest + 1 + position - tailStart]
      }
      matched.assignments.append(Assignment(parameter: slot, word: word))
    }
    if case .rest(let atLeast) = declaration.parameters[slots[rest]].kind {
      let count = max(0, tailStart - rest)
      if count < atLeast, count > 0 || after == 0 {
        throw UsageError(
          "'\(declaration.name)' needs at least \(atLeast) \(declaration.parameters[slots[rest]].placeholder)",
          hint: usageHint)
      }
    }
  }

  private func unknown(_ option: OptionWord) -> UsageError {
    let own = declaration.parameters.filter(\.isOption).map(\.name)
    let names = own + globals.map(\.name) + ["help"]
    if !option.word.text.hasPrefix("--") {
      return UsageError(
        "unknown option '\(option.word.text)'",
        hint: "options have two dashes; write '-- \(option.word.text)' if it is a name or a file",
        column: option.word.column, kind: "unknown_option")
    }
    let near = EditDistance.nearest(to: option.name, among: names)
    let stray = StrayValue.correction(of: option.name, among: declaration.parameters + globals)
    return UsageError(
      "'\(declaration.name)' has no option '--\(option.name)'",
      hint: (stray ?? near.map { "--\($0)" }).map { "did you mean '\($0)'?" }
        ?? (own.isEmpty
          ? "'help \(declaration.name)' tells what it takes"
          : "options: \(Self.dashed(own, joiner: ", "))"),
      column: option.word.column, kind: "unknown_option")
  }

  private static func dashed(_ names: [String], joiner: String) -> String {
    names.map { "--\($0)" }.joined(separator: joiner)
  }
}

/// A word that is written as an option: `--name` or `--name=value`.
struct OptionWord {
  let word: Word
  let name: String
  private let attached: String?

  init(_ word: Word) {
    self.word = word
    let text = word.text.drop(while: { $0 == "-" })
    if let equals = text.firstIndex(of: "=") {
      name = String(text[..<equals])
      attached = String(text[text.index(after: equals)...])
    } else {
      name = String(text)
      attached = nil
    }
  }

  /// The option's value: after `=`, or the next word unless that has two dashes; nil for a flag.
  func value(
    of description: ParameterDescription, following words: [Word], index: inout Int
  ) throws(UsageError) -> Word? {
    guard word.text.hasPrefix("--") else {
      throw UsageError(
        "unknown option '\(word.text)'", hint: "did you mean '-\(word.text)'?",
        column: word.column, kind: "unknown_option")
    }
    if description.kind == .flag {
      guard attached == nil else {
        throw UsageError("--\(name) takes no value", column: word.column)
      }
      return nil
    }
    if let attached {
      let pattern = word.pattern.flatMap { pattern in
        pattern.firstIndex(of: "=").map { String(pattern[pattern.index(after: $0)...]) }
      }
      return Word(attached, column: word.column, wasQuoted: word.wasQuoted, pattern: pattern)
    }
    guard index < words.count, !words[index].text.hasPrefix("--") else {
      throw UsageError(
        "--\(name) needs a value: \(description.domain)",
        hint: "such as --\(name) \(description.defaultText ?? description.placeholder)",
        column: word.column)
    }
    index += 1
    return words[index - 1]
  }
}

extension ParameterDescription {
  /// Whether it takes all words that are left.
  var takesRest: Bool {
    if case .rest = kind { true } else { false }
  }
}
