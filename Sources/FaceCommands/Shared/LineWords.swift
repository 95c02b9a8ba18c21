package import CommandLanguage

/// Lines of a prompt, script, notebook or plan as words.
package enum LineWords {
  /// The commands of `text`, `~/` at the beginning of an unquoted word replaced by the home folder,
  /// as a shell would have done.
  package static func commands(
    in text: String, allowingSemicolons: Bool = false
  ) throws(UsageError) -> [[Word]] {
    let commands = try LineParser.commands(in: text, allowingSemicolons: allowingSemicolons)
    guard let home = HostEnvironment.value("HOME") else { return commands }
    return commands.map { words in
      words.map { word in
        guard !word.wasQuoted, word.text == "~" || word.text.hasPrefix("~/") else { return word }
        var expanded = word
        expanded.text = home + word.text.dropFirst()
        expanded.pattern = word.pattern.map { Word.escapedPattern(home) + $0.dropFirst() }
        return expanded
      }
    }
  }
}
