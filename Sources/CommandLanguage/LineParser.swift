/// Splits lines into words as a shell does: quotes, backslashes, comments, and `;` where allowed.
package enum LineParser {
  /// The commands of `line`, each a list of words; empty ones are dropped.
  ///
  /// - Single quotes keep everything, double quotes everything but `\"` and `\\`; outside of
  ///   quotes a backslash keeps the next character. `#` at the beginning of a word starts a comment.
  /// - `*`, `?` and `[` outside of quotes make a word a ``Word/pattern`` too.
  /// - Parameter allowingSemicolons: whether `;` separates commands, as within one `-c`.
  /// - Throws: ``UsageError`` for a quote that is never closed and for a trailing backslash.
  package static func commands(
    in line: String, allowingSemicolons: Bool = false
  ) throws(UsageError) -> [[Word]] {
    var splitter = Splitter(allowingSemicolons: allowingSemicolons)
    var column = 0
    for character in line {
      splitter.read(character, at: column)
      column += 1
    }
    return try splitter.finish()
  }

  /// Writes `word` so that it reads back as one word; plain words stay as they are.
  package static func quoted(_ word: String) -> String {
    if word.unicodeScalars.allSatisfy(isPlain), !word.isEmpty { return word }
    var text = "'"
    for character in word { text += character == "'" ? "'\\''" : String(character) }
    return text + "'"
  }

  /// Writes `word` with a backslash before every letter that quoting would be needed for.
  package static func escaped(_ word: String) -> String {
    var text = ""
    for (index, character) in word.enumerated() {
      let isPlain =
        character.unicodeScalars.allSatisfy(isPlain) || (character == "~" && index == 0)
      text += isPlain ? String(character) : "\\\(character)"
    }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if !scalar.isASCII { return !scalar.properties.isWhitespace }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "-_./:=,+%@{}".unicodeScalars.contains(scalar)
  }
}

/// The state between two characters of a line.
struct Splitter {
  let allowingSemicolons: Bool
  private(set) var commands: [[Word]] = []
  private(set) var words: [Word] = []
  /// The word being read; nil between words.
  private(set) var current: Word?
  private(set) var quote: Character?
  private var quoteColumn = 0
  private var isEscaped = false
  private var escapeColumn = 0
  private var isComment = false
  /// The word being read, as a pattern.
  private var pattern = ""
  private var hasWildcard = false

  init(allowingSemicolons: Bool) { self.allowingSemicolons = allowingSemicolons }

  /// Whether the line ended inside a comment.
  var endedInComment: Bool { isComment }

  mutating func read(_ character: Character, at column: Int) {
    if isComment {
      if character.isNewline { endComment() }
    } else if isEscaped {
      isEscaped = false
      if quote == "\"", character != "\"", character != "\\" {
        appendQuoted("\\", at: escapeColumn)
      }
      appendQuoted(character, at: escapeColumn)
    } else if let quote {
      if character == quote {
        self.quote = nil
      } else if character == "\\", quote == "\"" {
        escape(at: column)
      } else {
        appendQuoted(character, at: column)
      }
    } else {
      readPlain(character, at: column)
    }
  }

  /// The commands, once the line has ended.
  mutating func finish() throws(UsageError) -> [[Word]] {
    if let quote {
      throw UsageError(
        "the quote \(quote) is never closed", hint: "add a closing \(quote)", column: quoteColumn)
    }
    if isEscaped {
      throw UsageError(
        "the line ends in a backslash", hint: "a command is one line", column: escapeColumn)
    }
    endCommand()
    return commands
  }

  private mutating func readPlain(_ character: Character, at column: Int) {
    switch character {
    case "'", "\"":
      quote = character
      quoteColumn = column
      if current == nil { current = Word("", column: column) }
      current?.wasQuoted = true
    case "\\":
      escape(at: column)
    case "#" where current == nil:
      isComment = true
    case ";" where allowingSemicolons:
      endCommand()
    case _ where character.isNewline && allowingSemicolons:
      endCommand()
    case _ where character.isWhitespace:
      endWord()
    default:
      append(character, at: column)
      pattern.append(character)
      if "*?[".contains(character) { hasWildcard = true }
    }
  }

  private mutating func escape(at column: Int) {
    isEscaped = true
    escapeColumn = column
    if quote == nil {
      if current == nil { current = Word("", column: column) }
      current?.wasQuoted = true
    }
  }

  private mutating func append(_ character: Character, at column: Int) {
    if current == nil { current = Word("", column: column) }
    current?.text.append(character)
  }

  private mutating func appendQuoted(_ character: Character, at column: Int) {
    append(character, at: column)
    pattern += Word.escapedPattern(String(character))
  }

  private mutating func endComment() {
    isComment = false
    if allowingSemicolons { endCommand() }
  }

  private mutating func endWord() {
    if hasWildcard { current?.pattern = pattern }
    if let current { words.append(current) }
    current = nil
    pattern = ""
    hasWildcard = false
  }

  private mutating func endCommand() {
    endWord()
    if !words.isEmpty { commands.append(words) }
    words = []
  }
}
