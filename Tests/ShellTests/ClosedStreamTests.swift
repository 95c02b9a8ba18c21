import Glibc
import TestSupport
import Testing

/// What the program does where its caller closed a stream.
@Suite("Closed streams")
struct ClosedStreamTests {
  @Test(
    "a closed standard output is an error in plain words",
    arguments: [["recipe", "show"], ["--version"], ["help"], ["-c", "recipe show"]])
  func output(arguments: [String]) throws {
    let run = try Program.run(arguments, closing: [1])
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("error: writing failed: standard output is closed\nhint:  "))
  }

  @Test("no file that a command opens takes the place of a closed stream")
  func reuse() throws {
    let folder = TemporaryFolder()
    let line = [
      "--workspace", folder.path, "dataset", "synth", "one", "--subjects", "2", "--angles", "0",
      "--lights", "1",
    ]
    #expect(try Program.run(line, closing: [0, 1, 2]).code == 1)
    let list = try Program.run(["--workspace", folder.path, "dataset", "list", "--json"])
    #expect(list.code == 0 && list.output.contains("\"faces\":2"), "\(list)")
  }

  @Test("a closed standard input is an empty one")
  func input() throws {
    let run = try Program.run([], closing: [0])
    #expect(run.code == 0 && run.errors.isEmpty)
  }

  @Test("a mistake in piped lines is placed in standard input, by its line")
  func place() throws {
    let run = try Program.run([], input: "recipe show\n\nrecipe shw\n")
    #expect(run.code == 2)
    #expect(run.errors.contains("  standard input, line 3: recipe shw\n"), "\(run.errors)")
  }
}
