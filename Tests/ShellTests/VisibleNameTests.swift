import TestSupport
import Testing

/// Names from files and command lines reach a terminal as text, whatever they hold.
@Suite(.serialized) struct VisibleNameTests {
  private let folder = TemporaryFolder()
  private let name = "A\u{1B}[31mda\u{7}\u{202E}"

  private func run(_ arguments: [String]) throws -> Program.Finished {
    let run = try Program.run(["--workspace", folder.path] + arguments)
    for text in [run.output, run.errors] {
      #expect(
        !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E },
        "\(arguments)")
    }
    return run
  }

  @Test func noControlCharacterOfANameIsPrinted() throws {
    let kept = try run(
      ["dataset", "capture", "demo", "--subject", name, "--from", "synth:3", "--limit", "4"])
    #expect(kept.code == 0)
    #expect((kept.output + kept.errors).contains("of A\\u{1B}[31mda\\u{7}"))
    let swept = try run(
      ["dataset", "sweep", "demo", "--subject", name, "--from", "synth:4", "--angles", "0,20"])
    #expect(swept.code == 0)
    for line in [
      ["dataset", "show", "demo"], ["dataset", "show", "demo", "--captures"],
      ["dataset", "remove", "demo", "--subject", name + "x"],
      ["dataset", "relabel", "demo", name, name + "y", "--yes"],
      ["dataset", "capture", "demo", "--subject", name, "--from", "video:/" + name],
      ["dataset", "capture", "demo", "--subject", name, "--from", name],
      ["model", "train", "m", "--on", "demo", "--method", "fisher"],
      ["results", "show", name], ["model", "show", name], [name], ["dataset", name],
      ["evaluate", "demo", "--method", "eigen", "--unknown", name],
    ] { _ = try run(line) }
    let script = try folder.write(Array("dataset show \(name)\n".utf8), as: "s.fb")
    let failed = try run(["-f", script])
    #expect(failed.code != 0 && failed.errors.contains("\\u{1B}"))
  }
}
