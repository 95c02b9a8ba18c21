import Testing
import TextNotebooks

@Suite struct NotebookReadingTests {
  static let text = """
    # Title

    Prose with `> not a command`.

    ```sh
    > not ours
    ```

    <!-- env=DATA, tolerance=0.01 -->
    ```facebench
    > dataset list
    name  faces
    orl     400

    > dataset show nobody
    error: no dataset 'nobody'
    ...
    [1]
    ```

    ```facebench
    > recipe show
    \\> a line that looks like a command
    \\...
    ```

    """

  @Test func commandsOutputsAndLabelsAreRead() throws {
    let notebook = try Notebook(Self.text)
    #expect(notebook.blocks.count == 2)
    #expect(notebook.commandCount == 3)
    let first = notebook.blocks[0]
    #expect(first.labels.environment == "DATA")
    #expect(first.labels.tolerance == 0.01)
    #expect(first.entries[0].command == "dataset list")
    #expect(first.entries[0].output == [.text("name  faces"), .text("orl     400")])
    #expect(first.entries[1].exitCode == 1)
    #expect(first.entries[1].output == [.text("error: no dataset 'nobody'"), .anything])
    #expect(
      notebook.blocks[1].entries[0].output
        == [.text("> a line that looks like a command"), .text("...")])
    #expect(notebook.blocks[1].labels == BlockLabels())
  }

  @Test(
    "a broken notebook is refused with its line",
    arguments: [
      ("```facebench\n> a\n", NotebookError.unclosedBlock(line: 1)),
      ("x\n```facebench\nout\n> a\n```\n", .outputBeforeCommand(line: 3)),
      ("<!-- skip, sikp -->\n```facebench\n```\n", .unknownLabel("sikp", line: 1)),
      ("<!-- tolerance=x -->\n", .unknownLabel("tolerance=x", line: 1)),
      ("<!-- file=a.plan -->\n```facebench\n```\n", .fileOfCommands(line: 2)),
      ("<!-- file=/etc/a -->\n```\n```\n", .unknownLabel("file=/etc/a", line: 1)),
      ("<!-- file=a/../../b -->\n```\n```\n", .unknownLabel("file=a/../../b", line: 1)),
      ("<!-- file=a/ -->\n```\n```\n", .unknownLabel("file=a/", line: 1)),
    ])
  func broken(text: String, error: NotebookError) {
    #expect(throws: error) { try Notebook(text) }
  }

  @Test func filesAreReadAndMadeBeforeWhatFollows() throws {
    let notebook = try Notebook(
      """
      <!-- file=in/a.plan -->
      ````text
      > one
      ```
      ````

      ```text
      no file
      ```

      <!-- file=empty env=DATA -->
      ```
      ```

      ```facebench
      > x
      ```

      """)
    #expect(
      notebook.blocks.map(\.file) == [
        Notebook.File(name: "in/a.plan", text: "> one\n```\n"),
        Notebook.File(name: "empty", text: ""), nil,
      ])
    #expect(notebook.commandCount == 1)
    for isSet in [true, false] {
      var made: [String] = []
      let replay = try NotebookReplay(
        of: notebook, environment: { _ in isSet ? "somewhere" : nil },
        write: { made.append($0.name) },
        run: { _ in
          made.append("run")
          return ReplayedOutput(text: "", maskedText: "", exitCode: 0)
        })
      #expect(made == (isSet ? ["in/a.plan", "empty", "run"] : ["in/a.plan", "run"]))
      #expect(replay.skippedBlocks.map(\.line) == (isSet ? [] : [12]))
      #expect(replay.correctedText() == notebook.lines.map { $0 + "\n" }.joined())
    }
  }

  @Test func carriageReturnsAndMissingLastLineFeedAreTaken() throws {
    let notebook = try Notebook("```facebench\r\n> a\r\nb\r\n```")
    #expect(notebook.blocks[0].entries[0].output == [.text("b")])
  }

  @Test func ordinaryCommentsAreNoLabels() throws {
    #expect(
      try Notebook("<!-- skipping this is fun -->\n```facebench\n> a\n```\n").blocks[0].labels
        == BlockLabels())
  }
}

@Suite struct NotebookReplayTests {
  /// Replays a notebook of one block whose commands print what `outputs` say.
  private func replay(
    _ block: String, labels: String = "", real: String, masked: String? = nil, exitCode: Int = 0
  ) throws -> NotebookReplay {
    let text = (labels.isEmpty ? "" : "<!-- \(labels) -->\n") + "```facebench\n> x\n\(block)```\n"
    return try NotebookReplay(
      of: Notebook(text), environment: { $0 == "DATA" ? "/data" : nil },
      run: { _ in ReplayedOutput(text: real, maskedText: masked ?? real, exitCode: exitCode) })
  }

