/// One run of a notebook, command by command.
package struct NotebookReplay: Sendable {
  package let notebook: Notebook
  /// What each command printed, in order of the notebook.
  package private(set) var results: [Result] = []
  /// Blocks that were not run, and why.
  package private(set) var skippedBlocks: [SkippedBlock] = []

  /// One command that was run.
  package struct Result: Equatable, Sendable {
    package let entry: Notebook.Entry
    package let output: ReplayedOutput
    /// Whether the output is what the notebook states.
    package let agrees: Bool
  }

  package struct SkippedBlock: Equatable, Sendable {
    /// Line of its first command, counted from 1.
    package let line: Int
    package let reason: String
  }

  /// Runs every command of the notebook.
  ///
  /// - Parameters:
  ///   - environment: the value of a variable, for blocks with the label `env`.
  ///   - write: makes a file that the notebook brings along.
  ///   - run: runs one line; throws to stop the replay.
  ///   - finished: told after each command.
  package init(
    of notebook: Notebook, environment: (String) -> String?,
    write: (Notebook.File) throws -> Void = { _ in },
    run: (String) throws -> ReplayedOutput, finished: (Result) throws -> Void = { _ in }
  ) throws {
    self.notebook = notebook
    for block in notebook.blocks {
      let line = (block.entries.first?.line ?? block.line) + 1
      if block.labels.isSkipped {
        skippedBlocks.append(SkippedBlock(line: line, reason: "labelled skip"))
        continue
      }
      var variable: Variable?
      if let name = block.labels.environment {
        guard let value = environment(name), !value.isEmpty else {
          skippedBlocks.append(SkippedBlock(line: line, reason: "\(name) is not set"))
          continue
        }
        variable = Variable(name: name, value: value)
      }
      if let file = block.file { try write(file) }
      let comparison = OutputComparison(labels: block.labels)
      for entry in block.entries {
        var output = try run(variable?.putInto(entry.command) ?? entry.command)
        if let variable {
          output.lines = output.lines.map(variable.takenOut)
          output.maskedLines = output.maskedLines.map(variable.takenOut)
        }
        let result = Result(
          entry: entry, output: output, agrees: comparison.agrees(entry, with: output))
        results.append(result)
        try finished(result)
      }
    }
  }

  /// Commands whose output is not what the notebook states.
  package var differences: [Result] { results.filter { !$0.agrees } }

  /// The notebook with the output of differing commands replaced by what they printed now; equal to
  /// the text that was read where nothing differs.
  package func correctedText() -> String {
    var lines = notebook.lines
    for result in differences.reversed() {
      lines.replaceSubrange(
        result.entry.outputRange,
        with: Notebook.written(result.output.lines, exitCode: result.output.exitCode))
    }
    return lines.joined(separator: "\n") + (notebook.endsInLineFeed ? "\n" : "")
  }

  /// The differences as `file:line: > command` with `-` for what the notebook states and `+` for
  /// what was printed; lines that agree at both ends are left out.
  package func differenceText(file: String) -> String {
    var text = ""
    for result in differences {
      text += "\(file):\(result.entry.line + 1): > \(result.entry.command)\n"
      var stated = result.entry.output.map { line in
        switch line {
        case .text(let text): text
        case .anything: "..."
        }
      }
      var printed = result.output.lines
      if result.entry.exitCode != result.output.exitCode {
        stated.append("[\(result.entry.exitCode)]")
        printed.append("[\(result.output.exitCode)]")
      }
      while let first = stated.first, first == printed.first {
        stated.removeFirst()
        printed.removeFirst()
      }
      while let last = stated.last, last == printed.last {
        stated.removeLast()
        printed.removeLast()
      }
      text += stated.map { "- \($0)\n" }.joined() + printed.map { "+ \($0)\n" }.joined()
    }
    return text
  }
}

/// A variable of the environment that commands of a block may name.
private struct Variable {
  let name: String
  let value: String

  func putInto(_ command: String) -> String { command.replacing("$\(name)", with: value) }
  func takenOut(_ line: String) -> String { line.replacing(value, with: "$\(name)") }
}
