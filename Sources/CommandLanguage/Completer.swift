/// Where completion gets what only the session knows.
package struct CompletionSources: Sendable {
  /// Names of a kind: datasets, models, subjects, results, cascades.
  package var names: @Sendable (String) -> [String]
  /// Entries of a folder, folders with a trailing slash; empty on any error.
  package var entries: @Sendable (String) -> [String]

  package init(
    names: @escaping @Sendable (String) -> [String] = { _ in [] },
    entries: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) {
    self.names = names
    self.entries = entries
  }
}

/// What can stand at the end of unfinished words.
package struct Completer: Sendable {
  let declarations: [Declaration]
  let globals: [ParameterDescription]
  package let sources: CompletionSources

  package init(
    _ declarations: [Declaration], globals: [ParameterDescription], sources: CompletionSources
  ) {
    self.declarations = declarations
    self.globals = globals
    self.sources = sources
  }

  /// Whole words that `partial` may become after the finished words `before`, sorted, each once.
  ///
  /// A candidate that ends in `/` or `,` goes on; a blank belongs after every other.
  package func candidates(after before: [String], partial: String) -> [String] {
    let offered = offers(after: before.map { Word($0) }, partial: partial)
    return Array(Set(offered.filter { $0.hasPrefix(partial) })).sorted()
  }

  /// As ``candidates(after:partial:)`` for the end of an unfinished line.
  package func candidates(endOf line: String) -> [String] {
    let unfinished = UnfinishedLine(line)
    guard !unfinished.isComment else { return [] }
    return candidates(after: unfinished.before, partial: unfinished.partial)
  }

  private func offers(after before: [Word], partial: String) -> [String] {
    var words = before[...]
    while let word = words.first, ArgumentMatcher.isOption(word) {
      let option = OptionWord(word)
      guard let global = globals.first(where: { $0.name == option.name }) else { return [] }
      words = words.dropFirst()
      if global.kind == .option, !word.text.contains("=") {
        if words.isEmpty { return values(of: global.completion, partial) }
        words = words.dropFirst()
      }
    }
    guard let head = words.first?.text else {
      return partial.hasPrefix("-") ? optionOffers(globals, partial) : heads(partial)
    }
    let calls = declarations.flatMap { declaration in
      ([declaration.words] + declaration.aliases).map { (words: $0, declaration: declaration) }
    }
    let typed = words.prefix(2).map(\.text)
    let called = calls.filter { typed.starts(with: $0.words) }
      .max { $0.words.count < $1.words.count }
    var offers: [String] = []
    if words.count == 1 {
      offers = calls.filter { $0.words.count == 2 && $0.words[0] == head }.map { $0.words[1] }
    }
    if let called {
      let rest = Array(words.dropFirst(called.words.count))
      offers += argumentOffers(called.declaration, after: rest, partial)
    }
    return offers
  }

  private func heads(_ partial: String) -> [String] {
    let own = declarations.map { $0.words[0] }
    if own.contains(where: { $0.hasPrefix(partial) }) { return own }
    return declarations.flatMap { $0.aliases.map { $0[0] } }
  }

  private func argumentOffers(
    _ declaration: Declaration, after words: [Word], _ partial: String
  ) -> [String] {
    let point = ArgumentPoint(declaration, globals: globals, after: words)
    if let pending = point.pendingOption { return values(of: pending.completion, partial) }
    let open =
      declaration.parameters.filter { $0.isOption && !point.usedOptions.contains($0.name) }
      + globals.filter { global in
        !declaration.parameters.contains { $0.isOption && $0.name == global.name }
      }
    if partial.hasPrefix("-"), !point.optionsEnded {
      if let equals = partial.firstIndex(of: "=") {
        let name = partial[..<equals].drop(while: { $0 == "-" })
        guard let option = open.first(where: { $0.name == name && $0.kind == .option }) else {
          return []
        }
        let value = String(partial[partial.index(after: equals)...])
        return values(of: option.completion, value).map { "--\(name)=\($0)" }
      }
      return optionOffers(open, partial) + ["--help"]
    }
    guard let slot = point.slot else { return point.optionsEnded ? [] : own(open, declaration) }
    let offers = values(of: slot.completion, partial)
    if offers.isEmpty, partial.isEmpty, !slot.isRequired { return own(open, declaration) }
    return offers
  }

  /// The command's own options only: the ones for every command would drown them.
  private func own(_ open: [ParameterDescription], _ declaration: Declaration) -> [String] {
    open.filter { declaration.parameters.contains($0) }.map { "--\($0.name)" }
  }

  private func optionOffers(_ options: [ParameterDescription], _ partial: String) -> [String] {
    options.map { "--\($0.name)" }
  }

  private func values(of completion: Completion, _ partial: String) -> [String] {
    switch completion {
    case .none: return []
    case .words(let words): return words
    case .names(let kind): return sources.names(kind)
    case .any(let several): return several.flatMap { values(of: $0, partial) }
    case .list(let element):
      let done = partial.lastIndex(of: ",").map { partial[...$0] } ?? ""
      let used = Set(done.split(separator: ",").map(String.init))
      let item = String(partial.dropFirst(done.count))
      return values(of: element, item).filter { !used.contains($0) }.map { done + $0 }
    case .folders: return entries(partial) { $0.hasSuffix("/") }
    case .files(let suffixes):
      return entries(partial) { entry in
        suffixes.isEmpty || entry.hasSuffix("/") || suffixes.contains { entry.hasSuffix($0) }
      }
    }
  }

  private func entries(_ partial: String, where fits: (String) -> Bool) -> [String] {
    let folder = partial.lastIndex(of: "/").map { String(partial[...$0]) } ?? ""
    let showsHidden = partial.dropFirst(folder.count).hasPrefix(".")
    return sources.entries(folder.isEmpty ? "." : folder)
      .filter { fits($0) && (showsHidden || !$0.hasPrefix(".")) }
      .map { folder + $0 }
  }
}
