import CommandLanguage
import NearWords

/// What the words after `facebench` ask for.
struct Invocation: Sendable, Equatable {
  var options = GlobalOptions()
  var task = Task.prompt

  enum Task: Sendable, Equatable {
    /// A prompt, or lines of standard input where that is no terminal.
    case prompt
    /// One command, given as words.
    case words([Word])
    /// `-c` and `-f`, in order.
    case steps([Step])
    case version
    case help
    /// Candidates for the last word, asked by the shell's completion script.
    case complete([String])

    /// Whether it is one command, typed after the program's name.
    var isOneCommand: Bool {
      if case .words = self { return true }
      return false
    }
  }

  enum Step: Sendable, Equatable {
    case commands(String)
    case file(String)
  }

  /// Reads the arguments without the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var words = arguments.map { Word($0) }[...]
    var steps: [Step] = []
    var uses: [OptionUse] = []
    while let word = words.first, word.text.hasPrefix("-"), word.text.count > 1 {
      switch word.text {
      case "--version":
        task = .version
        return
      case "--help", "-h":
        task = .help
        return
      case "--complete-words":
        task = .complete(words.dropFirst().map(\.text))
        return
      case "-c", "-f":
        guard words.count > 1 else {
          let isCommand = word.text == "-c"
          throw UsageError(
            "\(word.text) needs \(isCommand ? "a command" : "a file")",
            hint: isCommand
              ? "such as -c 'dataset list'" : "such as -f plan.fb; '-f -' reads standard input")
        }
        let value = words[words.index(after: words.startIndex)].text
        steps.append(word.text == "-c" ? .commands(value) : .file(value))
        words = words.dropFirst(2)
      default:
        let before = words.count
        var scanner = GlobalScanner(globals: GlobalOptions.reader.descriptions)
        let rest = try scanner.takeFirst(Array(words))
        guard rest.count < before else {
          throw UsageError(
            "unknown option '\(word.text)'", hint: Self.hint(for: word), kind: "unknown_option")
        }
        uses += scanner.uses
        words = words.dropFirst(before - rest.count)
      }
    }
    options = try GlobalOptions.reader.apply(uses, to: options)
    if !steps.isEmpty {
      if let word = words.first {
        throw UsageError(
          "'\(word.text)' stands after -c or -f", hint: "put the command into a -c of its own")
      }
      task = .steps(steps)
    } else if !words.isEmpty {
      task = .words(Array(words))
    }
  }

  private static func hint(for word: Word) -> String {
    let names =
      GlobalOptions.reader.descriptions.map { "--\($0.name)" } + [
        "--version", "--help", "-c", "-f",
      ]
    let stray = StrayValue.correction(
      of: String(word.text.drop { $0 == "-" }), among: GlobalOptions.reader.descriptions)
    if let stray { return "did you mean '\(stray)'?" }
    if let near = EditDistance.nearest(to: word.text, among: names) {
      return "did you mean '\(near)'?"
    }
    return "'facebench --help' lists the options; a command's own come after its words"
  }
}
