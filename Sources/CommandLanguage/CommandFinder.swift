import NearWords

/// Finds the command that words begin with.
struct CommandFinder {
  let declarations: [Declaration]
  let allowingPrefixes: Bool

  struct Found: Hashable {
    var index: Int
    /// How many words called it.
    var wordCount: Int
  }

  func find(_ words: [Word]) throws(UsageError) -> Found {
    let first = words[0]
    if first.text.hasPrefix("-"), first.text.count > 1 {
      throw UsageError(
        "unknown option '\(first.text)' before the command",
        hint: "'facebench --help' lists the options; words that name a command come first",
        column: first.column)
    }
    let calls = self.calls
    if let found = longestMatch(words, in: calls) { return found }
    let heads = unique(calls.map { $0.words[0] })
    let head = try resolve(first, among: heads, kind: "command", of: nil)
    let ofHead = calls.filter { $0.words[0] == head && $0.words.count > 1 }
    if let alone = calls.first(where: { $0.words == [head] }), ofHead.isEmpty || words.count < 2 {
      return Found(index: alone.index, wordCount: 1)
    }
    let verbs = unique(ofHead.map { $0.words[1] })
    guard words.count > 1, !words[1].text.hasPrefix("-") else {
      throw UsageError(
        "'\(head)' needs one of: \(verbs.joined(separator: ", "))",
        hint: "'help \(head)' tells what they do", column: first.column)
    }
    let verb = try resolve(words[1], among: verbs, kind: "command", of: head)
    guard let call = ofHead.first(where: { $0.words[1] == verb }) else {
      throw UsageError("no command '\(head) \(verb)'", column: words[1].column)
    }
    return Found(index: call.index, wordCount: 2)
  }

  private struct Call {
    var words: [String]
    var index: Int
  }

  /// Every line of words that calls a command, own words first.
  private var calls: [Call] {
    declarations.indices.map { Call(words: declarations[$0].words, index: $0) }
      + declarations.indices.flatMap { index in
        declarations[index].aliases.map { Call(words: $0, index: index) }
      }
  }

  private func longestMatch(_ words: [Word], in calls: [Call]) -> Found? {
    let typed = words.prefix(2).map(\.text)
    let call = calls.filter { typed.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    guard let call else { return nil }
    // `model` alone may be a command and a noun: a second word that is no verb is its argument.
    return Found(index: call.index, wordCount: call.words.count)
  }

  private func resolve(
    _ word: Word, among names: [String], kind: String, of noun: String?
  ) throws(UsageError) -> String {
    if names.contains(word.text) { return word.text }
    if allowingPrefixes {
      let fitting = names.filter { $0.hasPrefix(word.text) }
      if fitting.count == 1 { return fitting[0] }
      if fitting.count > 1 {
        throw UsageError(
          "'\(word.text)' is the beginning of \(fitting.joined(separator: ", "))",
          hint: "type one more letter", column: word.column)
      }
    }
    let whole = noun.map { "\($0) \(word.text)" } ?? word.text
    let listing = noun.map { "\($0) has: \(names.joined(separator: ", "))" } ?? "'help' lists them"
    let near = EditDistance.nearest(to: word.text, among: names)
    throw UsageError(
      "no command '\(whole)'",
      hint: near.map { "did you mean '\(noun.map { "\($0) " } ?? "")\($0)'? \(listing)" }
        ?? listing,
      column: word.column, kind: "unknown_command")
  }

  private func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
