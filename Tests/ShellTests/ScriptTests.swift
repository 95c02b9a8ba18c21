import Glibc
import TestSupport
import Testing

/// Scripts, `-c`, words and standard input, and what they promise to callers.
@Suite struct ScriptTests {
  @Test func theLastLineNeedsNoLineFeed() throws {
    let run = try Program.run([], input: "recipe show")
    #expect(run.output.contains("locate"))
    #expect(run.code == 0)
    #expect(run.errors == "")
  }

  @Test("nothing to read is nothing to do", arguments: ["", "\n\n", "# a comment\n", "  \r\n"])
  func nothing(input: String) throws {
    let run = try Program.run([], input: input)
    #expect(run.output == "" && run.errors == "")
    #expect(run.code == 0)
  }

  @Test func aScriptStopsAtItsFirstError() throws {
    let run = try Program.run([], input: "completion bsh\nrecipe show\n")
    #expect(run.output == "")
    #expect(run.code == 2)
    #expect(
      run.errors == """
        error: no command 'completion bsh'
          standard input, line 1: completion bsh
                                             ^
        hint:  did you mean 'completion bash'? completion has: bash

        """)
  }

  @Test func keepGoingGoesOnAndStillFails() throws {
    let run = try Program.run(["--keep-going"], input: "recipe shw\nrecipe show\n")
    #expect(run.output.contains("locate"))
    #expect(run.code == 2)
  }

  @Test func textsAndFilesRunInOrder() throws {
    let script = try scratchFolder() + "/plan.fb"
    try writeFile(script, "#!/usr/bin/env -S facebench -f\n# prose\nhelp quit # twice\n")
    let run = try Program.run(
      ["-c", "recipe show --json", "-f", script, "-c", "help history; help quit"])
    let places = ["\"step\"", "quit: leave", "history: show", "quit: leave"]
    var rest = run.output[...]
    for place in places {
      let range = try #require(rest.firstRange(of: place), "\(place) in \(run.output)")
      rest = rest[range.upperBound...]
    }
    #expect(run.code == 0)
  }

  @Test(
    "the exit code says how it ended",
    arguments: [
      (["recipe", "show"], 0), (["recipe"], 2), (["--nonsense"], 2), (["-c"], 2),
      (["-c", "recipe show", "extra"], 2), (["-f", "/nonexistent/plan.fb"], 1),
      (["notebook", "check", "/nonexistent.md"], 1), (["--version"], 0), (["--help"], 0),
      (["-c", "recipe show; quit; recipe shw"], 0), (["recipe", "show", "--seed", "x"], 2),
      (["recipe", "show", "--help"], 0),
    ] as [([String], Int32)])
  func exitCodes(arguments: [String], code: Int32) throws {
    #expect(try Program.run(arguments).code == code)
  }

  @Test func aPlaceForResultsIsLookedAtBeforeTheWork() throws {
    let folder = try scratchFolder()
    let run = try Program.run(
      ["dataset", "synth", "heads", "--subjects", "2", "--output", "nowhere/heads.txt"],
      folder: folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("hint:  its folder does not exist: make that first"))
    #expect(try Program.run(["dataset", "list", "--json"], folder: folder).output == "")
  }

  @Test func errorsAreObjectsWithJSON() throws {
    let run = try Program.run(["completion", "bsh", "--json"])
    #expect(run.output == "")
    #expect(
      run.errors
        == #"{"error":"no command 'completion bsh'","hint":"did you mean 'completion bash'? completion has: bash","kind":"unknown_command"}"#
        + "\n")
  }

  @Test func optionsStandBeforeOrAfterTheWords() throws {
    let before = try Program.run(["--json", "recipe", "show"])
    #expect(try before.output == Program.run(["recipe", "show", "--format", "json"]).output)
    #expect(
      before.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func resultsGoToAFileOfAllCommands() throws {
    let file = try scratchFolder() + "/out.csv"
    try writeFile(file, "old")
    let run = try Program.run(["--csv", "--output", file, "-c", "recipe show; recipe show"])
    #expect(run.output == "" && run.code == 0)
    #expect(readFile(file).split(separator: "\n").filter { $0 == "step,value" }.count == 2)
  }

  @Test func aFailedSaveIsAnError() throws {
    let run = try Program.run(["recipe", "show", "--output", "/nonexistent/out"])
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("error: "))
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let folder = try scratchFolder()
    let pipe = folder + "/pipe"
    let script = folder + "/script"
    try #require(mkfifo(pipe, 0o600) == 0 && mkfifo(script, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let child = try Spawned(
      ["-f", script], environment: [:],
      streams: [
        (1, pipe, O_WRONLY), (2, folder + "/err", O_WRONLY | O_CREAT), (0, "/dev/null", O_RDONLY),
      ])
    // The reader is gone before the program gets its first command.
    close(reader)
    try writeFile(script, "recipe show\nrecipe show\n")
    #expect(child.wait() == 141)
    #expect(readFile(folder + "/err") == "")
  }

  @Test(
    "a script that is a pipe nobody writes to ends by signals, and is read once somebody does",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (0, 0)] as [(Int32, Int32)])
  func aPipeWithoutWriter(signal: Int32, code: Int32) throws {
    let folder = try scratchFolder()
    let script = folder + "/script"
    try #require(mkfifo(script, 0o600) == 0)
    let child = try Spawned(
      ["-f", script], environment: [:],
      streams: [
        (0, "/dev/null", O_RDONLY), (1, folder + "/out", O_WRONLY | O_CREAT),
        (2, folder + "/err", O_WRONLY | O_CREAT),
      ])
    // Long enough to have come to the pipe.
    usleep(500_000)
    if signal == 0 { try writeFile(script, "recipe show") } else { kill(child.id, signal) }
    #expect(child.wait(seconds: 20) == code)
    #expect(readFile(folder + "/out").isEmpty == (signal != 0))
  }

  @Test func theVersionNamesTheLibraries() throws {
    let run = try Program.run(["--version"])
    #expect(run.output.hasPrefix("facebench 0.1.0\nOpenCV "))
    #expect(run.output.contains("readline 8."))
  }

  @Test func theCompletionScriptAsksTheProgram() throws {
    let script = try Program.run(["completion", "bash"])
    #expect(script.output.contains("--complete-words"))
    #expect(try Program.run(["--complete-words", "rec"]).output == "recipe\n")
    #expect(
      try Program.run(["--complete-words", "--json", "recipe", ""]).output.contains("show\n"))
  }

  @Test("bytes that are no text are an error or nothing, never a crash", arguments: 0..<20)
  func rubbish(seed: UInt64) throws {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1
    var text = ""
    for _ in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: state >> 33)))
    }
    let code = try Program.run(["--keep-going"], input: text).code
    #expect([0, 2].contains(code))
  }
}
