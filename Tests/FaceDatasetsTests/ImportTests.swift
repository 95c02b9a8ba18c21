import CooperativeWork
import FaceVocabulary
import Glibc
import TestSupport
import Testing

@testable import FaceDatasets

@Suite("an import")
struct ImportTests {
  let shop = Workshop()
  let work = Work(jobs: 2)

  private func run(
    _ path: String, _ layout: ImportLayout = .auto, into name: String = "d"
  ) throws -> (dataset: Dataset, report: ImportReport) {
    try shop.library.importPictures(at: path, into: name, using: ImageImport(layout), work: work)
  }

  @Test("takes a folder per person, in natural order, and passes companions over")
  func folders() throws {
    let root = try shop.make([
      "s10/1.pgm": Pictures.face(1), "s2/10.pgm": Pictures.face(2), "s2/9.pgm": Pictures.face(3),
      "s2/1.pgm": Pictures.face(4),
    ])
    for name in ["README", "SOURCE.md", "s2/Thumbs.db", "s2/.DS_Store"] {
      try shop.make(text: "x", at: "source/" + name)
    }
    try shop.make(text: "no picture", at: "source/s2/notes.txt")
    try shop.make(text: "no picture", at: "source/stray.txt")
    let (dataset, report) = try run(root)
    #expect(report.imported == 4 && report.subjects == 2 && report.layout == "folders")
    #expect(
      report.passedOver == ["README", "s2/.DS_Store", "s2/Thumbs.db", "SOURCE.md"]
        || report.passedOver.sorted() == ["README", "SOURCE.md", "s2/.DS_Store", "s2/Thumbs.db"])
    #expect(report.skipped.map(\.kind).sorted() == ["damaged_image", "outside_layout"])
    let records = try dataset.records()
    #expect(records.map(\.file) == ["s10/1.pgm", "s2/1.pgm", "s2/9.pgm", "s2/10.pgm"])
    #expect(records.map(\.index) == [1, 1, 2, 3])
    #expect(records.map(\.label) == [0, 1, 1, 1])
    #expect(try shop.files(of: dataset).sorted() == records.map(\.file).sorted())
  }

  @Test("run again adds only what is new, and no number moves")
  func again() throws {
    let root = try shop.make(["b/1.pgm": Pictures.face(1), "c/1.pgm": Pictures.face(2)])
    let (dataset, _) = try run(root)
    let before = try dataset.records()
    try shop.make(["a/1.pgm": Pictures.face(3), "b/0.pgm": Pictures.face(4)])
    let (_, report) = try run(root)
    #expect(report.imported == 2 && report.unchanged == 2 && report.subjects == 3)
    let after = try dataset.records()
    for record in before { #expect(after.contains(record)) }
    #expect(try dataset.roster().names == [0: "b", 1: "c", 2: "a"])
    #expect(after.filter { $0.subject == "b" }.map(\.file) == ["b/1.pgm", "b/0.pgm"])
    // Another picture under a known path is another picture.
    try shop.make(["b/1.pgm": Pictures.face(5)])
    #expect(try run(root).report.imported == 1)
    #expect(try run(root).report.imported == 0)
    #expect(
      try dataset.records().filter { $0.subject == "b" }.map(\.file)
        == ["b/1.pgm", "b/0.pgm", "b/1~2.pgm"])
  }

  @Test(
    "takes names that are hard to write",
    arguments: [
      "Zoë 李 👩🏽‍🚀", "two\nlines", "-x", "  blanks  ", "quote'\"", "semi;colon,comma",
    ])
  func oddNames(name: String) throws {
    let root = try shop.make([
      name + "/" + name + ".pgm": Pictures.face(1), "other/-1.pgm": Pictures.face(2),
    ])
    let (dataset, report) = try run(root)
    #expect(report.imported == 2)
    let record = try #require(try dataset.records().first { $0.subject.name == name })
    #expect(try dataset.image(of: record) == Pictures.face(1))
  }

  @Test("knows flipped copies as mirrors, in one run or a later one")
  func flippedCopies() throws {
    let root = try shop.make([
      "a/1.pgm": Pictures.face(1), "a/2.pgm": Pictures.face(1).mirrored(),
      "a/3.pgm": Pictures.face(2),
    ])
    let (dataset, report) = try run(root)
    #expect(report.imported == 3 && report.mirrored == 1)
    let later = try shop.make(["a/flipped.pgm": Pictures.face(2).mirrored()], in: "later")
    #expect(try run(later).report.mirrored == 1)
    let records = try dataset.records()
    #expect(records.map(\.isMirror) == [false, true, false, true])
    #expect(records[3].mirrorOf == records[2].id)
  }

  @Test(
    "reads patterns of well-known sets",
    arguments: [
      PatternCase(
        "s{subject}/{index}.pgm", "s40/7.pgm", subject: "40", index: 7),
      PatternCase(
        "subject{subject}.{condition}", "subject01.centerlight", subject: "01",
        condition: "centerlight"),
      PatternCase(
        "subject{subject}.{condition}", "subject01.sad.gif", subject: "01", condition: "sad"),
      PatternCase(
        "{subject}/{subject}_{index}.jpg", "George_W_Bush/George_W_Bush_0012.jpg",
        subject: "George_W_Bush", index: 12),
      PatternCase(
        "personne{subject:2}{session:1}{index:2}{pitch_deg:signed}{yaw_deg:signed}.jpg",
        "personne01146+0-15.jpg", subject: "01", index: 46, session: "1", yaw: -15, pitch: 0),
      PatternCase(
        "yaleB{subject}/yaleB{subject}_P{pose}A{light_azimuth_deg:signed}E{light_elevation_deg:signed}.pgm",
        "yaleB01/yaleB01_P00A-130E+20.pgm", subject: "01",
        tags: ["pose": "00", "light_azimuth_deg": "-130", "light_elevation_deg": "+20"]),
    ])
  func patterns(example: PatternCase) throws {
    let root = try shop.make([example.path: Pictures.face(1)])
    try shop.make(text: "x", at: "source/unlike.this.one/a/b")
    let (dataset, report) = try run(root, .pattern(example.pattern))
    #expect(report.skipped.map(\.kind) == ["no_match"])
    let record = try #require(try dataset.records().first)
    #expect(record.subject.name == example.subject)
    if let index = example.index { #expect(record.index == index) }
    #expect(record.session == example.session && record.condition == example.condition)
    #expect(record.yawDegrees == example.yaw && record.pitchDegrees == example.pitch)
    #expect(record.tags == example.tags)
  }

  @Test(
    "refuses a pattern that says nothing",
    arguments: [
      "", "{index}.pgm", "{subject", "subject}", "{Subject}", "{subject:}", "{subject:0}",
      "{subject:x}", "{}",
    ])
  func badPatterns(pattern: String) throws {
    let root = try shop.make(["a/1.pgm": Pictures.face(1)])
    let error = #expect(throws: ImportError.self) { try run(root, .pattern(pattern)) }
    #expect(error?.kind == "bad_pattern")
    #expect(try shop.library.names() == [])
  }

  @Test("a failed import takes nothing away that it did not bring")
  func foreignFiles() throws {
    // Into a folder with files of somebody: refused, and they stay.
    try shop.make(text: "precious", at: "datasets/k/sub/notes.txt")
    let strange = #expect(throws: DatasetError.self) {
      try run(shop.folder + "/nothing", into: "k")
    }
    #expect(strange?.kind == "foreign_folder" && strange?.message.contains("'sub'") == true)
    #expect(access(shop.folder + "/datasets/k/sub/notes.txt", F_OK) == 0)

    // A lost catalogue costs no picture.
    let root = try shop.make(["a/1.pgm": Pictures.face(1), "a/2.pgm": Pictures.face(2)])
    let dataset = try run(root, into: "v").dataset
    for name in ["catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm"] {
      unlink(dataset.folder + "/" + name)
    }
    #expect(throws: DatasetError.self) { try run(root, into: "v") }
    #expect(access(dataset.folder + "/a/1.pgm", F_OK) == 0)

    // Nor does an empty one, although it looks like a new dataset.
    try shop.make(text: "", at: "datasets/v/catalogue.sqlite")
    let known = #expect(throws: DatasetError.self) { try run(root, into: "v") }
    #expect(known?.kind == "damaged_catalogue")
    #expect(access(dataset.folder + "/a/1.pgm", F_OK) == 0)
  }

  @Test("a picture that lies where a new one would go stays")
  func strangePicture() throws {
    let dataset = try shop.library.create("u")
    try dataset.add([NewFace(subject: "a", image: Pictures.face(1))])
    try shop.make(text: "mine", at: "datasets/u/a/2.pgm")
    let error = #expect(throws: DatasetError.self) {
      try dataset.add([NewFace(subject: "a", image: Pictures.face(2))])
    }
    #expect(error?.kind == "strange_file")
    #expect(access(dataset.folder + "/a/2.pgm", F_OK) == 0)
    #expect(try dataset.records().count == 1)
  }

  @Test("tells the layout by itself")
  func automatic() throws {
    let yale = try shop.make(
      ["subject01.glasses": Pictures.face(1), "subject02.sad": Pictures.face(2)], in: "yale")
    #expect(try run(yale, into: "yale").report.layout == "pattern subject{subject}.{condition}")
    let lights = try shop.make(
      [
        "yaleB01/yaleB01_P00A+000E+00.pgm": Pictures.face(1),
        "yaleB02/yaleB02_P00A+010E-20.pgm": Pictures.face(2),
      ], in: "yaleB")
    #expect(try run(lights, into: "yaleB").report.layout.hasPrefix("pattern yaleB{subject}/"))
    let lfw = try shop.make(
      ["Ann_X/Ann_X_0003.jpg": Pictures.face(1), "Bo/Bo_0001.jpg": Pictures.face(2)], in: "lfw")
    let (dataset, report) = try run(lfw, into: "lfw")
    #expect(report.layout == "folders")
    #expect(try dataset.records().map(\.index) == [3, 1])
    let flat = try shop.make(["a.pgm": Pictures.face(1)], in: "flat")
    let error = #expect(throws: ImportError.self) { try run(flat, into: "flat") }
    #expect(error?.kind == "unknown_layout")
    let nothing = #expect(throws: ImportError.self) { try run(shop.folder + "/nowhere") }
    #expect(nothing?.kind == "file_not_found")
    #expect(try shop.library.names() == ["lfw", "yale", "yaleB"])
  }

  @Test("reads lists with either separator, CRLF, a byte-order mark, comments and quotes")
  func lists() throws {
    try shop.make(["a/1.pgm": Pictures.face(1), "b;c/\"2\".pgm": Pictures.face(2)])
    let absolute = shop.folder + "/source/a/1.pgm"
    let list = try shop.make(
      text: "\u{FEFF}# a comment\r\n\(absolute);7;\"Zoë; the\"\r\n\r\n\"b;c/\"\"2\"\".pgm\";3\r\n"
        + "missing.pgm;3\r\n",
      at: "source/list.csv")
    let (dataset, report) = try run(list)
    #expect(report.layout == "list" && report.imported == 2)
    #expect(report.skipped.map(\.path) == [shop.folder + "/source/missing.pgm"])
    #expect(try dataset.roster().names == [7: "Zoë; the", 3: "3"])
    let commas = try shop.make(text: "path,label,name\na/1.pgm,0,x", at: "source/commas.txt")
    #expect(try run(commas, into: "commas").report.imported == 1)
  }

  @Test(
    "tells the row of a list that is wrong",
    arguments: [
      ("a.pgm;1.0", 1, "is no whole number"), ("a.pgm;abc", 1, "is no whole number"),
      ("a.pgm;", 1, "no label"), ("a.pgm;0\nb.pgm;2147483648", 2, "does not fit"),
      ("a.pgm;99999999999999999999", 1, "does not fit"), ("a.pgm;-1", 1, "stands for nobody"),
      (";4", 1, "names no file"), ("a.pgm", 1, "it has 1 field;"), ("a;1;b;c", 1, "4 fields"),
      ("# x\n\na.pgm;0;\"open", 3, "never closes"), ("\"a\"x;1", 1, "follows a closing quote"),
      ("a;0;x\nb;0;y", 2, "is 'y' here"), ("a;0;x\nb;1;x", 2, "number 1 here"),
    ])
  func badRows(text: String, row: Int, words: String) throws {
    let list = try shop.make(text: text, at: "list.csv")
    let error = #expect(throws: ImportError.self) { try run(list) }
    guard case .badRow(_, let found, let reason)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(found == row)
    #expect(reason.contains(words))
  }

  @Test("refuses a number that is somebody else's")
  func labelConflict() throws {
    try shop.make(["a.pgm": Pictures.face(1), "b.pgm": Pictures.face(2)])
    let first = try shop.make(text: "a.pgm;0;Ann", at: "source/1.csv")
    let second = try shop.make(text: "b.pgm;0;Bob", at: "source/2.csv")
    let (dataset, _) = try run(first)
    #expect(throws: DatasetError.labelConflict("Bob", label: 0, held: "Ann", heldLabel: 0)) {
      try run(second)
    }
    #expect(try dataset.records().count == 1)
  }

  @Test("that finds no picture leaves no dataset")
  func nothing() throws {
    try shop.make(text: "no picture", at: "source/a/1.pgm")
    let error = #expect(throws: ImportError.self) { try run(shop.folder + "/source") }
    #expect(error?.kind == "nothing_found")
    #expect(error?.message.contains("no raw PGM") == true)
    #expect(try shop.library.names() == [])
  }

  @Test("that is cancelled leaves the dataset as it was")
  func cancelled() throws {
    let root = try shop.make(["a/1.pgm": Pictures.face(1)])
    let (dataset, _) = try run(root)
    try shop.make(
      Dictionary(
        uniqueKeysWithValues: (2..<200).map {
          ("a/\($0).pgm", Pictures.face($0, width: 4, height: 4))
        }))
    let cancellation = Cancellation()
    let decoder = PictureDecoder { paths, work in
      if paths[0].hasSuffix("/129.pgm") { cancellation.cancel() }
      return try Pictures.decoder.decode(paths, work)
    }
    #expect(throws: Cancelled.self) {
      try ImageImport(decoder: decoder).run(
        from: root, into: dataset, work: Work(cancellation: cancellation))
    }
    #expect(try shop.files(of: dataset) == ["a/1.pgm"])
    #expect(!dataset.pictures.hasNote)
    #expect(try run(root).report.imported == 198)
  }

  @Test("that is killed leaves the dataset as it was, once it is opened again")
  func killed() async throws {
    let root = try shop.make(["a/1.pgm": Pictures.face(1)])
    let (dataset, _) = try run(root)
    try shop.make(
      Dictionary(
        uniqueKeysWithValues: (2..<200).map {
          ("a/\($0).pgm", Pictures.face($0, width: 4, height: 4))
        }))
    let library = shop.library.folder
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [library = library as String, root = root as String] in
      let decoder = PictureDecoder { paths, work in
        if paths[0].hasSuffix("/129.pgm") { kill(getpid(), SIGKILL) }
        return try Pictures.decoder.decode(paths, work)
      }
      let dataset = try DatasetLibrary(folder: library).open("d")
      _ = try ImageImport(decoder: decoder).run(from: root, into: dataset, work: Work())
    }
    #expect(try shop.files(of: dataset).count > 1)
    let reopened = try shop.library.open("d")
    #expect(try shop.files(of: reopened) == ["a/1.pgm"])
    #expect(try reopened.records().count == 1)
    #expect(try run(root).report.imported == 198)
  }

  @Test(
    "of the AT&T set gives 400 faces of 40 people",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func atAndT() throws {
    let (dataset, report) = try run(RealFaces.path("orl_faces"))
    #expect(report.imported == 400 && report.subjects == 40 && report.skipped.isEmpty)
    #expect(report.passedOver.sorted() == ["README", "SOURCE.md"])
    let records = try dataset.records()
    #expect(Set(records.map(\.size)) == [PixelSize(width: 92, height: 112)])
    #expect(records.map(\.index) == (0..<40).flatMap { _ in 1...10 })
    #expect(records[10].file == "s10/1.pgm")
    let stored = try dataset.catalogue().thumbnails()
    let thumbnails = try records.map { try #require(stored[$0.id]) }
    #expect(try NearDuplicates.pairs(thumbnails, work: work).isEmpty)
    var largest = 0.0
    for one in 0..<400 {
      for other in one + 1..<400 {
        largest = max(largest, thumbnails[one].correlation(with: thumbnails[other]) ?? 0)
      }
    }
    // s17/3 and s17/4, computed once with NumPy from exact area averages.
    #expect(abs(largest - 0.988034) < 1e-5)
    let split = try dataset.split(
      SplitSettings(plan: .folds(10, by: .index)), work: work)
    let probes = split.rows.filter { $0.role == .probe }
    #expect(probes.count == 400)
    for row in probes { #expect(row.file.hasSuffix("/\(row.fold).pgm")) }
    #expect(try run(RealFaces.path("orl_faces")).report.unchanged == 400)
  }
}

/// A file name, the pattern it fits and what it says.
struct PatternCase: Sendable, CustomTestStringConvertible {
  let pattern: String
  let path: String
  let subject: String
  var index: Int?
  var session: String?
  var condition: String?
  var yaw: Double?
  var pitch: Double?
  var tags: [String: String] = [:]

  init(
    _ pattern: String, _ path: String, subject: String, index: Int? = nil,
    session: String? = nil, condition: String? = nil, yaw: Double? = nil, pitch: Double? = nil,
    tags: [String: String] = [:]
  ) {
    self.pattern = pattern
    self.path = path
    self.subject = subject
    self.index = index
    self.session = session
    self.condition = condition
    self.yaw = yaw
    self.pitch = pitch
    self.tags = tags
  }

  var testDescription: String { path }
}
