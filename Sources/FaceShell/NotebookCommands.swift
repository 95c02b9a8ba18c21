import CommandLanguage
import DurableFiles
import FaceCommands
import FaceReports
import FaceVocabulary
import Glibc
import TextNotebooks

/// The commands about text notebooks.
enum NotebookCommands {
  static func all(_ record: ShellRecord) -> [Command<Workbench, Outcome>] {
    [run, check, promote, startRecording(record), stopRecording(record)]
  }

  private struct FileArguments {
    var file = ""
  }

  private struct CheckArguments {
    var files: [String] = []
  }

  private static let run = WorkbenchCommand(
    "run", noun: "notebook", abstract: "Run a notebook's commands and print what they give now",
    defaults: FileArguments(), parameters: [file],
    examples: [Example("notebook run notebooks-txt/01-first-evaluation.md", "run it from scratch")],
    discussion: workspaceNote
  ) { arguments, workbench in
    let notebook = try read(arguments.file)
    let replay = try replay(notebook, workbench)
    let pages = replay.results.map { result in
      ["> \(result.entry.command)"] + result.output.lines
    }
    var outcome = Outcome.text(pages.joined().map { $0 + "\n" }.joined())
    let failed = replay.results.filter { $0.output.exitCode != $0.entry.exitCode }
    if !failed.isEmpty {
      outcome.failure = NotebookFailure.commandsFailed(
        file: arguments.file, failed: failed.count, first: failed[0].entry.line + 1)
    }
    return outcome
  }.erased

  private static let check = WorkbenchCommand(
    "check", noun: "notebook", abstract: "Run notebooks again and compare with what they hold",
    defaults: CheckArguments(),
    parameters: [
      .rest("file", \.files, .input(suffixes: [".md"]), help: "Notebooks to check")
    ],
    examples: [
      Example(
        "notebook check notebooks-txt/02-thresholds-and-unknowns.md", "see whether it still holds")
    ],
    discussion: """
      Values of timing columns are not compared, and runs of blanks count as one. Labels in an HTML \
      comment before a block: 'env=NAME' runs it only where the variable is set ($NAME in its \
      commands stands for the value), 'skip' never runs it, 'unordered' takes lines in any order, \
      'timing' ignores all numbers, 'tolerance=X' takes numbers within a relative difference. \
      'file=NAME' before a block of text makes it a file in the folder that the commands run in.

      A difference is printed, the exit code is 1, and FILE.corrected holds the notebook with the \
      new output; 'notebook promote FILE' takes it over.

      \(workspaceNote)
      """
  ) { arguments, workbench in
    var rows: [[Table.Value]] = []
    var differences = ""
    var differing: [String] = []
    for file in arguments.files {
      let notebook = try read(file)
      let replay = try replay(notebook, workbench)
      for block in replay.skippedBlocks {
        workbench.console.say("\(file):\(block.line): block passed over: \(block.reason)")
      }
      rows.append([
        .text(file), .integer(replay.results.count), .integer(replay.differences.count),
        .integer(replay.skippedBlocks.count),
      ])
      if replay.differences.isEmpty { continue }
      differing.append(file)
      differences += replay.differenceText(file: file)
      try AtomicFile.write(Array(replay.correctedText().utf8), to: corrected(file))
    }
    workbench.console.warn(ifAny: differences)
    var outcome = Outcome.table(
      Table(
        columns: [
          .init("notebook", title: "notebook"), .init("commands", title: "commands"),
          .init("differences", title: "differences"),
          .init("skipped_blocks", title: "blocks passed over"),
        ], rows: rows))
    if !differing.isEmpty { outcome.failure = NotebookFailure.differs(files: differing) }
    return outcome
  }.erased

  private static let promote = WorkbenchCommand(
    "promote", noun: "notebook", abstract: "Take over the output that a check found to differ",
    defaults: FileArguments(), parameters: [file],
    examples: [
      Example(
        "notebook promote notebooks-txt/02-thresholds-and-unknowns.md",
        "after reading the differences")
    ]
  ) { arguments, _ in
    let path = corrected(arguments.file)
    guard access(path, F_OK) == 0 else {
      throw NotebookFailure.nothingToPromote(file: arguments.file)
    }
    let bytes = try FileBytes.read(path, limit: sizeLimit)
    try AtomicFile.write(bytes, to: arguments.file)
    unlink(path)
    return .sentence("\(arguments.file): the output of its last check was taken over")
  }.erased

