import FaceModels
import FaceReports
import Synchronization
import TestSupport
import Testing

@testable import FaceCommands

@Suite("model train")
struct TrainingCommandTests {
  private let desk = Desk()

  init() throws {
    try desk.run("dataset import tiny \(desk.makePictures())")
  }

  /// What is said while `line` runs.
  private func talk(_ line: String) throws -> String {
    let said = Mutex([String]())
    try desk.run(line, console: Console(say: { words in said.withLock { $0.append(words) } }))
    return said.withLock { $0 }.joined(separator: "\n")
  }

  @Test("says which problem it solves and what that needs", arguments: ["eigen", "fisher"])
  func route(method: String) throws {
    let few = try talk("model train few --on tiny --method \(method)")
    #expect(few.contains("solving the Gram matrix of 30 faces, the cheaper way"))
    #expect(few.contains("KiB of memory"))
    let many = try talk("model train many --on tiny --method \(method) --size 4x5")
    #expect(many.contains("solving the scatter of 20 pixels, the cheaper way"))
    let rows = try desk.rows("model train many --on tiny --method \(method) --size 4x5")
    #expect(rows.map { $0["route"] } == [.text("scatter")])
    #expect(rows.map { $0["faces"] } == [.integer(30)])
    #expect(try talk("model train flat --on tiny --method lbph").isEmpty)
  }

  @Test("refuses what needs more memory than is allowed, and keeps no model")
  func memory() throws {
    // 30 faces with 64 cells of 256 shares: 1.9 MiB.
    try desk.run("settings set --max-memory-mib 1")
    let error = try #require(desk.error("model train big --on tiny --method lbph"))
    #expect(error.message == "training would need 1.9 MiB of memory, allowed are 1.0 MiB")
    #expect(error.hint?.contains("--max-memory-mib") == true)
    #expect(!desk.workbench.models.contains("big"))
    try desk.run("model train small --on tiny --method eigen")
    try desk.run("settings set --max-memory-mib 2; model train big --on tiny --method lbph")
    #expect(desk.workbench.models.contains("big"))
  }

  @Test("an evaluation that needs more memory than is allowed is refused, and nothing is stored")
  func evaluationMemory() throws {
    try desk.run("settings set --max-memory-mib 1")
    let error = try #require(desk.error("evaluate tiny --method lbph --protocol kfold --folds 2"))
    #expect(error.message.hasPrefix("training would need"))
    #expect(error.hint?.contains("--max-memory-mib") == true)
    #expect(try desk.rows("results list").isEmpty)
    try desk.run("evaluate tiny --method eigen --protocol kfold --folds 2")
    try desk.run("settings set --max-memory-mib 4")
    try desk.run("evaluate tiny --method lbph --protocol kfold --folds 2")
  }

  @Test("running a result again needs as much memory as is allowed, like the first run")
  func rerunMemory() throws {
    try desk.run("evaluate tiny --method lbph --protocol kfold --folds 2 --as big")
    try desk.run("settings set --max-memory-mib 1")
    let error = try #require(desk.error("results rerun big"))
    #expect(error.message.hasPrefix("training would need"))
    #expect(error.hint?.contains("--max-memory-mib") == true)
    try desk.run("settings set --max-memory-mib 4; results rerun big")
  }

  @Test(
    "a published table is not measured with more memory than is allowed",
    .enabled(if: RealFaces.isPresent))
  func reproductionMemory() throws {
    try desk.run("settings set --max-memory-mib 1")
    let error = try #require(
      desk.error("reproduce idiap-att --data \(RealFaces.path("orl_faces"))"))
    #expect(error.message.hasSuffix("MiB of memory, allowed are 1.0 MiB"))
    #expect(error.hint?.contains("--max-memory-mib") == true)
  }

  @Test("knows how much memory there is")
  func machine() {
    #expect(HostMemory.bytes > 64 << 20)
  }
}
