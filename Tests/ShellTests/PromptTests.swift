import Glibc
import TestSupport
import Testing

/// What happens at the prompt of a terminal.
@Suite(.serialized) struct PromptTests {
  @Test func aSessionBeginsWithABannerAndEndsWithCtrlD() throws {
    let terminal = try Terminal(["--jobs", "2"], columns: 130)
    let banner = try terminal.prompt()
    #expect(banner.hasPrefix("facebench 0.1.0   OpenCV "))
    #expect(
      banner.contains(", 2 jobs, workspace .            'help' to start, Ctrl-D to leave\r\n"))
    try terminal.type("recipe show\r")
    #expect(try terminal.prompt().contains("locate"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.hasSuffix("\r\n"))
  }

  @Test func quitLeaves() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("quit\r")
    #expect(terminal.end() == 0)
  }

  @Test func ctrlCClearsTheLine() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("recipe nonsense")
    try terminal.expect("nonsense")
    try terminal.type("\u{3}")
    try terminal.prompt()
    try terminal.type("recipe show\r")
    let output = try terminal.prompt()
    #expect(output.contains("locate"))
    #expect(!terminal.screen.contains("error:"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  /// A notebook that takes minutes, because it is long.
  private func longNotebook() throws -> String {
    let path = try scratchFolder() + "/long.md"
    try writeFile(
      path, "```facebench\n" + String(repeating: "> recipe show\n", count: 100_000) + "```\n")
    return path
  }

  @Test("a command that tells nothing for a second is said to be working, and nothing of it stays")
  func workingLine() throws {
    let folder = try scratchFolder()
    try writeFile(folder + "/gnuplot", "#!/bin/sh\nsleep 3\n")
    chmod(folder + "/gnuplot", 0o755)
    let terminal = try Terminal(
      ["--workspace", folder], environment: ["PATH": folder + ":/usr/bin:/bin"])
    try terminal.prompt()
    try terminal.type("dataset synth two --subjects 2 --angles 0 --lights 2 --size 40x50\r")
    try terminal.prompt()
    try terminal.type("evaluate two --method eigen --as one\r")
    try terminal.prompt()
    try terminal.type("plot roc one\r")
    try terminal.expect("working, 2 s; Ctrl-C stops it", seconds: 5)
    try terminal.expect("\r\u{1B}[K")
    try terminal.prompt()
    // A question is left alone, however long the answer takes.
    try terminal.type("results remove one\r")
    try terminal.expect("[y/N] ")
    usleep(2_300_000)
    try terminal.type("n\r")
    let answer = try terminal.prompt()
    #expect(!answer.contains("working"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func ctrlCCancelsTheCommandAndKeepsTheSession() throws {
    let path = try longNotebook()
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("notebook run \(path)\r")
    try terminal.expect("replaying ")
    let begun = now()
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted\r\n", seconds: 5)
    #expect(now() - begun < 1)
    try terminal.prompt()
    try terminal.type("recipe show\r")
    try terminal.expect("locate")
    try terminal.prompt()
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func ctrlCEndsAOneShotCommandWith130() throws {
    let terminal = try Terminal(["notebook", "run", try longNotebook()])
    try terminal.expect("replaying ")
    try terminal.type("\u{3}")
    #expect(terminal.end() == 130)
  }

  @Test func aTerminationSignalGivesTheTerminalBack() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    terminal.signal(SIGTERM)
    #expect(terminal.end() == 143)
  }

  @Test func tabCompletesWordsAndOptions() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("rec\tsh\t--js\t\r")
    let output = try terminal.prompt()
    #expect(output.contains("recipe show --json"))
    #expect(output.contains(#"{"step":"locate","value":"none"}"#))
  }

  @Test func tabCompletesPathsThatNeedQuotes() throws {
    let folder = try scratchFolder()
    try writeFile(folder + "/my notes.md", "```facebench\n> recipe show\n```\n")
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("notebook run \(folder)/m\t\r")
    #expect(try terminal.prompt().contains("> recipe show\r\nstep"))
    try terminal.type("notebook run '\(folder)/m\t\r")
    #expect(try terminal.prompt().contains("> recipe show\r\nstep"))
  }

  @Test func wordsMayBeShortened() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("reci sh\r")
    #expect(try terminal.prompt().contains("locate"))
  }

  @Test func historyOutlivesTheSessionButKeepsSecrets() throws {
    let home = try scratchFolder()
    let first = try Terminal(stateHome: home)
    try first.prompt()
    for line in ["recipe show", " help options", "help quit"] {
      try first.type(line + "\r")
      try first.prompt()
    }
    try first.type("\u{4}")
    #expect(first.end() == 0)
    #expect(readFile(home + "/facebench/history") == "recipe show\nhelp quit\n")

    let second = try Terminal(stateHome: home)
    try second.prompt()
    try second.type("\u{1B}[A\u{1B}[A\r")
    #expect(try second.prompt().contains("locate"))
    try second.type("history\r")
    #expect(try second.prompt().contains("recipe show\r\nhelp quit\r\nrecipe show\r\nhistory\r\n"))
  }

  @Test func anUnwritableHomeIsOneWarning() throws {
    let terminal = try Terminal(environment: ["XDG_STATE_HOME": "/proc/none"])
    try terminal.prompt()
    for _ in 1...3 {
      try terminal.type("recipe show\r")
      try terminal.prompt()
      try terminal.type("help quit\r")
      try terminal.prompt()
    }
    #expect(terminal.screen.split(separator: "warning: history is not saved").count == 2)
  }

  @Test func wideLettersAreDeletedWhole() throws {
    let terminal = try Terminal(environment: ["LC_ALL": "C"])
    try terminal.prompt()
    try terminal.type("recipe show 三四é\u{7F}\u{7F}\u{7F}\r")
    let output = try terminal.prompt()
    #expect(output.contains("locate"))
    #expect(!output.contains("error"))
  }

  @Test func aDumbTerminalGetsNoControlSequences() throws {
    let terminal = try Terminal(term: "dumb")
    try terminal.prompt()
    try terminal.type("recipe show\r")
    try terminal.prompt()
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(!terminal.screen.contains("\u{1B}"))
  }

  @Test func aPasteOfSeveralLinesRunsEachAfterEnter() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("\u{1B}[200~recipe show\nhelp quit\u{1B}[201~")
    try terminal.type("\r")
    let output = try terminal.prompt()
    #expect(output.contains("locate"))
    #expect(output.contains("quit: leave the session"))
  }

  @Test("a line longer than the window is edited as any other", arguments: [20, 80, 200])
  func longLines(columns: Int) throws {
    let terminal = try Terminal(columns: UInt16(columns))
    try terminal.prompt()
    let junk = String(repeating: "x", count: 150)
    try terminal.type("recipe show " + junk)
    try terminal.type(String(repeating: "\u{7F}", count: junk.count) + "\r")
    try terminal.expect("locate")
    try terminal.prompt()
    #expect(!terminal.screen.contains("error"))
  }

  @Test func tablesFitAWindowThatWasResized() throws {
    let terminal = try Terminal(columns: 120)
    try terminal.prompt()
    terminal.resize(columns: 30)
    try terminal.type("notebook check /nonexistent\r")
    try terminal.prompt()
    try terminal.type("help options --json\r")
    try terminal.expect("\"text\"")
    try terminal.prompt()
  }

  @Test func anErrorNeverEndsTheSession() throws {
    let terminal = try Terminal()
    try terminal.prompt()
    try terminal.type("recipe shw\r")
    #expect(
      try terminal.prompt().contains(
        "error: no command 'recipe shw'\r\nhint:  did you mean 'recipe show'? "))
    try terminal.type("'unclosed\r")
    #expect(try terminal.prompt().contains("error: the quote ' is never closed"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
