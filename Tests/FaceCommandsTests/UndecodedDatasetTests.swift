import DurableFiles
import FaceReports
import Glibc
import Testing

@testable import FaceCommands

/// Datasets whose pixels were never read, as commands show them.
@Suite("Datasets imported without decoding")
struct UndecodedDatasetTests {
  /// A folder of three people with four small graymaps each.
  private func pictures(in desk: Desk) throws -> String {
    let source = desk.folder + "/source"
    mkdir(source, 0o755)
    for person in 1...3 {
      mkdir("\(source)/p\(person)", 0o755)
      for number in 1...4 {
        let levels = (0..<64).map { UInt8(truncatingIfNeeded: $0 * $0 * (person * 7 + number)) }
        try AtomicFile.write(
          Array("P5\n8 8\n255\n".utf8) + levels, to: "\(source)/p\(person)/\(number).pgm")
      }
    }
    return source
  }

  @Test("the fingerprint is null and the sentences say what is unknown, until pixels are read")
  func unread() throws {
    let desk = Desk()
    let source = try pictures(in: desk)
    let row = try #require(try desk.rows("dataset import raw \(source) --no-decode").first)
    #expect(row["imported"] == .integer(12))
    #expect(try desk.rows("dataset show raw --summary").first?["fingerprint"] == .null)
    let hint = "'dataset check raw --pixels' reads them"
    #expect(try desk.text("dataset check raw").contains(hint))
    let file = desk.folder + "/split.csv"
    let folds = "dataset split raw \(file) --folds 2 --fold-by index"
    #expect(try desk.text(folds).contains(hint))
    let before = try FileBytes.read(file)
    #expect(!(try desk.text("dataset check raw --pixels").contains(hint)))
    #expect(!(try desk.text(folds).contains(hint)))
    #expect(try FileBytes.read(file) == before)
    try desk.run("dataset import read \(source)")
    #expect(
      try desk.rows("dataset show raw --summary").first?["fingerprint"]
        == desk.rows("dataset show read --summary").first?["fingerprint"])
  }

  @Test("faces cannot be looked for in pictures that are not decoded")
  func detection() throws {
    let desk = Desk()
    let source = try pictures(in: desk)
    #expect(throws: CommandError.detectionNeedsDecoding) {
      try desk.run("dataset import raw \(source) --no-decode --detect")
    }
  }
}
