import CommandLanguage
import FaceVocabulary
import NearWords

/// What `help` was asked for.
enum HelpTopic {
  case everything([Declaration])
  case noun(String, [Declaration])
  case command(Declaration)
  case options
  /// The Markdown page of all commands.
  case reference([Declaration])
  /// The manual page.
  case manual([Declaration])

  /// - Throws: ``UsageError`` where nothing is called so.
  init(_ words: [String], among declarations: [Declaration]) throws(UsageError) {
    if words.isEmpty {
      self = .everything(declarations)
    } else if words == ["options"] {
      self = .options
    } else if words == ["reference"] {
      self = .reference(declarations)
    } else if words == ["man"] {
      self = .manual(declarations)
    } else if let command = declarations.first(where: {
      $0.words == words || $0.aliases.contains(words)
    }) {
      self = .command(command)
    } else {
      let ofNoun = declarations.filter { words.count == 1 && $0.words[0] == words[0] }
      guard ofNoun.isEmpty else {
        self = .noun(words[0], ofNoun)
        return
      }
      let asked = words.joined(separator: " ")
      let names =
        declarations.map(\.name) + declarations.map { $0.words[0] } + [
          "options", "reference", "man",
        ]
      let near = EditDistance.nearest(to: asked, among: names)
      throw UsageError(
        "no help about '\(asked)'",
        hint: near.map { "did you mean 'help \($0)'?" } ?? "'help' lists all commands",
        kind: "unknown_command")
    }
  }

  func text() -> String {
    let globals = GlobalOptions.reader.descriptions
    switch self {
    case .everything(let declarations):
      return """
        A first session, with faces that facebench draws itself:
          dataset synth demo --subjects 10
          evaluate demo --method eigen,fisher --protocol kfold
          help evaluate

        Commands:
        \(HelpText.overview(declarations))
        'help COMMAND' or '--help' after a command tells more; 'help options' lists what all take.

        """
    case .noun(_, let declarations):
      return HelpText.overview(declarations) + "\n'help COMMAND' tells more.\n"
    case .command(let declaration): return HelpText.command(declaration, globals: globals)
    case .options: return HelpText.options(globals)
    case .manual(let declarations): return ProgramManual.roff(declarations)
    case .reference(let declarations):
      return ReferencePage.markdown(
        declarations, globals: globals, title: "Commands",
        introduction: """
          Every command of facebench, made by `facebench help reference` from the declarations that \
          the program itself reads. The same words work at the prompt, in scripts (`-f FILE`), in \
          notebooks, after `-c` and after `facebench` on a command line.

          `*`, `?` and `[…]` outside of quotes stand for the files they fit, sorted by bytes, wherever \
          a command reads files: `detector run holiday/*.jpg`. Quotes or a backslash make them plain \
          letters, as they are in an option such as `--pattern`, in the plan of a sweep, and after \
          `facebench`, where the calling shell has had its turn.
          """)
    }
  }
}
