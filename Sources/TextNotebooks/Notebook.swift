/// A Markdown text whose fenced blocks marked `facebench` hold commands and what they printed.
///
/// ````
/// <!-- env=FACEBENCH_DATA tolerance=1e-3 -->
/// ```facebench
/// > dataset list
/// dataset  faces
/// orl        400
/// > dataset show nobody
/// error: no dataset 'nobody'
/// ...
/// [1]
/// ```
/// ````
/// `...` alone on a line stands for any lines, `[n]` is an exit code other than 0, and an output
/// line that begins with `> `, `...` or a backslash is written with a backslash before it. A block of
/// any other language with the label `file=NAME` is a file that the commands below it read.
package struct Notebook: Equatable, Sendable {
  /// All lines of the text, without line ends.
  package let lines: [String]
  package let blocks: [Block]
  /// Whether the last line ended in a line feed.
  let endsInLineFeed: Bool

  /// One fenced block.
  package struct Block: Equatable, Sendable {
    package let labels: BlockLabels
    /// Index in ``Notebook/lines`` of the line that opens it.
    package let line: Int
    package let entries: [Entry]
    /// The file that it is instead of commands.
    package let file: File?
  }

  /// A text that commands read.
  package struct File: Equatable, Sendable {
    /// Relative to the folder that the notebook runs in; never leads out of it.
    package let name: String
    package let text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// A command and the output it gave.
  package struct Entry: Equatable, Sendable {
    /// The line after `> `.
    package let command: String
    /// Index in ``Notebook/lines`` of the command.
    package let line: Int
    /// Indices in ``Notebook/lines`` of the output and the exit code.
    let outputRange: Range<Int>
    /// What was printed, escapes undone, blank lines at its end left out.
    package let output: [ExpectedLine]
    package let exitCode: Int
  }

  /// A line of output as a notebook states it.
  package enum ExpectedLine: Equatable, Sendable {
    case text(String)
    /// `...`: any number of lines.
    case anything
  }

  /// Commands in all blocks.
  package var commandCount: Int { blocks.reduce(0) { $0 + $1.entries.count } }

  /// Reads a notebook.
  ///
  /// - Throws: ``NotebookError`` with the line, counted from 1.
  package init(_ text: String) throws(NotebookError) {
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    ).map(String.init)
    endsInLineFeed = lines.last == ""
    if endsInLineFeed { lines.removeLast() }
    self.lines = lines
    var reader = NotebookReader(lines: lines)
    blocks = try reader.blocks()
  }

  /// Exit codes and escapes as a notebook writes them.
  static func written(_ output: [String], exitCode: Int) -> [String] {
    var lines = output.map { line in
      let needsEscape =
        line.hasPrefix("> ") || line == ">" || line == "..." || line.hasPrefix("\\")
        || NotebookReader.exitCode(in: line) != nil || line.hasPrefix("```")
      return needsEscape ? "\\" + line : line
    }
    if exitCode != 0 { lines.append("[\(exitCode)]") }
    return lines
  }
}

/// What is wrong with the text of a notebook.
package enum NotebookError: Error, Equatable, Sendable {
  case unclosedBlock(line: Int)
  case outputBeforeCommand(line: Int)
  case unknownLabel(String, line: Int)
  /// A block of commands is said to be a file.
  case fileOfCommands(line: Int)

  /// What was found: lower case, no full stop.
  package var message: String {
    switch self {
    case .unclosedBlock(let line): "line \(line): the block that begins here is never closed"
    case .outputBeforeCommand(let line): "line \(line): output before the first command of a block"
    case .fileOfCommands(let line): "line \(line): a block of commands cannot be a file"
    case .unknownLabel(let label, let line): "line \(line): unknown label '\(label)'"
    }
  }

  /// What to write instead.
  package var hint: String {
    switch self {
    case .unclosedBlock: "end it with ``` on a line of its own"
    case .outputBeforeCommand: "a command line begins with '> '"
    case .fileOfCommands: "mark the block 'text' instead of 'facebench'"
    case .unknownLabel:
      "labels: env=NAME, skip, unordered, timing, tolerance=NUMBER, file=NAME (in or below the folder)"
    }
  }
}