  @Test(
    "output agrees or not",
    arguments: [
      ("a b\n", "a   b\n", true), ("a b\n", "a c\n", false), ("", "", true), ("a\n", "", false),
      ("...\n", "anything\nat all\n", true), ("a\n...\nz\n", "a\nz\n", true),
      ("a\n...\nz\n", "a\nb\nc\nz\n", true), ("a\n...\nz\n", "a\nb\n", false),
      ("a\n...\nb\n...\nc\n", "a\nb\nb\nc\n", true), ("[1]\n", "", false), ("a\n\n\n", "a\n", true),
      ("\\> q\n", "> q\n", true),
    ])
  func agreement(stated: String, printed: String, agrees: Bool) throws {
    let replay = try replay(stated, real: printed)
    #expect(replay.differences.isEmpty == agrees)
    // Whatever differed, the corrected text agrees with the same output.
    let again = try NotebookReplay(
      of: Notebook(replay.correctedText()), environment: { _ in nil },
      run: { _ in ReplayedOutput(text: printed, maskedText: printed, exitCode: 0) })
    #expect(again.differences.isEmpty)
    if agrees { #expect(replay.correctedText() == again.correctedText()) }
  }

  @Test(
    "timing values are not compared, others are",
    arguments: [
      ("eigen 98.25 % 12.3\n", "eigen 98.25 % …\n", true),
      ("eigen 98.25 % 12.3\n", "eigen 98.50 % …\n", false),
      ("done   0.4 s\n", "done  …\n", true), ("done 2 min 5 s\n", "done …\n", true),
      ("done\n", "done …\n", false), ("eigen … 12\n", "eigen 3 12\n", true),
      (#"{"a":1,"train_ms":3.25,"b":2}"# + "\n", #"{"a":1,"train_ms":"…","b":2}"# + "\n", true),
      (#"{"a":1,"train_ms":3.25,"b":2}"# + "\n", #"{"a":1,"train_ms":"…","b":3}"# + "\n", false),
      ("1,2.5,3\n", "1,…,3\n", true), ("1,2.5,3\n", "1,…,4\n", false),
    ])
  func masks(stated: String, masked: String, agrees: Bool) throws {
    #expect(try replay(stated, real: masked, masked: masked).differences.isEmpty == agrees)
  }

  @Test(
    "numbers agree within the stated tolerance only",
    arguments: [
      ("", "100.0\n", "100.4\n", false), ("tolerance=0.01", "100.0\n", "100.4\n", true),
      ("tolerance=0.01", "100.0 %\n", "102 %\n", false),
      ("tolerance=0.01", "[96.1 – 99.2]\n", "[96.2 – 99.2]\n", true),
      ("tolerance=0.01", "a 1\n", "b 1\n", false), ("timing", "took 3 s\n", "took 4.5 s\n", true),
      ("timing", "took 3 s\n", "gave 3 s\n", false), ("unordered", "a\nb\n", "b\na\n", true),
      ("unordered", "a\nb\n", "b\nb\n", false), ("unordered", "a\n...\n", "b\na\n", true),
    ])
  func labels(labels: String, stated: String, printed: String, agrees: Bool) throws {
    #expect(try replay(stated, labels: labels, real: printed).differences.isEmpty == agrees)
  }

  @Test func exitCodesAreComparedAndCorrected() throws {
    let failed = try replay("error: no\n", real: "error: no\n", exitCode: 2)
    #expect(failed.differences.count == 1)
    #expect(failed.correctedText() == "```facebench\n> x\nerror: no\n[2]\n```\n")
    #expect(failed.differenceText(file: "f.md") == "f.md:2: > x\n- [0]\n+ [2]\n")
    #expect(try replay("error: no\n[2]\n", real: "error: no\n", exitCode: 2).differences.isEmpty)
  }

  @Test func onlyWhatDiffersIsCorrected() throws {
    let text = "Prose.\n```facebench\n> a\n...\n> b\nold\n```\nMore prose.\n"
    let replay = try NotebookReplay(
      of: Notebook(text), environment: { _ in nil },
      run: {
        ReplayedOutput(text: "new \($0)\n> odd\n", maskedText: "new \($0)\n> odd\n", exitCode: 0)
      })
    #expect(
      replay.correctedText()
        == "Prose.\n```facebench\n> a\n...\n> b\nnew b\n\\> odd\n```\nMore prose.\n")
  }

  @Test func blocksAreSkippedByLabelAndByEnvironment() throws {
    #expect(try replay("", labels: "skip", real: "x").results.isEmpty)
    let without = try replay("", labels: "env=NOWHERE", real: "x")
    #expect(without.skippedBlocks.map(\.reason) == ["NOWHERE is not set"])
  }

  @Test func aVariableStandsForItsValueBothWays() throws {
    var seen: [String] = []
    let replay = try NotebookReplay(
      of: Notebook("<!-- env=DATA -->\n```facebench\n> import $DATA/orl\nread $DATA/orl\n```\n"),
      environment: { _ in "/data" },
      run: { line in
        seen.append(line)
        return ReplayedOutput(text: "read /data/orl\n", maskedText: "read /data/orl\n", exitCode: 0)
      })
    #expect(seen == ["import /data/orl"])
    #expect(replay.differences.isEmpty)
  }

  @Test func aRecordingReplaysToItself() throws {
    var recording = NotebookRecording(file: "notes/session.md")
    recording.add("dataset list", output: "none\n", exitCode: 0)
    recording.add("oops", output: "error: no command 'oops'\n[1]\n", exitCode: 2)
    let notebook = try Notebook(recording.text())
    #expect(recording.text().hasPrefix("# session\n"))
    let replay = try NotebookReplay(
      of: notebook, environment: { _ in nil },
      run: { line in
        line == "oops"
          ? ReplayedOutput(
            text: "error: no command 'oops'\n[1]\n", maskedText: "error: no command 'oops'\n[1]\n",
            exitCode: 2)
          : ReplayedOutput(text: "none\n", maskedText: "none\n", exitCode: 0)
      })
    #expect(replay.differences.isEmpty)
  }
}
