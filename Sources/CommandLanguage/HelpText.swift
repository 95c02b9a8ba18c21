/// Help for people, made from declarations.
package enum HelpText {
  /// `model train NAME --on DATASET [--method eigen|fisher|lbph] …` on one line.
  package static func usageLine(_ declaration: Declaration) -> String {
    usageParts(declaration).joined(separator: " ")
  }

  /// Everything about one command: examples first, then usage, parameters, discussion.
  ///
  /// - Parameter width: terminal columns that lines are wrapped to.
  package static func command(
    _ declaration: Declaration, globals: [ParameterDescription] = [], width: Int = 80
  ) -> String {
    var lines = ["\(declaration.name): \(declaration.abstract.loweringFirst)", ""]
    for example in declaration.examples {
      lines.append("  \(example.line)")
      lines += Paragraph.lines(of: example.purpose, width: width, indent: 6)
    }
    lines += ["", "Usage"]
    lines += Paragraph.lines(of: usageParts(declaration), width: width, indent: 2, hanging: 6)
    if !declaration.aliases.isEmpty {
      let names = declaration.aliases.map { "'\($0.joined(separator: " "))'" }
      lines += Paragraph.lines(
        of: "\(names.joined(separator: ", ")) is short for it.", width: width, indent: 2)
    }
    for section in sections(declaration.parameters) {
      lines += ["", section.title]
      lines += table(section.parameters, width: width)
    }
    let rules = declaration.rules.map(\.sentence)
    if !rules.isEmpty {
      lines.append("")
      lines += rules.flatMap { Paragraph.lines(of: $0, width: width, indent: 2) }
    }
    if !globals.isEmpty {
      lines.append("")
      lines += Paragraph.lines(
        of: "Every command also takes: "
          + globals.map { "--\($0.name)" }.joined(separator: ", ") + " ('help options').",
        width: width, indent: 0)
    }
    for paragraph in declaration.discussion.paragraphs {
      lines.append("")
      lines += Paragraph.lines(of: paragraph, width: width, indent: 0)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The list of commands, all or those of one noun; commands of one noun stand together.
  package static func overview(_ declarations: [Declaration], width: Int = 80) -> String {
    let column = min(28, (declarations.map(\.name.count).max() ?? 0) + 4)
    var lines: [String] = []
    for declaration in declarations.chapters.flatMap(\.declarations) {
      lines += Paragraph.entry(
        declaration.name, declaration.abstract, column: column, width: width)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The options that every command takes.
  package static func options(_ globals: [ParameterDescription], width: Int = 80) -> String {
    table(globals, width: width).joined(separator: "\n") + "\n"
  }

  private static func usageParts(_ declaration: Declaration) -> [String] {
    [declaration.name] + declaration.parameters.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
  }

  /// Parameters under their headings, in the order of their first appearance.
  static func sections(
    _ parameters: [ParameterDescription]
  ) -> [(title: String, parameters: [ParameterDescription])] {
    var sections: [(title: String, parameters: [ParameterDescription])] = []
    for parameter in parameters {
      let title = parameter.section ?? "Parameters"
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].parameters.append(parameter)
      } else {
        sections.append((title, [parameter]))
      }
    }
    return sections
  }

  private static func table(_ parameters: [ParameterDescription], width: Int) -> [String] {
    let column = min(30, (parameters.map(\.usage.count).max() ?? 0) + 4)
    return parameters.flatMap {
      Paragraph.entry($0.usage, $0.explanation, column: column, width: width)
    }
  }
}

extension ParameterDescription {
  /// Help, domain and default in one go: "Axes to keep; whole number from 1 (default: 30)".
  var explanation: String {
    var text = help
    if kind != .flag && !domainIsSelfEvident { text += "; \(domain)" }
    if isRequired && isOption { text += " (required)" }
    if let defaultText { text += " (default: \(defaultText))" }
    return text
  }
}

extension OptionRule {
  /// The rule in words.
  var sentence: String {
    func list(_ options: [String], _ joiner: String) -> String {
      options.map { "--\($0)" }.joined(separator: joiner)
    }
    switch self {
    case .atMostOne(let options): return "Of \(list(options, ", ")) at most one is given."
    case .exactlyOne(let options): return "Of \(list(options, ", ")) exactly one is given."
    case .needs(let option, let other): return "--\(option) needs --\(other) beside it."
    }
  }
}

extension String {
  /// The text split at empty lines, line breaks inside a paragraph turned into blanks.
  var paragraphs: [String] {
    var paragraphs: [[Substring]] = [[]]
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy(\.isWhitespace) {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  fileprivate var loweringFirst: String {
    guard let first, dropFirst().first?.isUppercase != true else { return self }
    return first.lowercased() + dropFirst()
  }
}
