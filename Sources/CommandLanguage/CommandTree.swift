/// All commands of a program, found by their words.
package struct CommandTree<Context, Output>: Sendable {
  /// In the order of the reference page.
  package let commands: [Command<Context, Output>]
  /// Options that every command takes, before and after its words; a command's own option of the
  /// same name comes first.
  package let globals: [ParameterDescription]
  private let files: FileMatcher?

  /// - Parameter paths: the paths that a pattern of file names fits, sorted; without it words are
  ///   taken as they stand.
  package init(
    _ commands: [Command<Context, Output>], globals: [ParameterDescription] = [],
    paths: (@Sendable (_ pattern: String) -> [String])? = nil
  ) {
    self.commands = commands
    self.globals = globals
    files = paths.map { FileMatcher(paths: $0) }
  }

  package var declarations: [Declaration] { commands.map(\.declaration) }

  /// Reads one command.
  ///
  /// - Parameter allowingPrefixes: whether a beginning that fits one word only stands for that
  ///   word; at the prompt, never in scripts, which must not change meaning when commands are added.
  /// - Throws: ``UsageError`` with what was found, what was needed, a hint and the place.
  package func read(
    _ words: [Word], allowingPrefixes: Bool = false
  ) throws(UsageError) -> ParsedCommand<Context, Output> {
    var leading = GlobalScanner(globals: globals)
    let rest = try leading.takeLeading(words)
    guard !rest.isEmpty else {
      return ParsedCommand(declaration: nil, globals: leading.uses, action: .nothing)
    }
    let finder = CommandFinder(
      declarations: declarations, allowingPrefixes: allowingPrefixes)
    let found = try finder.find(rest)
    let command = commands[found.index]
    let matcher = ArgumentMatcher(declaration: command.declaration, globals: globals)
    let matched = try matcher.match(Array(rest.dropFirst(found.wordCount)))
    let uses = leading.uses + matched.globals
    if matched.asksForHelp {
      return ParsedCommand(declaration: command.declaration, globals: uses, action: .help)
    }
    try matcher.checkComplete(matched)
    let assignments =
      try files?.expand(matched.assignments, of: command.declaration) ?? matched.assignments
    let run = try command.bind(assignments)
    return ParsedCommand(declaration: command.declaration, globals: uses, action: .run(run))
  }
}

/// A command that was read and can be run.
package struct ParsedCommand<Context, Output>: Sendable {
  /// Nil when there were global options only.
  package let declaration: Declaration?
  /// Options for every command that stood before or after the words, in order.
  package let globals: [OptionUse]
  package let action: Action

  package enum Action: Sendable {
    case nothing
    /// `--help` was among the words.
    case help
    case run(@Sendable (Context) throws -> Output)
  }
}

/// One use of an option: its name, its value if it takes one, and where it stood.
package struct OptionUse: Hashable, Sendable {
  package var name: String
  /// Nil for a flag.
  package var value: Word?
  package var column: Int?
}
