/// Commands and outputs collected at the prompt, to become a notebook.
package struct NotebookRecording: Equatable, Sendable {
  /// Where the notebook will be saved.
  package let file: String
  /// What there was when the recording began and a check begins without, in words; empty for a fresh
  /// workspace.
  package let inheritance: [String]
  private var entries: [(String, [String])] = []

  package static func == (first: NotebookRecording, second: NotebookRecording) -> Bool {
    first.file == second.file && first.text() == second.text()
  }

  package init(file: String, inheritance: [String] = []) {
    self.file = file
    self.inheritance = inheritance
  }

  package var commandCount: Int { entries.count }

  /// Adds a command that was run.
  package mutating func add(_ command: String, output: String, exitCode: Int) {
    let replayed = ReplayedOutput(text: output, maskedText: output, exitCode: exitCode)
    entries.append((command, Notebook.written(replayed.lines, exitCode: exitCode)))
  }

  /// The notebook: a heading and one block.
  package func text() -> String {
    var lines = ["# \(title)", "", "```facebench"]
    for (command, output) in entries { lines += ["> \(command)"] + output }
    return (lines + ["```"]).joined(separator: "\n") + "\n"
  }

  /// The file's name without folder and suffix.
  private var title: String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.hasSuffix(".md") ? String(name.dropLast(3)) : name
  }
}
