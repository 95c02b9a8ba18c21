import CommandLanguage
import FaceCommands
import FaceReports
import FaceVocabulary

/// Commands about the shell itself.
enum ShellCommands {
  /// All commands of the program over one shell's memory.
  static func tree(_ record: ShellRecord) -> CommandTree<Workbench, Outcome> {
    CommandTree(
      Commands.all + NotebookCommands.all(record) + [
        completionBash, help { tree(record).declarations }, history(record), quit,
      ], globals: GlobalOptions.reader.descriptions, paths: FilePatterns.paths)
  }

  /// The commands that notebooks may use: those about faces, and help.
  static func notebookTree() -> CommandTree<Workbench, Outcome> {
    CommandTree(
      Commands.all + [help { notebookTree().declarations }],
      globals: GlobalOptions.reader.descriptions, paths: FilePatterns.paths)
  }

  private struct HelpArguments {
    var words: [String] = []
  }

  private static func help(
    _ declarations: @escaping @Sendable () -> [Declaration]
  ) -> Command<Workbench, Outcome> {
    WorkbenchCommand(
      "help", abstract: "Tell what a command does, or list all commands",
      defaults: HelpArguments(),
      parameters: [
        .rest(
          "command", \.words, .text("COMMAND"), atLeast: 0,
          help: "Words of a command, a noun, 'options', 'reference' for the whole page, or 'man'")
      ],
      examples: [
        Example("help", "list all commands"), Example("help model train", "everything about one"),
        Example("help options", "the options that every command takes"),
        Example("help man --output facebench.1", "write the manual page"),
      ]
    ) { arguments, _ in
      .text(try HelpTopic(arguments.words, among: declarations()).text())
    }.erased
  }

  private struct HistoryArguments {
    var limit = 20
  }

  private static func history(_ record: ShellRecord) -> Command<Workbench, Outcome> {
    WorkbenchCommand(
      "history", abstract: "Show the lines typed last", defaults: HistoryArguments(),
      parameters: [
        .option("limit", \.limit, .integer(1...100_000), help: "Lines to show, the latest last")
      ],
      examples: [
        Example("history", "the last 20 lines"), Example("history --limit 200", "more of them"),
      ],
      discussion: """
        Lines are kept in facebench/history in XDG_STATE_HOME (~/.local/state). A line that begins \
        with a blank is not kept.
        """
    ) { arguments, _ in
      .text(record.lines.suffix(arguments.limit).map { $0 + "\n" }.joined())
    }.erased
  }

  private static let quit = WorkbenchCommand(
    "quit", shorthands: ["exit"], abstract: "Leave the session",
    examples: [Example("quit", "leave, as Ctrl-D does")]
  ) { (_: Workbench) in .leave }.erased

  private static let completionBash = WorkbenchCommand(
    "bash", noun: "completion", abstract: "Print the script that makes bash complete commands",
    examples: [
      Example(
        "completion bash --output facebench.bash",
        "for 'source facebench.bash', or ~/.local/share/bash-completion/completions/facebench")
    ]
  ) { (_: Workbench) in .text(BashCompletion.script(program: "facebench")) }.erased
}
