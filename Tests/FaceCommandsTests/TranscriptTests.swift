import FaceReports
import TestSupport
import Testing

@testable import FaceCommands

@Suite(
  "The first half of the transcript on real faces",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct TranscriptTests {
  @Test("import, the table of three methods, and strangers")
  func transcript() throws {
    let desk = Desk()
    let imported = try desk.text("dataset import orl \(RealFaces.path("orl_faces"))")
    #expect(
      imported
        == "orl: 400 faces of 40 people, 92x112, 10 each (README, SOURCE.md passed over)")
    let line =
      "evaluate orl --method eigen,fisher,lbph --components 30 --protocol kfold --fold-by index"
    let rows = try desk.rows(line)
    #expect(rows.map { $0["correct"] }.prefix(2) == [.integer(393), .integer(383)])
    #expect(rows.map { $0["components"] } == [.integer(30), .integer(39), .null])
    let text = try desk.text(line)
    #expect(text.contains("98.25 %") && text.contains("393/400"))
    #expect(
      text.contains(
        "10 folds by index, groups: image; nothing unknown in the test, so FPIR and FNIR are not "
          + "measured."))
    try desk.run("evaluate orl --method eigen --components 30 --unknown 0.25 --as strangers")
    let choice = try desk.text("threshold choose --fpir 0.01")
    #expect(choice.contains("rule of 30"))
    #expect(try desk.text("threshold try 2400").hasPrefix("2400 (was "))
  }
}
