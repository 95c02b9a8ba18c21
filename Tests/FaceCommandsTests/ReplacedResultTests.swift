import FaceExperiments
import FaceVocabulary
import Testing

@testable import FaceCommands

@Suite("A result whose name is taken")
struct ReplacedResultTests {
  private static let lines = [
    "evaluate tiny --method eigen --components 2 --folds 2 --as NAME",
    "detector sweep s --scale 1.3 --neighbors 3 --as NAME", "results rerun first --as NAME",
    "results rerun swept --as NAME",
  ]

  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.run("dataset import tiny \(try desk.makePictures(people: 3, images: 3))")
    try desk.run("dataset synth s --scenes 1 --size 160x120")
    try desk.run("evaluate tiny --method eigen --components 2 --folds 2 --as first")
    try desk.run("detector sweep s --scale 1.3 --neighbors 3 --as swept")
    return desk
  }

  @Test("is replaced by every command that stores one, when asked and told so", arguments: lines)
  func replaced(line: String) throws {
    let desk = try desk()
    for name in ["first", "swept"] {
      let line = line.replacing("NAME", with: name)
      let no = Console(confirm: { _ in false })
      let error = #expect(throws: CommandError.self, "\(line)") {
        try desk.run(line, console: no)
      }
      #expect(error == .declined("replacing result '\(name)'"), "\(line)")
    }
    // What is read must stand there still, so each replaces the other kind or itself.
    let target =
      line.contains("rerun first") ? "swept" : line.contains("rerun swept") ? "first" : "swept"
    try desk.run(line.replacing("NAME", with: target))
    let isSweep = line.contains("sweep") || line.contains("swept")
    #expect(desk.workbench.results.holdsDetectorSweep(target) == isSweep)
    try desk.run("results show \(target)")
  }

  @Test("that is no result is left alone before anything is computed", arguments: lines)
  func other(line: String) throws {
    let desk = try desk()
    try desk.run("dataset export tiny \(desk.folder)/results/other")
    let error = try #require(desk.error(line.replacing("NAME", with: "other")))
    #expect(error.message == "a result 'other' exists already")
  }
}
