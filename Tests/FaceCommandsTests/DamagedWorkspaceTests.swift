import DurableFiles
import FaceReports
import FaceVocabulary
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FaceCommands

/// What lists, removals and readers make of files that were cut, emptied or taken away.
@Suite("A workspace with damage")
struct DamagedWorkspaceTests {
  /// Two results, of one fold each, `r-lbph` and `r-eigen-3`.
  private func desk() throws -> Desk {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 4, images: 4)
    try desk.run("dataset import tiny \(pictures)")
    try desk.run("evaluate tiny --method eigen,lbph --components 3 --folds 2 --as r")
    return desk
  }

  private func cut(_ path: String) throws {
    let bytes = try FileBytes.read(path)
    try AtomicFile.write(Array(bytes.prefix(bytes.count / 2)), to: path)
  }

  @Test("lists a result that cannot be read with the reason, and removes it by its name")
  func results() throws {
    let desk = try desk()
    let folder = desk.folder + "/results/r-lbph/"
    let manifest = String(decoding: try FileBytes.read(folder + "manifest.json"), as: UTF8.self)
    let cells = try #require(manifest.firstRange(of: "\"cells\" : ["))
    let end = try #require(manifest[cells.upperBound...].firstRange(of: "\n    ]"))
    let withoutCells = manifest.replacing(
      manifest[cells.lowerBound..<end.upperBound], with: "\"cells\" : []")
    for damage in ["", String(manifest.prefix(manifest.count / 2)), withoutCells, nil] {
      if let damage {
        try AtomicFile.write(Array(damage.utf8), to: folder + "manifest.json")
      } else {
        unlink(folder + "manifest.json")
      }
      let list = try desk.run("results list")
      #expect(list.skipped.map(\.name) == ["r-lbph"])
      let reason = try #require(list.skipped.first?.reason)
      #expect(reason.contains("manifest.json") && reason.contains("'results remove r-lbph'"))
      #expect(try desk.rows("results list").map { $0["result"] } == [.text("r-eigen-3")])
      #expect(desk.error("results show r-lbph")?.hint?.contains("results remove r-lbph") == true)
    }
    try desk.run("results remove r-lbph")
    #expect(access(folder, F_OK) != 0)
    #expect(try desk.run("results list").skipped.isEmpty)
  }

  @Test("takes the latest result that can be read, and says that another may be later")
  func latest() throws {
    let desk = try desk()
    let warnings = Mutex<[String]>([])
    let console = Console(warn: { line in warnings.withLock { $0.append(line) } })
    try desk.run("results show", console: console)
    #expect(warnings.withLock { $0.isEmpty })
    try cut(desk.folder + "/results/r-lbph/manifest.json")
    try desk.run("results show", console: console)
    try desk.run("results show r-eigen-3", console: console)
    let said = warnings.withLock { $0 }
    #expect(
      said.count == 1 && said[0].contains("'r-lbph' cannot be read")
        && said[0].contains("'r-eigen-3'"))
    try cut(desk.folder + "/results/r-eigen-3/manifest.json")
    #expect(desk.error("results show")?.message.contains("manifest.json is damaged") == true)
  }

  @Test("lists a detector sweep that cannot be read, and removes it")
  func detectorSweep() throws {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes 2")
    try desk.run("detector sweep scenes --scale 1.2 --neighbors 3")
    try cut(desk.folder + "/results/detector-001/detector.json")
    let list = try desk.run("results list")
    #expect(list.skipped.map(\.name) == ["detector-001"])
    #expect(list.skipped.first?.reason.contains("detector.json") == true)
    try desk.run("results remove detector-001")
    #expect(try desk.run("results list").skipped.isEmpty)
  }

  @Test(
    "removes nothing that is no result, wherever it lies",
    arguments: ["nobody", "../datasets", "../datasets/tiny", ".", "..", "mine", "r-lbph/../r-lbph"])
  func foreign(name: String) throws {
    let desk = try desk()
    mkdir(desk.folder + "/results/mine", 0o755)
    try AtomicFile.write([1], to: desk.folder + "/results/mine/letter.txt")
    #expect(desk.error("results remove \(name)")?.message == "no result '\(name)'")
    #expect(try desk.rows("results list").count == 2)
    #expect(try desk.rows("dataset list").count == 1)
    #expect(access(desk.folder + "/results/mine/letter.txt", F_OK) == 0)
  }

  @Test("knows a result whose folder was renamed by the folder's name")
  func renamed() throws {
    let desk = try desk()
    rename(desk.folder + "/results/r-lbph", desk.folder + "/results/other")
    #expect(
      try desk.rows("results list").compactMap { $0["result"] }
        == [.text("r-eigen-3"), .text("other")])
    #expect(try desk.rows("results show other").first?["result"] == .text("other"))
    try desk.run("results remove other")
    #expect(try desk.rows("results list").count == 1)
  }

  @Test("reads every score of a result whose timing.json is cut, and warns once")
  func timing() throws {
    let desk = try desk()
    let whole = try desk.rows("results show r-lbph")
    try cut(desk.folder + "/results/r-lbph/timing.json")
    let warnings = Mutex<[String]>([])
    let console = Console(warn: { line in warnings.withLock { $0.append(line) } })
    for line in [
      "results show r-lbph", "threshold try 900 r-lbph", "compare r-lbph r-eigen-3",
      "results export r-lbph \(desk.folder)/scores.csv", "results rerun r-lbph",
      "results show r-lbph --by subject", "threshold choose --eer r-lbph",
    ] {
      warnings.withLock { $0 = [] }
      try desk.run(line, console: console)
      let said = warnings.withLock { $0 }
      #expect(said.count == 1 && said[0].contains("timing.json"), "\(line): \(said)")
    }
    let row = try #require(try desk.rows("results show r-lbph").first)
    for (key, value) in row {
      let isTiming = Table.Column(key, title: nil).isTiming || key == "runs"
      #expect(value == (isTiming ? .null : whole.first?[key]), "\(key)")
    }
    unlink(desk.folder + "/results/r-lbph/timing.json")
    #expect(try desk.rows("results show r-lbph").count == 1)
  }

  @Test("says once that a file of a result is missing, and what to do")
  func missingScores() throws {
    let desk = try desk()
    unlink(desk.folder + "/results/r-lbph/distances.npy")
    let error = try #require(desk.error("results show r-lbph"))
    #expect(
      error.message == "\(desk.folder)/results/r-lbph/distances.npy is damaged: it is missing")
    #expect(error.hint == "'results remove r-lbph' and evaluate again")
    #expect(try desk.run("results list").skipped.isEmpty, "the list needs no scores")
  }

  @Test(
    "lists a model that cannot be read with the reason, and removes it", arguments: [0, 1, 900])
  func models(length: Int) throws {
    let desk = try desk()
    try desk.run("model train gate --on tiny --method eigen --components 3")
    try desk.run("model train door --on tiny --method lbph")
    let path = desk.folder + "/models/gate.h5"
    try AtomicFile.write(Array(try FileBytes.read(path).prefix(length)), to: path)
    let list = try desk.run("model list")
    #expect(list.skipped.map(\.name) == ["gate"])
    #expect(list.skipped.first?.reason.contains("'model remove gate'") == true)
    #expect(try desk.rows("model list").map { $0["model"] } == [.text("door")])
    try desk.run("model remove gate")
    #expect(try desk.run("model list").skipped.isEmpty)
  }

  /// What can be done to a catalogue.
  enum CatalogueDamage: String, CaseIterable, Sendable {
    case emptied, cut, overwritten, lowered, raised, negative, tableless
  }

  @Test(
    "lists a dataset whose catalogue cannot be read, in plain words, and removes it",
    arguments: CatalogueDamage.allCases)
  func datasets(damage: CatalogueDamage) throws {
    let desk = try desk()
    try desk.run("dataset synth good --subjects 2 --angles 0 --lights 1")
    let path = desk.folder + "/datasets/tiny/catalogue.sqlite"
    var bytes = try FileBytes.read(path)
    switch damage {
    case .emptied: bytes = []
    case .cut: bytes = Array(bytes.prefix(bytes.count / 3))
    case .overwritten: bytes.replaceSubrange(0..<16, with: Array("no database here".utf8))
    // The layout number stands big-endian at byte 60 of the header.
    case .lowered: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 1])
    case .raised: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    case .negative: bytes.replaceSubrange(60..<64, with: [255, 255, 255, 255])
    case .tableless:
      // The number of the newest layout, and no table: a first page with an empty schema.
      bytes = Array(bytes.prefix(100)) + [13, 0, 0, 0, 0, 0, 0, 0]
      bytes += [UInt8](repeating: 0, count: 4096 - bytes.count)
      bytes.replaceSubrange(28..<32, with: [0, 0, 0, 1])
    }
    try AtomicFile.write(bytes, to: path)
    let list = try desk.run("dataset list")
    #expect(list.skipped.map(\.name) == ["tiny"])
    let reason = try #require(list.skipped.first?.reason)
    for word in ["SELECT", "CREATE", "DROP", "executing"] {
      #expect(!reason.contains(word), "\(reason)")
    }
    #expect(reason.contains("catalogue.sqlite"))
    if damage != .raised { #expect(reason.contains("'dataset remove tiny'"), "\(reason)") }
    #expect(try FileBytes.read(path) == bytes, "looking at it changes nothing")
    #expect(desk.error("dataset show tiny")?.message.contains("catalogue.sqlite") == true)
    #expect(try desk.rows("dataset remove tiny") == [["dataset": .text("tiny"), "faces": .null]])
    #expect(try desk.run("dataset list").skipped.isEmpty)
    #expect(access(desk.folder + "/datasets/tiny", F_OK) != 0)
  }

  @Test("takes up the making of a dataset that was cut off before its first table")
  func unfinishedDataset() throws {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 2, images: 2)
    mkdir(desk.folder + "/datasets", 0o755)
    mkdir(desk.folder + "/datasets/tiny", 0o755)
    try AtomicFile.write([], to: desk.folder + "/datasets/tiny/catalogue.sqlite")
    #expect(try desk.run("dataset list").skipped.map(\.name) == ["tiny"])
    try desk.run("dataset import tiny \(pictures)")
    #expect(try desk.rows("dataset list").first?["faces"] == .integer(4))
  }

  @Test("names a damaged picture and what to type, whatever comes upon it")
  func damagedPicture() throws {
    let desk = try desk()
    let path = desk.folder + "/datasets/tiny/p1/2.pgm"
    truncate(path, 60)
    for line in [
      "model train gate --on tiny --method eigen", "evaluate tiny --method lbph --folds 2",
      "dataset export tiny \(desk.folder)/copy",
    ] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.message.contains("'p1/2.pgm' of tiny"), "\(error.message)")
      #expect(error.hint?.contains("'dataset check tiny --pixels'") == true)
      #expect(error.hint?.contains("'dataset remove tiny --file p1/2.pgm'") == true)
    }
    #expect(access(desk.folder + "/copy", F_OK) != 0)
    for line in ["dataset check tiny --pixels", "dataset check tiny"] {
      let row = try #require(try desk.rows(line).first { $0["finding"] == .text("unreadable") })
      guard case .text(let reason)? = row["reason"] else {
        Issue.record("no reason in \(row)")
        continue
      }
      #expect(reason.contains("needs"))
      let text = try desk.text(line)
      #expect(text.contains(reason) && !text.contains("check tiny --pixels"))
    }
    try desk.run("dataset remove tiny --file p1/2.pgm")
    #expect(desk.error("evaluate tiny --method lbph --folds 2") == nil)
  }

  @Test("passes over a damaged picture that was never read, and says what that leaves unknown")
  func undecodedDamage() throws {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 2, images: 3)
    try desk.run("dataset import tiny \(pictures) --no-decode")
    unlink(desk.folder + "/datasets/tiny/p1/2.pgm")
    let text = try desk.text("dataset check tiny --pixels")
    #expect(text.contains("it is missing") && !text.contains("check tiny --pixels"))
    #expect(text.contains("pixels of 1 face never read"))
    try desk.run("dataset remove tiny --file p1/2.pgm")
    #expect(try desk.text("dataset check tiny --pixels --min-faces 1") == "tiny: nothing found")
    #expect(try desk.rows("dataset check tiny --min-faces 1").isEmpty)
  }

  @Test("a lock that cannot be taken, whatever the reason, is told with what to look at")
  func lock() throws {
    let desk = try desk()
    unlink(desk.folder + "/datasets/tiny/.lock")
    // Links are not followed, so opening it fails for every account.
    symlink("elsewhere", desk.folder + "/datasets/tiny/.lock")
    let error = try #require(desk.error("dataset mirror tiny"))
    #expect(error.message.contains("could not lock") && error.message.contains(".lock"))
    #expect(error.message.hasSuffix("links lead in a circle (ELOOP)"))
    #expect(error.hint == "'ls -l' shows where they lead")
  }
}
