import FaceReports
import TestSupport
import Testing

@testable import FaceShell

/// Colours: modest, for people at terminals only, and never where a program reads.
@Suite("Colour")
struct ColourTests {
  private static let escape = "\u{1B}["

  @Test(
    "each stream decides for itself",
    arguments: [
      (.auto, true, ["TERM": "xterm"], true), (.auto, false, ["TERM": "xterm"], false),
      (.auto, true, ["TERM": "dumb"], false), (.auto, true, [:], false),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (.always, false, [:], true), (.always, true, ["TERM": "dumb", "NO_COLOR": "1"], true),
      (.never, true, ["TERM": "xterm"], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func decision(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], isOn: Bool
  ) {
    #expect(
      TerminalColour.isOn(choice, isTerminal: isTerminal) { environment[$0] } == isOn)
  }

  @Test("coloured text has the same words and widths, and only headings and marked rows change")
  func sameWords() {
    var table = Table(
      columns: [Table.Column("a", title: "name"), Table.Column("b", title: "n")],
      rows: [[.text("x"), .integer(1)], [.text("y"), .integer(2)], [.text("z"), .integer(3)]])
    table.marks = [0: .best, 1: .weak]
    let inks = Inks(areOn: true)
    let plain = table.text(width: 40)
    let coloured = table.text(width: 40, inks: inks)
    var stripped = coloured
    for code in ["1", "1;32", "33", "0"] {
      stripped = stripped.replacing("\u{1B}[\(code)m", with: "")
    }
    #expect(stripped == plain && coloured != plain)
    let lines = coloured.split(separator: "\n")
    #expect(lines[0].hasPrefix("\u{1B}[1m") && lines[1].hasPrefix("\u{1B}[1;32m"))
    #expect(lines[2].hasPrefix("\u{1B}[33m") && !lines[3].contains("\u{1B}"))
    for format in TableFormat.allCases where format != .text {
      #expect(table.rendered(as: format, inks: inks) == table.rendered(as: format))
    }
  }

  @Test("auto colours neither pipes nor files; always colours both streams, but no machine format")
  func pipes() throws {
    let folder = try scratchFolder()
    func run(_ words: String) throws -> Program.Finished {
      try Program.run(words.split(separator: " ").map(String.init), folder: folder)
    }
    let plain = try run("recipe show")
    #expect(!plain.output.contains(Self.escape) && !plain.output.isEmpty)
    #expect(try !run("recipe nonsense").errors.contains(Self.escape))
    #expect(try run("--color always recipe show").output.contains("\u{1B}[1m"))
    let failed = try run("--color always recipe nonsense").errors
    #expect(failed.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m no "))
    #expect(failed.contains("\u{1B}[36mhint:\u{1B}[0m"))
    for format in ["json", "csv", "tsv", "markdown", "latex", "html"] {
      let output = try run("--color always --format \(format) recipe show").output
      #expect(!output.contains("\u{1B}") && !output.isEmpty, "\(format)")
    }
    #expect(try !run("--color always --json recipe nonsense").errors.contains("\u{1B}"))
    _ = try run("--color always --output kept.txt recipe show")
    #expect(readFile(folder + "/kept.txt") == plain.output)
  }

  @Test(
    "a terminal is coloured unless it or the user says no",
    arguments: [
      ("xterm", "", [], true), ("xterm", "1", [], false), ("dumb", "", [], false),
      ("xterm", "", ["--color", "never"], false), ("dumb", "1", ["--color", "always"], true),
    ] as [(String, String, [String], Bool)])
  func terminals(term: String, noColor: String, options: [String], isOn: Bool) throws {
    let terminal = try Terminal(
      options + ["recipe", "show"], term: term, environment: ["NO_COLOR": noColor])
    #expect(terminal.end() == 0)
    #expect(terminal.screen.contains(Self.escape + "1m") == isOn)
    #expect(terminal.screen.contains("locate"))
    let failing = try Terminal(
      options + ["recipe", "nonsense"], term: term, environment: ["NO_COLOR": noColor])
    #expect(failing.end() == 2)
    #expect(failing.screen.contains(Self.escape + "1;31m") == isOn)
  }

  @Test("a recorded notebook has no colours, whatever the terminal shows")
  func recording() throws {
    let folder = try scratchFolder()
    let terminal = try Terminal(
      ["--workspace", folder, "--color", "always"], environment: ["NO_COLOR": ""])
    try terminal.prompt()
    for line in ["notebook record \(folder)/n.md", "recipe show", "recipe nonsense"] {
      try terminal.type(line + "\r")
      try terminal.prompt()
    }
    try terminal.type("notebook stop\r")
    try terminal.prompt()
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.contains(Self.escape + "1m"))
    let notebook = readFile(folder + "/n.md")
    #expect(notebook.contains("locate") && notebook.contains("error: "))
    #expect(!notebook.contains("\u{1B}"))
  }
}
