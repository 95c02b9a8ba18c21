/// A command of which every option may name several values: what a plan is made of.
///
/// Each combination of values is a command of its own, spelled by ``words(_:)``.
package struct CommandChoices: Hashable, Sendable {
  package let declaration: Declaration
  /// Every word and option that was given, in the order of the declaration; options for every command
  /// last.
  package let choices: [Choice]

  /// A parameter that was given, and what it may be.
  package struct Choice: Hashable, Sendable {
    package let parameter: ParameterDescription
    /// At least one, each spelled as the command's domain spells it; one empty text for a flag.
    package var values: [String]
    /// Column of the word on its line; nil when no line is known.
    package let column: Int?

    package init(parameter: ParameterDescription, values: [String], column: Int?) {
      self.parameter = parameter
      self.values = values
      self.column = column
    }
  }

  /// One value of one parameter.
  package struct Setting: Hashable, Sendable {
    package let parameter: ParameterDescription
    package let value: String

    package init(parameter: ParameterDescription, value: String) {
      self.parameter = parameter
      self.value = value
    }
  }

  package init(declaration: Declaration, choices: [Choice]) {
    self.declaration = declaration
    self.choices = choices
  }

  /// What was given for the parameter called `name`; nil where nothing was.
  package func choice(_ name: String) -> Choice? {
    choices.first { $0.parameter.name == name }
  }

  /// Every combination of values, the first choice varying slowest; those of `together` stay lists.
  package func combinations(together: Set<String> = []) -> [[Setting]] {
    choices.reduce([[]]) { combinations, choice in
      let values =
        together.contains(choice.parameter.name)
        ? [choice.values.joined(separator: ",")] : choice.values
      return combinations.flatMap { one in
        values.map { one + [Setting(parameter: choice.parameter, value: $0)] }
      }
    }
  }

  /// The words of the command with these values, which read back as they are.
  ///
  /// - Parameter spellingDefaults: whether options that were left out stand there with their default,
  ///   but for those that a given one excludes.
  package func words(_ settings: [Setting], spellingDefaults: Bool = false) -> [String] {
    let places = settings.filter { !$0.parameter.isOption }.map(\.value)
    var given = settings.filter(\.parameter.isOption)
    if spellingDefaults { given = withDefaults(given) }
    let options = given.flatMap { setting in
      let name = "--\(setting.parameter.name)"
      if setting.parameter.kind == .flag { return [name] }
      return setting.value.hasPrefix("--") ? ["\(name)=\(setting.value)"] : [name, setting.value]
    }
    // A place that looks like an option is one unless '--' stands before it.
    guard places.contains(where: { ArgumentMatcher.isOption(Word($0)) }) else {
      return declaration.words + places + options
    }
    return declaration.words + options + ["--"] + places
  }

  private func withDefaults(_ given: [Setting]) -> [Setting] {
    let names = Set(given.map(\.parameter.name))
    let excluded = declaration.rules.flatMap { rule -> [String] in
      switch rule {
      case .atMostOne(let options), .exactlyOne(let options):
        names.isDisjoint(with: options) ? [] : options
      case .needs: []
      }
    }
    let own = declaration.parameters.compactMap { parameter -> Setting? in
      if let setting = given.first(where: { $0.parameter == parameter }) { return setting }
      guard parameter.kind == .option, !excluded.contains(parameter.name) else { return nil }
      return parameter.defaultText.map { Setting(parameter: parameter, value: $0) }
    }
    return own + given.filter { !declaration.parameters.contains($0.parameter) }
  }
}

extension CommandTree {
  /// Reads one command whose options may list several values each, also where the command itself takes
  /// one: `--folds 5,10`, `--repeats 1:9:2`.
  ///
  /// A word that the command takes as it stands keeps its meaning.
  ///
  /// - Throws: ``UsageError`` as ``read(_:allowingPrefixes:)``, and for what is no one command to run.
  package func choices(
    _ words: [Word], globalValues: (OptionUse) throws(UsageError) -> [String]
  ) throws(UsageError) -> CommandChoices {
    var leading = GlobalScanner(globals: globals)
    let rest = try leading.takeLeading(words)
    guard !rest.isEmpty else { throw UsageError("a command is missing") }
    let found = try CommandFinder(declarations: declarations, allowingPrefixes: false).find(rest)
    let command = commands[found.index]
    let matcher = ArgumentMatcher(declaration: command.declaration, globals: globals)
    let matched = try matcher.match(Array(rest.dropFirst(found.wordCount)))
    guard !matched.asksForHelp else {
      throw UsageError("--help runs nothing", hint: "'help \(command.declaration.name)' tells")
    }
    try matcher.checkComplete(matched)
    var choices: [CommandChoices.Choice] = []
    for assignment in matched.assignments.sorted(by: { $0.parameter < $1.parameter }) {
      choices.append(
        CommandChoices.Choice(
          parameter: command.declaration.parameters[assignment.parameter],
          values: Self.unique(try command.values(assignment)), column: assignment.word.column))
    }
    for use in leading.uses + matched.globals {
      guard let description = globals.first(where: { $0.name == use.name }) else { continue }
      choices.removeAll { $0.parameter == description }
      choices.append(
        CommandChoices.Choice(
          parameter: description, values: Self.unique(try globalValues(use)), column: use.column))
    }
    return CommandChoices(declaration: command.declaration, choices: choices)
  }

  private static func unique(_ values: [String]) -> [String] {
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }
  }
}
