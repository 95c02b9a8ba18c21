/// Takes the options for every command that stand before its words.
package struct GlobalScanner {
  let globals: [ParameterDescription]
  package private(set) var uses: [OptionUse] = []

  package init(globals: [ParameterDescription]) { self.globals = globals }

  /// The words after the first of them, or all where the first is no option for every command.
  package mutating func takeFirst(_ words: [Word]) throws(UsageError) -> [Word] {
    guard let word = words.first, ArgumentMatcher.isOption(word) else { return words }
    let option = OptionWord(word)
    guard let description = globals.first(where: { $0.name == option.name }) else { return words }
    var index = 1
    let value = try option.value(of: description, following: words, index: &index)
    uses.append(OptionUse(name: option.name, value: value, column: word.column))
    return Array(words[index...])
  }

  /// The words after the leading options.
  mutating func takeLeading(_ words: [Word]) throws(UsageError) -> [Word] {
    var rest = words
    while true {
      let after = try takeFirst(rest)
      if after.count == rest.count { return rest }
      rest = after
    }
  }
}
