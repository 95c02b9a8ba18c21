/// Finds declarations that cannot work or would mislead; tests run it over all commands.
package enum SpecCheck {
  /// Everything wrong with the commands of a tree, one sentence each; empty when all is well.
  ///
  /// - Parameter listVerbs: verbs that may take a list where other commands of their noun take one
  ///   value of the same option.
  package static func problems<Context, Output>(
    of tree: CommandTree<Context, Output>, listVerbs: Set<String> = ["sweep"]
  ) -> [String] {
    var problems = callProblems(tree.declarations)
    for command in tree.commands {
      let own =
        parameterProblems(command.declaration, globals: tree.globals)
        + valueProblems(command) + exampleProblems(command.declaration, in: tree)
      problems += own.map { "\(command.declaration.name): \($0)" }
    }
    return problems + nounProblems(tree.declarations, listVerbs: listVerbs)
  }

  /// Two commands that are called alike, and a command hidden behind a noun.
  private static func callProblems(_ declarations: [Declaration]) -> [String] {
    var problems: [String] = []
    var owners: [[String]: String] = [:]
    for declaration in declarations {
      for words in [declaration.words] + declaration.aliases {
        if let owner = owners.updateValue(declaration.name, forKey: words) {
          problems.append(
            "'\(words.joined(separator: " "))' calls both \(owner) and \(declaration.name)")
        }
        if words.isEmpty || words.count > 2 || words.contains(where: { !isPlainWord($0) }) {
          problems.append("'\(words.joined(separator: " "))' is no call of one or two plain words")
        }
      }
    }
    return problems
  }

  private static func parameterProblems(
    _ declaration: Declaration, globals: [ParameterDescription]
  ) -> [String] {
    var problems: [String] = []
    if isUnfinished(declaration.abstract) {
      problems.append("its abstract is empty or ends in '.'")
    }
    if declaration.examples.isEmpty { problems.append("it has no example") }
    var names: Set<String> = []
    var sawOptional = false
    var sawRest = false
    for parameter in declaration.parameters {
      if !names.insert("\(parameter.isOption) \(parameter.name)").inserted {
        problems.append("two parameters are called \(parameter.name)")
      }
      if !isPlainWord(parameter.name) { problems.append("'\(parameter.name)' is no plain word") }
      if isUnfinished(parameter.help) {
        problems.append("the help of \(parameter.name) is empty or ends in '.'")
      }
      if parameter.name == "help" { problems.append("--help is taken") }
      if parameter.isOption {
        if let global = globals.first(where: { $0.name == parameter.name }),
          global.domain != parameter.domain
        {
          problems.append("--\(parameter.name) means something else for every command")
        }
        continue
      }
      if sawOptional, parameter.isRequired || parameter.takesRest {
        problems.append("\(parameter.name) cannot be reached: it follows one that may be left out")
      }
      if sawRest, !parameter.isRequired || parameter.takesRest {
        problems.append("\(parameter.name) cannot be reached: all words before it are taken")
      }
      if parameter.takesRest { sawRest = true } else if !parameter.isRequired { sawOptional = true }
    }
    let options = Set(declaration.parameters.filter(\.isOption).map(\.name))
    for rule in declaration.rules {
      for name in rule.names where !options.contains(name) {
        problems.append("a rule names --\(name), which it does not have")
      }
    }
    return problems
  }

  /// Defaults that cannot be typed and bad samples that are taken.
  private static func valueProblems<Context, Output>(
    _ command: Command<Context, Output>
  ) -> [String] {
    var problems: [String] = []
    for (index, parameter) in command.declaration.parameters.enumerated() {
      if let text = parameter.defaultText, !command.accepts(text, for: index) {
        problems.append("the default '\(text)' of \(parameter.name) cannot be typed")
      }
      for sample in parameter.badSamples where command.accepts(sample, for: index) {
        problems.append("\(parameter.name) takes the bad sample '\(sample)'")
      }
    }
    return problems
  }

  private static func exampleProblems<Context, Output>(
    _ declaration: Declaration, in tree: CommandTree<Context, Output>
  ) -> [String] {
    declaration.examples.compactMap { example in
      do throws(UsageError) {
        for words in try LineParser.commands(in: example.line) {
          let parsed = try tree.read(words)
          guard parsed.declaration == declaration else {
            return "the example '\(example.line)' calls another command"
          }
        }
        return nil
      } catch {
        return "the example '\(example.line)' is refused: \(error.message)"
      }
    }
  }

  /// One option name with two domains within one noun.
  private static func nounProblems(
    _ declarations: [Declaration], listVerbs: Set<String>
  ) -> [String] {
    var problems: [String] = []
    var seen: [String: (domain: String, command: String)] = [:]
    for declaration in declarations where declaration.words.count == 2 {
      if listVerbs.contains(declaration.words[1]) { continue }
      for parameter in declaration.parameters where parameter.isOption {
        let key = "\(declaration.words[0]) --\(parameter.name)"
        let domain = parameter.domain
        if let first = seen[key], first.domain != domain {
          problems.append(
            "--\(parameter.name) is a \(first.domain) in '\(first.command)' and a \(domain) in '\(declaration.name)'"
          )
        } else {
          seen[key] = (domain, declaration.name)
        }
      }
    }
    return problems
  }

  private static func isUnfinished(_ sentence: String) -> Bool {
    sentence.isEmpty || sentence.hasSuffix(".") || sentence.contains("\n")
  }

  private static func isPlainWord(_ word: String) -> Bool {
    !word.isEmpty && !word.hasPrefix("-")
      && word.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

extension Command {
  /// Whether `text` is a value of the parameter at `index`.
  func accepts(_ text: String, for index: Int) -> Bool {
    do throws(UsageError) {
      _ = try bind([Assignment(parameter: index, word: Word(text))])
      return true
    } catch {
      return false
    }
  }
}

extension OptionRule {
  /// The options it speaks of.
  var names: [String] {
    switch self {
    case .atMostOne(let names), .exactlyOne(let names): names
    case .needs(let option, let other): [option, other]
    }
  }
}
