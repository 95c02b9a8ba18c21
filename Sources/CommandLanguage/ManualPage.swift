/// The manual page of a program in the `man` macros of roff, made from its declarations.
package enum ManualPage {
  /// A section of prose: its heading and paragraphs, or terms with explanations.
  package struct Section: Sendable {
    package var title: String
    package var paragraphs: [String]
    package var entries: [(term: String, explanation: String)]

    package init(
      _ title: String, paragraphs: [String] = [],
      entries: [(term: String, explanation: String)] = []
    ) {
      self.title = title
      self.paragraphs = paragraphs
      self.entries = entries
    }
  }

  /// - Parameters:
  ///   - synopsis: usage lines without the program's name.
  ///   - closing: sections after the commands, such as exit status and files.
  package static func roff(
    program: String, version: String, abstract: String, synopsis: [String],
    _ declarations: [Declaration], globals: [ParameterDescription], closing: [Section]
  ) -> String {
    var page = """
      .TH \(program.uppercased()) 1 "" "\(escaped(program)) \(escaped(version))"
      .SH NAME
      \(escaped(program)) \\- \(escaped(abstract))
      .SH SYNOPSIS

      """
    for (number, line) in synopsis.enumerated() {
      if number > 0 { page += ".br\n" }
      page += ".B \(escaped(program))\n\(escaped(line))\n"
    }
    page += ".SH OPTIONS OF EVERY COMMAND\n" + entries(globals)
    page += ".SH COMMANDS\n"
    for declaration in declarations.chapters.flatMap(\.declarations) {
      page += command(declaration)
    }
    for section in closing {
      page += ".SH \(escaped(section.title.uppercased()))\n"
      for paragraph in section.paragraphs { page += ".PP\n\(escaped(paragraph))\n" }
      for entry in section.entries { page += item(entry.term, entry.explanation) }
    }
    return page
  }

  private static func command(_ declaration: Declaration) -> String {
    var text = ".SS \(escaped(declaration.name))\n\(escaped(declaration.abstract)).\n"
    text += ".PP\n\(escaped(HelpText.usageLine(declaration)))\n.PP\n"
    text += entries(declaration.parameters)
    for rule in declaration.rules { text += ".PP\n\(escaped(rule.sentence))\n" }
    for paragraph in declaration.discussion.paragraphs { text += ".PP\n\(escaped(paragraph))\n" }
    for example in declaration.examples {
      text += ".PP\nTo \(escaped(example.purpose)):\n.PP\n.RS\n.nf\n"
      text += "\(escaped(example.line))\n.fi\n.RE\n"
    }
    return text
  }

  private static func entries(_ parameters: [ParameterDescription]) -> String {
    parameters.map { item($0.usage, $0.explanation) }.joined()
  }

  private static func item(_ term: String, _ explanation: String) -> String {
    ".TP\n.B \(escaped(term))\n\(escaped(explanation))\n"
  }

  /// Text that roff prints as it stands: no escape, no request, and a hyphen that can be copied.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "\n": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A line must not begin with a control character.
    if let first = result.first, first == "." || first == "'" { result = "\\&" + result }
    return result
  }
}
