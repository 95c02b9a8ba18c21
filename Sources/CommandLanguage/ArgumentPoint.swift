/// What can stand next among the arguments of a command.
struct ArgumentPoint {
  /// An option whose value comes next.
  private(set) var pendingOption: ParameterDescription?
  /// The positional that comes next; nil when all are there.
  private(set) var slot: ParameterDescription?
  private(set) var usedOptions: Set<String> = []
  /// Whether `--` was among the words.
  private(set) var optionsEnded = false

  init(_ declaration: Declaration, globals: [ParameterDescription], after words: [Word]) {
    let options = declaration.parameters.filter(\.isOption) + globals
    var places = 0
    for word in words {
      if pendingOption != nil {
        pendingOption = nil
      } else if !optionsEnded, word.text == "--" {
        optionsEnded = true
      } else if !optionsEnded, ArgumentMatcher.isOption(word) {
        let option = OptionWord(word)
        usedOptions.insert(option.name)
        if let description = options.first(where: { $0.name == option.name }),
          description.kind == .option, !word.text.contains("=")
        {
          pendingOption = description
        }
      } else {
        places += 1
      }
    }
    let slots = declaration.parameters.filter { !$0.isOption }
    let rest = slots.firstIndex(where: \.takesRest)
    slot = rest.map { slots[min(places, $0)] } ?? (places < slots.count ? slots[places] : nil)
  }
}

/// The end of a line that is being typed.
package struct UnfinishedLine: Hashable, Sendable {
  /// Finished words of the last command on the line.
  package let before: [String]
  /// The word under the cursor without its quotes; empty between words.
  package let partial: String
  /// The quote that is open at the end.
  package let quote: Character?
  package let isComment: Bool

  package init(_ line: String) {
    var splitter = Splitter(allowingSemicolons: false)
    for (column, character) in line.enumerated() { splitter.read(character, at: column) }
    before = splitter.words.map(\.text)
    partial = splitter.current?.text ?? ""
    quote = splitter.quote
    isComment = splitter.endedInComment
  }
}
