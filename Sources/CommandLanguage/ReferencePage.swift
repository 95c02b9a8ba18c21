/// The reference of all commands as one Markdown page.
package enum ReferencePage {
  /// - Parameters:
  ///   - title: heading of the page.
  ///   - introduction: Markdown below the heading.
  package static func markdown(
    _ declarations: [Declaration], globals: [ParameterDescription], title: String,
    introduction: String
  ) -> String {
    var page = "# \(title)\n\n\(introduction)\n\n## Options of every command\n\n"
    page += table(globals)
    for chapter in declarations.chapters {
      page += "\n## \(chapter.title)\n"
      for declaration in chapter.declarations { page += section(declaration) }
    }
    return page
  }

  private static func section(_ declaration: Declaration) -> String {
    var text = "\n### \(declaration.name)\n\n\(declaration.abstract).\n\n```\n"
    for example in declaration.examples { text += "\(example.line)   # \(example.purpose)\n" }
    text += "```\n\nUsage: `\(HelpText.usageLine(declaration))`"
    if !declaration.aliases.isEmpty {
      text += "; short: "
      text += declaration.aliases.map { "`\($0.joined(separator: " "))`" }.joined(separator: ", ")
    }
    text += "\n"
    for (title, parameters) in HelpText.sections(declaration.parameters) {
      if title != "Parameters" { text += "\n\(title):\n" }
      text += "\n" + table(parameters)
    }
    for rule in declaration.rules { text += "\n\(rule.sentence)\n" }
    for paragraph in declaration.discussion.paragraphs { text += "\n\(paragraph)\n" }
    return text
  }

  private static func table(_ parameters: [ParameterDescription]) -> String {
    var text = "| Parameter | Meaning | Value | Default |\n|---|---|---|---|\n"
    for parameter in parameters {
      let cells = [
        "`\(parameter.usage)`", parameter.help, parameter.kind == .flag ? "" : parameter.domain,
        parameter.isRequired ? "required" : parameter.defaultText.map { "`\($0)`" } ?? "",
      ]
      let escaped = cells.map { $0.split(separator: "|").joined(separator: "\\|") }
      text += "| " + escaped.joined(separator: " | ") + " |\n"
    }
    return text
  }
}

extension [Declaration] {
  /// The commands by their first word, in the order in which each noun first appears.
  var chapters: [(title: String, declarations: [Declaration])] {
    var chapters: [(title: String, declarations: [Declaration])] = []
    for declaration in self {
      let title = declaration.words[0]
      if let index = chapters.firstIndex(where: { $0.title == title }) {
        chapters[index].declarations.append(declaration)
      } else {
        chapters.append((title, [declaration]))
      }
    }
    return chapters
  }
}