  private static func startRecording(_ record: ShellRecord) -> Command<Workbench, Outcome> {
    WorkbenchCommand(
      "record", noun: "notebook", abstract: "Record the commands that follow into a notebook",
      defaults: FileArguments(), parameters: [newFile],
      examples: [Example("notebook record session.md", "begin; 'notebook stop' ends it")],
      discussion: """
        'notebook check' begins with an empty workspace and a fresh session: a notebook that is to hold \
        makes in it what it needs. 'notebook stop' says what was there before.
        """
    ) { arguments, workbench in
      guard access(arguments.file, F_OK) != 0 else {
        throw NotebookFailure.exists(file: arguments.file)
      }
      let folder = SaveTarget.folder(of: arguments.file)
      guard access(folder, W_OK | X_OK) == 0 else {
        throw NotebookFailure.noFolder(folder, file: arguments.file)
      }
      let recording = NotebookRecording(
        file: arguments.file, inheritance: inheritance(of: workbench))
      guard record.begin(recording) else {
        throw NotebookFailure.alreadyRecording
      }
      return .sentence("recording into \(arguments.file); 'notebook stop' ends it")
    }.erased
  }

  private static func stopRecording(_ record: ShellRecord) -> Command<Workbench, Outcome> {
    WorkbenchCommand(
      "stop", noun: "notebook", abstract: "End the recording and save the notebook",
      examples: [Example("notebook stop", "save what was recorded")]
    ) { _ in
      guard let recording = record.endRecording() else { throw NotebookFailure.notRecording }
      try AtomicFile.write(Array(recording.text().utf8), to: recording.file)
      let count = recording.commandCount
      let sentence = "\(recording.file): \(count) \(count == 1 ? "command" : "commands") recorded"
      guard !recording.inheritance.isEmpty else { return .sentence(sentence) }
      return .sentence(
        sentence
          + "\n'notebook check' begins with an empty workspace and a fresh session. What was "
          + "here before the recording is missing then: "
          + recording.inheritance.joined(separator: ", ")
          + ". Where the commands need it, add those that make it, or check with --workspace.")
    }.erased
  }

  /// What the workspace and the session hold that a fresh one does not, in words.
  private static func inheritance(of workbench: Workbench) -> [String] {
    var words: [String] = []
    for kind in ["dataset", "model", "result"] {
      let names = Commands.names(of: kind, in: workbench)
      if names.isEmpty { continue }
      words.append(
        names.count > 3
          ? "\(names.count) \(kind)s" : names.map { "the \(kind) '\($0)'" }.joined(separator: ", "))
    }
    let fresh = Session()
    if workbench.session.recipe != fresh.recipe { words.append("the session's recipe") }
    if workbench.session.detector != fresh.detector {
      words.append("the session's detector settings")
    }
    return words
  }

  private static let newFile = Parameter<FileArguments>.positional(
    "file", \.file, .path(suffixes: [".md"]), help: "Markdown text with facebench blocks")
  private static let file = Parameter<FileArguments>.positional(
    "file", \.file, .input(suffixes: [".md"]), help: "Markdown text with facebench blocks")

  private static let workspaceNote = """
    The commands run in a fresh temporary workspace, which is also the current folder meanwhile, \
    unless --workspace is given; tables are made for \(NotebookPlayer.columns) columns.
    """

  /// Notebooks are texts that people read.
  private static let sizeLimit = 64 << 20

  private static func corrected(_ file: String) -> String { file + ".corrected" }

  private static func read(_ file: String) throws -> Notebook {
    let text = String(decoding: try FileBytes.read(file, limit: sizeLimit), as: UTF8.self)
    do throws(NotebookError) {
      return try Notebook(text)
    } catch {
      throw NotebookFailure.malformed(file: file, error)
    }
  }

  private static func replay(
    _ notebook: Notebook, _ workbench: Workbench
  ) throws -> NotebookReplay {
    let isGiven = workbench.folder != GlobalOptions().workspaceFolder
    return try NotebookPlayer().replay(
      notebook, workbench: workbench, workspace: isGiven ? workbench.folder : nil)
  }
}

extension Console {
  /// Says differences line by line, even with `--quiet`.
  fileprivate func warn(ifAny text: String) {
    if !text.isEmpty { warn("output differs ('-' in the notebook, '+' now)\n\(text.dropLast())") }
  }
}
