/// Takes the options for every command that stand before its words.
struct GlobalScanner {
  let globals: [ParameterDescription]
  private(set) var uses: [OptionUse] = []

  init(globals: [ParameterDescription]) { self.globals = globals }

  /// The words after the leading options.
  mutating func takeLeading(_ words: [Word]) throws(UsageError) -> [Word] {
    var index = 0
    while index < words.count, ArgumentMatcher.isOption(words[index]) {
      let word = words[index]
      let option = OptionWord(word)
      guard let description = globals.first(where: { $0.name == option.name }) else { break }
      index += 1
      let value = try option.value(of: description, following: words, index: &index)
      uses.append(OptionUse(name: option.name, value: value, column: word.column))
    }
    return Array(words[index...])
  }
}
