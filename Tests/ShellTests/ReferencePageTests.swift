import Glibc
import TestSupport
import Testing

@testable import FaceShell

/// The checked-in reference of all commands.
@Suite struct ReferencePageTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/docs/commands.md"

  /// `FACEBENCH_RECORD=1` writes the page anew, and still fails, so that no run can hide a change.
  @Test func thePageIsWhatTheDeclarationsSay() async throws {
    let page = await Shell.referencePage()
    let recorded = readFile(Self.path)
    if getenv("FACEBENCH_RECORD") != nil, page != recorded { try writeFile(Self.path, page) }
    let changed = zip(page.split(separator: "\n"), recorded.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(
      page == recorded,
      "docs/commands.md is behind at '\(changed?.0 ?? "its end")': facebench help reference > docs/commands.md"
    )
  }

  @Test func helpPrintsTheSamePage() async throws {
    #expect(try Program.run(["help", "reference"]).output == (await Shell.referencePage()))
  }
}
