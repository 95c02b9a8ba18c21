import Glibc
import TestSupport
import Testing

/// `notebook run`, `check`, `promote` and `record`.
@Suite struct NotebookCommandTests {
  private func notebook(_ block: String) throws -> String {
    let path = try scratchFolder() + "/note.md"
    try writeFile(path, "Prose.\n\n```facebench\n\(block)```\n")
    return path
  }

  @Test func checkFindsCorrectsAndPromotes() throws {
    let path = try notebook("> recipe show\nstep    value\nlocate  only\n...\n> recipe shw\n[2]\n")
    let check = try Program.run(["notebook", "check", path])
    #expect(check.code == 1)
    #expect(check.output.contains("differences"))
    #expect(check.errors.contains("\(path):4: > recipe show\n"))
    #expect(check.errors.contains("- locate  only\n"))
    #expect(check.errors.contains("error: the output differs in \(path)\n"))

    let promote = try Program.run(["notebook", "promote", path])
    #expect(promote.code == 0)
    #expect(readFile(path).contains("locate  none\n"))
    #expect(readFile(path).contains("error: no command 'recipe shw'\n"))
    #expect(access(path + ".corrected", F_OK) != 0)

    let again = try Program.run(["notebook", "check", path, "--json"])
    #expect(again.code == 0)
    #expect(
      again.output
        == #"{"notebook":"\#(path)","commands":2,"differences":0,"skipped_blocks":0}"# + "\n")
    #expect(try Program.run(["notebook", "promote", path]).code == 1)
  }

  @Test func runPrintsCommandsAndOutputs() throws {
    let path = try notebook("> recipe show --csv\n> oops\n")
    let run = try Program.run(["notebook", "run", path])
    #expect(run.output.hasPrefix("> recipe show --csv\nstep,value\n"))
    #expect(run.code == 1)
    #expect(run.errors.contains("ended otherwise than stated, the first in line 5"))
  }

  @Test func filesOfANotebookAreGoneAfterwards() throws {
    let path = try notebook("> recipe show --output gone.txt\n> help help\n...\n")
    let folder = try scratchFolder()
    #expect(try Program.run(["notebook", "check", path], folder: folder).code == 0)
    #expect(access(folder + "/gone.txt", F_OK) != 0)
  }

  @Test func aNotebookBringsItsFilesAlong() throws {
    let folder = try scratchFolder()
    let path = folder + "/note.md"
    try writeFile(
      path,
      """
      <!-- file=in/none.plan -->
      ```text
      # No cells.
      ```

      ```facebench
      > sweep run in/none.plan
      error: in/none.plan has no cell: evaluate or detector sweep is needed
      ...
      [1]
      ```

      """)
    let fresh = try Program.run(["notebook", "check", path], folder: folder)
    #expect(fresh.code == 0)
    #expect(access(folder + "/in", F_OK) != 0)
    // In a workspace that was given, files lie in the current folder and stay as they are.
    let given = ["--workspace", folder + "/w", "notebook", "check", path]
    let first = try Program.run(given, folder: folder)
    #expect(readFile(folder + "/in/none.plan") == "# No cells.\n")
    #expect(first.code == 0)
    #expect(try Program.run(given, folder: folder).code == 0)
    try writeFile(folder + "/in/none.plan", "# Other.\n")
    let third = try Program.run(given, folder: folder)
    #expect(third.code == 1)
    #expect(third.errors.contains("the notebook brings a file 'in/none.plan'"))
    #expect(readFile(folder + "/in/none.plan") == "# Other.\n")
  }

  @Test func aBrokenNotebookIsNamedWithItsLine() throws {
    let path = try scratchFolder() + "/note.md"
    try writeFile(path, "```facebench\n> help\n")
    let run = try Program.run(["notebook", "check", path])
    #expect(run.code == 1)
    #expect(
      run.errors == """
        error: \(path): line 1: the block that begins here is never closed
        hint:  end it with ``` on a line of its own

        """)
  }

  @Test func aRecordedSessionChecks() throws {
    let folder = try scratchFolder()
    let file = folder + "/session.md"
    let run = try Program.run(
      ["--keep-going"],
      input: "notebook record \(file)\nrecipe show\nrecipe shw\nnotebook stop\n")
    #expect(run.output.contains("2 commands recorded"))
    #expect(readFile(file).hasPrefix("# session\n\n```facebench\n> recipe show\nstep"))
    #expect(try Program.run(["notebook", "check", file]).code == 0)
    #expect(try Program.run(["notebook", "record", file]).code == 1)
    let lost = try Program.run(
      [], input: "notebook record \(file).d/n.md\nrecipe show\nnotebook stop\n")
    #expect(lost.code == 1 && lost.errors.contains("there is no folder '\(file).d'"))
    #expect(lost.errors.contains("mkdir -p") && !lost.output.contains("recipe"))
    #expect(try Program.run(["notebook", "stop"]).code == 1)
  }

  @Test func aRecordingSaysWhatItsCheckBeginsWithout() throws {
    let folder = TemporaryFolder()
    let input = """
      dataset synth seen --subjects 2 --angles 0 --lights 1
      recipe set --light equalize
      notebook record \(folder.path)/n.md
      dataset list
      notebook stop

      """
    let run = try Program.run([], input: input, folder: folder.path)
    let said = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(said.contains("n.md: 1 command recorded"), "\(said)")
    #expect(
      said.contains("is missing then: the dataset 'seen', the session's recipe. Where"))
    let fresh = try Program.run(
      [], input: "notebook record \(folder.path)/m.md\nrecipe show\nrecipe show\nnotebook stop\n",
      folder: try scratchFolder())
    #expect(fresh.output.hasSuffix("m.md: 2 commands recorded\n"), "\(fresh.output)")
  }
}
