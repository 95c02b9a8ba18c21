import CommandLanguage
import DurableFiles
import FaceVocabulary
import Glibc
import Synchronization
import Testing

@testable import FaceCommands

@Suite("Pictures that are named one by one")
struct NamedPicturesTests {
  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.run("dataset import tiny \(try desk.makePictures(people: 3, images: 3))")
    try desk.run("model train gate --on tiny --method eigen --components 3")
    return desk
  }

  /// Kinds of the errors that a command ends with, whether it threw them or told them at its end.
  private func failure(_ line: String, at desk: Desk) throws -> (any ExplainedError)? {
    do {
      return try desk.run(line).failure as? any ExplainedError
    } catch {
      return error as? any ExplainedError
    }
  }

  @Test(
    "a command that could read not one of them failed",
    arguments: ["model predict gate", "detector run"])
  func noneRead(command: String) throws {
    let desk = try desk()
    let one = try #require(try failure("\(command) none.pgm", at: desk))
    #expect(one.kind == "file_not_found" && one.hint?.contains("spelling") == true)
    let line = "\(command) none.pgm nothing.pgm"
    let two = try #require(try failure(line, at: desk))
    #expect(two.kind == "nothing_read" && two.message == "none of the 2 pictures could be read")
    #expect(try desk.run(line).skipped.map(\.reason) == ["does not exist", "does not exist"])
    // One that can be read is worth its row; the other is passed over.
    let some = try desk.run("\(command) none.pgm \(desk.folder)/pictures/p1/1.pgm")
    #expect(some.failure == nil && some.skipped.count == 1 && some.parts.count == 1)
  }

  @Test(
    "a folder in their place says what to name", arguments: ["model predict gate", "detector run"])
  func folder(command: String) throws {
    let desk = try desk()
    let alone = try #require(try failure("\(command) \(desk.folder)/pictures", at: desk))
    #expect(alone.message == "'\(desk.folder)/pictures' is a folder, not a picture")
    #expect(alone.hint?.contains("name the pictures in it") == true)
    let beside = try desk.run(
      "\(command) \(desk.folder)/pictures \(desk.folder)/pictures/p1/1.pgm")
    #expect(beside.skipped.first?.reason.contains("name the pictures in it") == true)
  }

  @Test("a damaged picture names a setting that there is")
  func damaged() throws {
    let desk = try desk()
    let path = desk.folder + "/cut.jpg"
    try AtomicFile.write([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46], to: path)
    let hint = try #require(try failure("model predict gate \(path)", at: desk)?.hint)
    #expect(hint.contains("'settings set --partial allow'"))
    try desk.run("settings set --partial allow")
  }
}

@Suite("Windows that no picture has room for")
struct WindowBoundsTests {
  private func warnings(_ line: String, at desk: Desk) throws -> [String] {
    let said = Mutex<[String]>([])
    _ = try desk.run(line, console: Console(warn: { text in said.withLock { $0.append(text) } }))
    return said.withLock { $0 }
  }

  @Test("are told by every search")
  func told() throws {
    let desk = Desk()
    try desk.run("dataset synth s --scenes 2 --size 240x180")
    let path = try desk.export("s", to: desk.folder + "/out")[0]
    for (line, words) in [
      (
        "detector run \(path) --min-size 300 --max-size 300",
        "--max-size 300 pixels fits the picture"
      ),
      ("detector run \(path) --min-size 300", "--min-size 300 or more pixels fits the picture"),
      (
        "detector sweep s --scale 1.1 --neighbors 3 --min-size 300 --max-size 300",
        "fits 2 of 2 pictures"
      ),
      (
        "detector sweep s --scale 1.1,1.3 --neighbors 1:3:1 --min-size 24,300",
        "fits 2 of 2 pictures"
      ),
      ("detector features s --min-size 300 --max-size 300", "fits 2 of 2 pictures"),
    ] {
      let warnings = try warnings(line, at: desk)
      #expect(warnings.count == 1, "\(line): \(warnings)")
      #expect(warnings.first?.contains(words) == true, "\(line): \(warnings)")
      #expect(warnings.first?.contains("nearest sizes are ") == true, "\(line): \(warnings)")
    }
    for line in [
      "detector run \(path)", "detector run \(path) --min-size 60 --max-size 120",
      "detector sweep s --scale 1.1 --neighbors 3", "detector run \(path) --min-size 150",
    ] {
      #expect(try warnings(line, at: desk) == [], "\(line)")
    }
  }
}
