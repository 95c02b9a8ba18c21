import TestSupport
import Testing

@testable import FaceShell

/// Long results go through a pager where somebody watches, and nowhere else.
@Suite("Pager")
struct PagerTests {
  @Test(
    "PAGER decides, else less; an empty one, a dumb terminal or none turn it off",
    arguments: [
      (["TERM": "xterm"], "less"), (["TERM": "xterm", "PAGER": "more"], "more"),
      (["TERM": "xterm", "PAGER": "less -S"], "less -S"), (["TERM": "xterm", "PAGER": " "], nil),
      (["TERM": "xterm", "PAGER": ""], nil), (["TERM": "dumb", "PAGER": "more"], nil),
      (["PAGER": "more"], nil),
    ] as [([String: String], String?)])
  func choice(environment: [String: String], command: String?) {
    #expect(Pager.chosen { environment[$0] }?.command == command)
  }

  @Test("a text is long when it needs more rows than there are, wrapped lines counted")
  func length() {
    let lines = String(repeating: "x\n", count: 10)
    #expect(!Pager.isLong(lines, rows: 11, columns: 80))
    #expect(Pager.isLong(lines, rows: 10, columns: 80))
    #expect(Pager.isLong(String(repeating: "x", count: 200), rows: 2, columns: 80))
    #expect(!Pager.isLong("", rows: 1, columns: 80))
  }

  /// A pager that marks every line, so that its work is seen.
  private static let marking = ["PAGER": "sed s/^/PAGED:/"]

  @Test("one command at a terminal: long output is paged, short output, files and JSON are not")
  func oneCommand() throws {
    let long = try Terminal(["help", "evaluate"], environment: Self.marking)
    #expect(long.end() == 0)
    #expect(long.screen.contains("PAGED:") && long.screen.contains("--threshold"))
    for words in [
      ["recipe", "show"], ["--json", "help", "evaluate"],
      ["--output", "/dev/null", "help", "evaluate"],
    ] {
      let other = try Terminal(words, environment: Self.marking)
      _ = other.end()
      #expect(!other.screen.contains("PAGED:"), "\(words)")
    }
  }

  @Test("scripts and pipes are never paged")
  func scripts() throws {
    let script = try Terminal(["-c", "help evaluate"], environment: Self.marking)
    #expect(script.end() == 0)
    #expect(!script.screen.contains("PAGED:") && script.screen.contains("--threshold"))
    let piped = try Program.run(
      ["help", "evaluate"], environment: ["PAGER": "sed s/^/PAGED:/", "TERM": "xterm"])
    #expect(!piped.output.contains("PAGED:") && piped.output.contains("--threshold"))
  }

  @Test("a pager that cannot be run costs nothing: the text is written as it is")
  func missing() throws {
    let terminal = try Terminal(
      ["help", "evaluate"], environment: ["PAGER": "/nonexistent/pager 2>/dev/null"])
    #expect(terminal.end() == 0)
    #expect(terminal.screen.contains("--threshold"))
  }

  @Test("the prompt comes back when the pager is left, early or by Ctrl-C")
  func prompt() throws {
    let terminal = try Terminal(
      environment: [
        "PAGER":
          "head -n 3; trap 'exit 3' INT; echo waiting; sleep 20 </dev/null >/dev/null 2>&1 & wait"
      ])
    try terminal.prompt()
    try terminal.type("help evaluate\r")
    try terminal.expect("waiting")
    try terminal.type("\u{3}")
    try terminal.prompt(seconds: 10)
    try terminal.type("recipe show\r")
    #expect(try terminal.prompt().contains("locate"))
    #expect(!terminal.screen.contains("interrupted"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
