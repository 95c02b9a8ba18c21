import CooperativeWork
import DurableFiles
import FaceVocabulary
import Glibc
import Testing

@testable import FaceDatasets

@Suite("a dataset")
struct DatasetTests {
  let shop = Workshop()
  let work = Work()

  private func face(_ subject: SubjectID, _ number: Int) -> NewFace {
    NewFace(subject: subject, image: Pictures.face(number))
  }

  @Test(
    "has a name that is safe as a folder and as a word",
    arguments: [
      "", ".", "..", "../x", "a/b", ".hidden", "-x", "a b", "a\nb", "a,b", "a;b", "*",
      String(repeating: "x", count: 101),
    ])
  func badNames(name: String) {
    let error = #expect(throws: DatasetError.self) { try shop.library.create(name) }
    #expect(error?.kind == "bad_dataset_name")
  }

  @Test("may have a name of any script", arguments: ["orl", "a.b-c_2+", "Gesichter_Köln", "人脸"])
  func goodNames(name: String) throws {
    _ = try shop.library.create(name)
    #expect(try shop.library.names() == [name])
    _ = try shop.library.open(name)
  }

  @Test("that is missing is told with what there is and what was meant")
  func missing() throws {
    #expect(try shop.library.names() == [])
    _ = try shop.library.create("orl")
    let error = #expect(throws: DatasetError.notFound(name: "olr", known: ["orl"])) {
      try shop.library.open("olr")
    }
    #expect(error?.hint == "did you mean 'orl'?")
    #expect(throws: DatasetError.alreadyExists("orl")) { try shop.library.create("orl") }
  }

  @Test("keeps everything known of a face, and its pixels")
  func roundTrip() throws {
    let dataset = try shop.library.create("d")
    var new = face("Zoë 李\n👩🏽‍🚀", 1)
    new.session = "s 1"
    new.yawDegrees = -15.5
    new.pitchDegrees = 0
    new.condition = "glasses"
    new.tags = ["light": "left", "Ω": "\"q\""]
    new.capture = try dataset.nextCapture()
    new.box = PixelRect(x: 2, y: 3, width: 10, height: 12)
    new.leftEye = PixelPoint(x: 5.25, y: 6)
    new.rightEye = PixelPoint(x: 9, y: 6.5)
    new.mouth = PixelPoint(x: 7, y: 12)
    let stored = try #require(try dataset.add([new]).first)
    let read = try #require(try dataset.records().first)
    #expect(stored == read)
    #expect(read.subject == new.subject)
    #expect(read.session == "s 1" && read.yawDegrees == -15.5 && read.pitchDegrees == 0)
    #expect(read.tags == new.tags && read.condition == "glasses" && read.capture == 1)
    #expect(read.box == new.box && read.leftEye == new.leftEye && read.mouth == new.mouth)
    #expect(read.pixelDigest == ContentDigest.hex(of: new.image.pixels))
    #expect(try dataset.image(of: read) == new.image)
    #expect(try dataset.truth(of: read).map(\.box) == [new.box])
  }

  @Test("gives numbers by byte order, once, whatever comes later")
  func labels() throws {
    let dataset = try shop.library.create("d")
    try dataset.add([face("b", 1), face("a", 2), face("B", 3)])
    #expect(try dataset.roster().names == [0: "B", 1: "a", 2: "b"])
    try dataset.add([face("A", 4)])
    try dataset.remove(.subject("a"))
    try dataset.add([face("a", 5), face("c", 6)])
    #expect(try dataset.roster().names == [0: "B", 1: "a", 2: "b", 3: "A", 4: "c"])
  }

  @Test(
    "makes file names safe and different",
    arguments: [
      ["../../etc", "a/b", "a_b", "-x", ".hidden", "catalogue.sqlite", "", "~", "\u{7}bell"]
    ])
  func fileNames(subjects: [String]) throws {
    let dataset = try shop.library.create("d")
    let named = subjects.filter { !$0.isEmpty }
    try dataset.add(named.enumerated().map { face(SubjectID($1), $0) })
    let files = try dataset.records().map(\.file)
    #expect(Set(files).count == named.count)
    #expect(try shop.files(of: dataset).sorted() == files.sorted())
    for file in files {
      #expect(
        !file.split(separator: "/").contains {
          $0 == ".." || $0.hasPrefix("-") || $0.hasPrefix(".")
        })
    }
    #expect(throws: DatasetError.self) { try dataset.add([face("", 1)]) }
    #expect(throws: DatasetError.self) {
      try dataset.add([face(SubjectID(String(repeating: "é", count: 600)), 1)])
    }
  }

  @Test("lists people by bytes, faces by index, each mirror after its original")
  func order() throws {
    let dataset = try shop.library.create("d")
    try dataset.add((1...11).map { face("s2", $0) } + (1...2).map { face("s10", 20 + $0) })
    try dataset.mirror(work: work)
    let records = try dataset.records()
    #expect(
      records.map(\.subject.name) == Array(repeating: "s10", count: 4)
        + Array(repeating: "s2", count: 22))
    #expect(records.map(\.index) == [1, 1, 2, 2] + (1...11).flatMap { [$0, $0] })
    #expect(records.map(\.isMirror) == (0..<26).map { $0 % 2 == 1 })
  }

  @Test("mirrors every original once: opposite yaw, exchanged eyes")
  func mirrors() throws {
    let dataset = try shop.library.create("d")
    var new = face("a", 1)
    new.yawDegrees = 30
    new.leftEye = PixelPoint(x: 4, y: 8)
    new.rightEye = PixelPoint(x: 14, y: 9)
    new.box = PixelRect(x: 1, y: 2, width: 10, height: 20)
    try dataset.add([new])
    let added = try dataset.mirror(work: work)
    #expect(try dataset.mirror(work: work).isEmpty)
    let mirror = try #require(added.first)
    #expect(added.count == 1)
    #expect(mirror.mirrorOf == (try dataset.records().first?.id))
    #expect(mirror.yawDegrees == -30)
    #expect(mirror.leftEye == PixelPoint(x: 23 - 14, y: 9))
    #expect(mirror.rightEye == PixelPoint(x: 23 - 4, y: 8))
    #expect(mirror.box == PixelRect(x: 24 - 1 - 10, y: 2, width: 10, height: 20))
    #expect(try dataset.image(of: mirror) == new.image.mirrored())
    var again = face("b", 2)
    again.withMirror = true
    #expect(try dataset.add([again]).map(\.isMirror) == [false, true])
    #expect(try dataset.mirror(work: work).isEmpty)
  }

  @Test("tells its people and itself in rows")
  func summaries() throws {
    let dataset = try shop.library.create("d")
    var turned = face("b", 1)
    turned.yawDegrees = 20
    turned.session = "x"
    var other = face("b", 2)
    other.session = "y"
    try dataset.add([turned, other, face("a", 3)])
    try dataset.mirror(work: work)
    let rows = try dataset.subjects()
    #expect(rows.map(\.subject) == ["a", "b"])
    #expect(rows.map(\.faces) == [2, 4] && rows.map(\.mirrored) == [1, 2])
    #expect(rows.map(\.sessions) == [0, 2])
    #expect(rows[1].yawMinimumDegrees == -20 && rows[1].yawMaximumDegrees == 20)
    let summary = try dataset.summary()
    #expect(summary.faces == 6 && summary.originals == 3 && summary.mirrored == 3)
    #expect(summary.subjects == 2 && summary.size == PixelSize(width: 24, height: 32))
    try dataset.add([NewFace(subject: "a", image: Pictures.face(9, width: 5))])
    #expect(try dataset.summary().size == nil)
  }

  @Test("has a fingerprint that only people, pixels and mirrors decide")
  func fingerprint() throws {
    let one = try shop.library.create("one")
    let two = try shop.library.create("two")
    try one.add([face("a", 1), face("b", 2)])
    var named = face("b", 2)
    named.name = "another"
    named.session = "s"
    try two.add([named])
    #expect(try one.summary().fingerprint != two.summary().fingerprint)
    try two.add([face("a", 1)])
    #expect(try one.fingerprint(work: work) == two.fingerprint(work: work))
    let rows = [("a", 1), ("b", 2)].map { name, number in
      "\(name),\(ContentDigest.hex(of: Pictures.face(number).pixels)),0\n"
    }
    #expect(try one.fingerprint(work: work) == ContentDigest.hex(of: rows.joined()))
    try two.mirror(work: work)
    #expect(try one.fingerprint(work: work) != two.fingerprint(work: work))
  }

  @Test("relabels faces behind the other's own, mirrors with them, and renames people")
  func relabel() throws {
    let dataset = try shop.library.create("d")
    try dataset.add([face("a", 1), face("a", 2), face("b", 3)])
    try dataset.mirror(work: work)
    #expect(try dataset.relabel(.files(["a/1.pgm"]), to: "b") == 2)
    let moved = try dataset.records().filter { $0.subject == "b" }
    #expect(moved.map(\.index) == [1, 1, 2, 2])
    #expect(moved.map(\.isMirror) == [false, true, false, true])
    #expect(try dataset.relabel(.subject("b"), to: "Bea") == 4)
    #expect(try dataset.roster().names == [0: "a", 1: "Bea"])
    let error = #expect(throws: DatasetError.self) { try dataset.relabel(.subject("bea"), to: "x") }
    #expect(error?.hint == "did you mean 'Bea'?")
    #expect(throws: DatasetError.noSuchFile("nope", dataset: "d")) {
      try dataset.relabel(.files(["nope"]), to: "x")
    }
  }

  @Test("removes faces with their mirrors and files, people, and itself")
  func removal() throws {
    let dataset = try shop.library.create("d")
    try dataset.add([face("a", 1), face("a", 2), face("b", 3)])
    try dataset.mirror(work: work)
    #expect(try dataset.remove(.files(["a/2.pgm"])) == 2)
    #expect(
      try shop.files(of: dataset) == ["a/1.mirror.pgm", "a/1.pgm", "b/1.mirror.pgm", "b/1.pgm"])
    #expect(try dataset.remove(.files(["a/1.mirror.pgm"])) == 1)
    #expect(try dataset.remove(.subject("b")) == 2)
    #expect(try shop.files(of: dataset) == ["a/1.pgm"])
    try shop.library.remove("d")
    #expect(try shop.library.names() == [])
    #expect(FolderEntries.kind(of: dataset.folder) == nil)
  }

  @Test("merges with another: one person by one name, captures and mirrors kept apart")
  func merge() throws {
    let one = try shop.library.create("one")
    let two = try shop.library.create("two")
    for dataset in [one, two] {
      var frame = face("b", dataset.name == "one" ? 1 : 2)
      frame.capture = try dataset.nextCapture()
      try dataset.add([frame])
    }
    try two.add([face("a", 3)])
    try one.mirror(work: work)
    let all = try shop.library.merge(["one", "two"], into: "all", work: work)
    let records = try all.records()
    #expect(records.map(\.subject.name) == ["a", "b", "b", "b"])
    #expect(records.map(\.label) == [0, 1, 1, 1])
    #expect(records.map(\.index) == [1, 1, 1, 2])
    #expect(records[2].mirrorOf == records[1].id)
    #expect(records.map(\.capture) == [nil, 1, 1, 2])
    #expect(try all.nextCapture() == 3)
    #expect(try all.image(of: records[3]) == Pictures.face(2))
    #expect(throws: DatasetError.alreadyExists("all")) {
      try shop.library.merge(["one"], into: "all")
    }
  }

  @Test("exports to a folder from which the same dataset is imported")
  func export() throws {
    let dataset = try shop.library.create("d")
    try dataset.add([face("a", 1), face("a", 2), face("Zoë", 3)])
    try dataset.mirror(work: work)
    let target = shop.folder + "/out"
    #expect(try dataset.export(to: target, work: work) == 6)
    #expect(throws: DatasetError.targetNotEmpty(target)) {
      try dataset.export(to: target, work: work)
    }
    for layout in [ImportLayout.folders, .auto] {
      let name = layout == .auto ? "auto" : "again"
      let (copy, report) = try shop.library.importPictures(
        at: target, into: name, using: ImageImport(layout), work: work)
      #expect(report.imported == 6 && report.mirrored == 3)
      #expect(try copy.fingerprint(work: work) == dataset.fingerprint(work: work))
    }
    let (listed, _) = try shop.library.importPictures(
      at: target + "/list.csv", into: "listed", using: ImageImport(), work: work)
    #expect(try listed.roster() == dataset.roster())
  }

  @Test("keeps several heads of one picture")
  func scenes() throws {
    let dataset = try shop.library.create("d")
    var scene = face("scene", 1)
    var first = TruthFace(box: PixelRect(x: 1, y: 2, width: 3, height: 4))
    first.leftEye = PixelPoint(x: 1.5, y: 2)
    first.yawDegrees = 12
    var second = TruthFace(box: PixelRect(x: 5, y: 6, width: 7, height: 8))
    second.ignored = true
    scene.heads = [first, second]
    try dataset.add([scene, face("scene", 2)])
    let records = try dataset.records()
    #expect(try dataset.truths(of: records) == [[first, second], []])
    try dataset.setTruth([records[1].file: [first]])
    #expect(try dataset.truths(of: records) == [[first, second], [first]])
    #expect(throws: DatasetError.noSuchFile("x", dataset: "d")) {
      try dataset.setTruth([records[0].file: [], "x": []])
    }
    #expect(try dataset.truth(of: records[0]).count == 2)
  }

  @Test("notices pictures that were cut off, changed or taken away")
  func damage() throws {
    let dataset = try shop.library.create("d")
    try dataset.add((1...4).map { face("a", $0) })
    let records = try dataset.records()
    let path = { (index: Int) in dataset.folder + "/" + records[index].file }
    unlink(path(0))
    truncate(path(1), 100)
    try AtomicFile.write(Pictures.bytes(Pictures.face(77)), to: path(2))
    #expect(throws: DatasetError.self) { try dataset.image(of: records[0]) }
    #expect(throws: DatasetError.self) { try dataset.image(of: records[1]) }
    var settings = CheckSettings()
    #expect(
      try dataset.check(settings, work: work).map(\.file) == [records[0].file, records[1].file])
    settings.pixels = true
    let found = try dataset.check(settings, work: work)
    #expect(found.map(\.kind) == [.unreadable, .unreadable, .unreadable])
    #expect(found.map(\.file) == records.prefix(3).map(\.file))
    #expect(found[0].reason == "it is missing")
    #expect(found[1].reason?.contains("needs more") == true)
    #expect(found[2].reason == "its pixels are not those that were stored")
  }

  @Test("is exported whole or not at all", arguments: [true, false])
  func wholeExport(isThere: Bool) throws {
    let dataset = try shop.library.create("d")
    try dataset.add((1...4).map { face("a", $0) } + [face("b", 1)])
    let records = try dataset.records()
    let parent = shop.folder + "/exports"
    let target = parent + "/out"
    mkdir(parent, 0o755)
    if isThere { mkdir(target, 0o755) }
    let bytes = try FileBytes.read(dataset.folder + "/" + records[2].file)
    truncate(dataset.folder + "/" + records[2].file, 40)
    let error = #expect(throws: DatasetError.self) { try dataset.export(to: target, work: work) }
    guard case .damagedPicture(let file, "d", _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(file == records[2].file)
    #expect(error?.hint?.contains("dataset remove d --file \(file)") == true)
    #expect(try FolderEntries.read(parent).map(\.name) == (isThere ? ["out"] : []))
    if isThere { #expect(try FolderEntries.read(target).isEmpty) }
    try AtomicFile.write(bytes, to: dataset.folder + "/" + records[2].file)
    #expect(try dataset.export(to: target + (isThere ? "" : "/"), work: work) == 5)
    #expect(try FolderEntries.read(target).map(\.name) == ["a", "b", "list.csv"])
    #expect(try FolderEntries.read(parent).map(\.name) == ["out"])
  }

  @Test("is written by one at a time, and read by others meanwhile")
  func concurrency() throws {
    let dataset = try shop.library.create("d")
    _ = try Work(jobs: 4).map(count: 12) { number in
      let subject = SubjectID("s\(number % 3)")
      try dataset.add([face(subject, number), face(subject, 100 + number)])
      _ = try dataset.records()
    }
    let records = try dataset.records()
    #expect(records.count == 24)
    #expect(Set(records.map(\.file)).count == 24)
    for subject in Set(records.map(\.subject)) {
      #expect(records.filter { $0.subject == subject }.map(\.index) == Array(1...8))
    }
  }
}
