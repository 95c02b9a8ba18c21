import CommandLanguage
import TestSupport
import Testing

@testable import FaceShell

/// What the help pages show, typed as a newcomer would. That every example can be read is checked
/// with the declarations: `ShellUnitTests`.
@Suite struct ExampleTests {
  private static let examples =
    ShellCommands.tree(ShellRecord()).declarations.flatMap(\.examples).map(\.line)

  @Test func whatIsNotRunIsAmongTheExamples() {
    for (part, reason) in ExampleWorkspace.unrun {
      #expect(Self.examples.contains { $0.contains(part) }, "'\(part)', unrun because \(reason)")
    }
    for line in ExampleWorkspace.repairs.keys {
      #expect(Self.examples.contains(line), "'\(line)' is no example any more")
    }
  }

  /// One session runs them all, one after the other, in one small workspace.
  @Test func theExamplesOfTheHelpPagesRun() throws {
    let workspace = ExampleWorkspace(folder: try scratchFolder())
    defer { workspace.remove() }
    let prepared = try workspace.make()
    try #require(prepared.code == 0, "\(prepared.errors)")
    var lines: [String] = []
    for example in Self.examples
    where !ExampleWorkspace.unrun.contains(where: { example.contains($0.part) }) {
      if let repair = ExampleWorkspace.repairs[example] { lines.append(repair) }
      lines.append(example)
    }
    #expect(lines.count > 130 && lines.last == "quit")
    let session = try Program.run(
      ["--quiet", "--yes", "--keep-going"], input: lines.map { $0 + "\n" }.joined(),
      environment: ["HOME": workspace.folder, "SHELL": "/bin/sh"], folder: workspace.folder,
      seconds: 400)
    // An angle that no frame shows may be passed over, nothing else may; errors name their line.
    #expect(session.code == 3 || session.code == 0, "\(session.errors)")
    #expect(!session.errors.contains("error"), "\(session.errors)")
    for line in session.errors.split(separator: "\n") where line.hasPrefix("skipped:") {
      #expect(line.contains(" degrees: no frame"), "\(line)")
    }
  }
}
