import CooperativeWork
import DurableFiles
import FaceImages
import FaceVocabulary
import Glibc
import Matrices
import SQLiteStore
import Testing

@testable import FaceDatasets

/// What makes a million faces bearable gives what the plain way gives.
@Suite("Large datasets")
struct LargeDatasetTests {
  private let shop = Workshop()

  @Test("names are ordered as the plain comparison orders them", arguments: 1...8)
  func naturalOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<60).map { _ in generator.awkwardText() }
    for one in names {
      for other in names {
        #expect(
          NaturalOrder.precedes(one, other) == PlainReference.precedes(one, other),
          "\(one) \(other)")
      }
    }
  }

  @Test("a split's file and hash are those of plain rows", arguments: 1...8)
  func splits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<generator.below(120)).map { _ in
      Split.Row(
        repetition: 1 + generator.below(2), fold: 1 + generator.below(12),
        role: Split.Role.allCases[generator.below(Split.Role.allCases.count)],
        subject: SubjectID(generator.awkwardText()), file: generator.awkwardText())
    }
    let split = Split(rows: rows)
    let ranks = Dictionary(
      uniqueKeysWithValues: Split.Role.allCases.enumerated().map { ($1, $0) })
    let sorted = rows.sorted { one, other in
      let left = (one.repetition, one.fold, ranks[one.role] ?? 0)
      let right = (other.repetition, other.fold, ranks[other.role] ?? 0)
      if left != right { return left < right }
      if one.subject != other.subject { return one.subject < other.subject }
      return PlainReference.precedes(one.file, other.file)
    }
    let lines = [["repeat", "fold", "role", "subject", "file"]] + sorted.map(PlainReference.fields)
    #expect(split.csv() == lines.map { PlainReference.row($0) + "\n" }.joined())
    #expect(
      split.hash()
        == PlainReference.digest(rows.map { PlainReference.row(PlainReference.fields($0)) }))
  }

  /// Faces of people with awkward names, in no order, some twice, some mirrored.
  private func dataset(seed: UInt64) throws -> Dataset {
    var generator = SeededGenerator(seed: seed)
    let dataset = try shop.library.create("d\(seed)")
    let people =
      (0..<6).map { SubjectID("\($0)" + generator.awkwardText()) }
      + ["a", "a,b", "a\"", "a b", "#a", "a!"].map { SubjectID($0) }
    for _ in 0..<4 {
      try dataset.add(
        (0..<8).map { _ in
          var face = NewFace(
            subject: people[generator.below(people.count)],
            image: Pictures.face(generator.below(9), width: 6, height: 5))
          face.index = generator.below(3) == 0 ? 1 + generator.below(4) : nil
          face.name = generator.below(2) == 0 ? "f\(generator.below(30))" : nil
          face.withMirror = generator.below(3) == 0
          face.condition = generator.below(4) == 0 ? "c" : nil
          return face
        })
    }
    return dataset
  }

  @Test(
    "faces are listed in the plain order, and the fingerprint is that of plain rows",
    arguments: 1...6)
  func orderAndFingerprint(seed: UInt64) throws {
    let dataset = try dataset(seed: seed)
    let records = try dataset.records()
    #expect(records.count >= 32)
    for (one, other) in zip(records, records.dropFirst()) {
      #expect(!PlainReference.comesBefore(other, one))
    }
    #expect(Set(records.map(\.id)).count == records.count)
    #expect(try dataset.records(files: records.map(\.file)) == records)
    #expect(try dataset.fingerprint(work: Work()) == PlainReference.fingerprint(records))
    #expect(try dataset.summary().subjects == Set(records.map(\.subject)).count)
  }

  @Test("several threads read the rows that one reads", arguments: [2, 3, 7])
  func sideBySide(jobs: Int) throws {
    let dataset = try dataset(seed: UInt64(jobs))
    let some = try dataset.records().enumerated().filter { $0.offset % 3 == 0 }.map(\.element.file)
    #expect(try dataset.remove(.files(some)) >= some.count)
    let catalogue = try dataset.catalogue()
    let plain = try catalogue.records(in: Int64.min...Int64.max, count: 0)
    #expect(try catalogue.recordsSideBySide(jobs: jobs, rowsAPart: 3) == plain)
    #expect(try catalogue.recordsSideBySide(jobs: 1, rowsAPart: 3) == nil)
    #expect(try catalogue.recordsSideBySide(jobs: jobs, rowsAPart: plain.count) == nil)
    #expect(try catalogue.records(jobs: jobs) == dataset.records())
  }

  @Test("where the other threads cannot read, one reads all")
  func alone() throws {
    let dataset = try dataset(seed: 1)
    let all = try dataset.records()
    let catalogue = try dataset.catalogue()
    let path = catalogue.connection.path
    try catalogue.connection.storeTransaction(.deferred) { () throws(StoreError) in
      _ = try catalogue.records(ids: [1])
    }
    #expect(rename(path, path + ".away") == 0)
    defer { #expect(rename(path + ".away", path) == 0) }
    #expect(try catalogue.recordsSideBySide(jobs: 2, rowsAPart: 3) == nil)
    #expect(try catalogue.records(jobs: 2) == all)
  }

  @Test("the length of a stored picture is known from its size")
  func storedLength() {
    for (width, height) in [(1, 1), (9, 10), (10, 9), (99, 100), (1000, 1), (7, 12_345)] {
      let size = PixelSize(width: width, height: height)
      let image = GrayImage(size: size, pixels: Array(repeating: 0, count: size.area))
      #expect(PortableGraymap.byteCount(of: image.size) == PortableGraymap.encode(image).count)
    }
  }

  @Test("a file in the way stops an addition before anything is written")
  func inTheWay() throws {
    let dataset = try shop.library.create("blocked")
    try dataset.add([NewFace(subject: "ada", image: Pictures.face(1))])
    let file = try #require(try dataset.records().first?.file)
    let next = file.replacing("1.pgm", with: "2.pgm")
    let strange = dataset.folder + "/" + next
    try FileBytes.read(dataset.folder + "/" + file).withUnsafeBytes { bytes in
      let descriptor = open(strange, O_WRONLY | O_CREAT, 0o600)
      #expect(write(descriptor, bytes.baseAddress, bytes.count) == bytes.count)
      close(descriptor)
    }
    #expect(throws: DatasetError.strangeFile(strange)) {
      try dataset.add([
        NewFace(subject: "ben", image: Pictures.face(3)),
        NewFace(subject: "ada", image: Pictures.face(2)),
      ])
    }
    #expect(try dataset.records().map(\.file) == [file])
    #expect(access(dataset.folder + "/ben", F_OK) != 0)
  }

  @Test("lengths of files are told folder by folder, and so is what cannot be asked")
  func lengths() throws {
    let folder = try shop.make(["a/1.pgm": Pictures.face(1), "a/b/2.pgm": Pictures.face(2)])
    let size = PortableGraymap.encode(Pictures.face(1)).count
    try #require(symlink("1.pgm", folder + "/a/link.pgm") == 0)
    try #require(symlink("a/1.pgm", folder + "/top.pgm") == 0)
    let lengths = FileLengths(folder: folder)
    for name in ["a/1.pgm", "a/b/2.pgm", "a/link.pgm", "top.pgm", "a/1.pgm"] {
      #expect(try lengths.length(of: name) == size, "\(name)")
    }
    let missing = SystemCode(ENOENT)
    for name in ["a/9.pgm", "c/1.pgm", "9.pgm", "c/2.pgm"] {
      #expect(throws: missing, "\(name)") { try lengths.length(of: name) }
    }
    #expect(throws: SystemCode(ENOTDIR)) { try lengths.length(of: "a/1.pgm/x") }
    #expect(try lengths.length(of: "a/1.pgm") == size)
  }

  @Test("imported without decoding and read later, a dataset is the one that decoding makes")
  func undecoded() throws {
    var files: [String: GrayImage] = [:]
    for person in ["ada", "ben", "eva"] {
      for number in 1...6 {
        files["\(person)/\(number).pgm"] = Pictures.face(number + 10 * person.count)
      }
      files["\(person)/7.pgm"] = Pictures.face(3 + 10 * person.count).mirrored()
    }
    let source = try shop.make(files)
    let decoded = try shop.library.create("decoded")
    _ = try ImageImport(decoder: .undecoded).run(from: source, into: decoded, work: Work())
    let raw = try shop.library.create("raw")
    let taking = ImageImport(decoder: .undecoded, readsPixels: false)
    let report = try taking.run(from: source, into: raw, work: Work(jobs: 2))
    #expect(report.imported == 21 && report.mirrored == 0 && report.skipped.isEmpty)
    #expect(try raw.summary().fingerprint == nil)
    #expect(try raw.unreadFaces() == 21)
    #expect(
      try raw.records().map(\.file)
        == decoded.records().map(\.file).sorted(by: NaturalOrder.precedes))

    let again = try taking.run(from: source, into: raw, work: Work())
    #expect(again.imported == 0 && again.unchanged == 21)
    let later = try ImageImport(decoder: .undecoded).run(from: source, into: raw, work: Work())
    #expect(later.imported == 0 && later.unchanged == 21)

    let groups = try raw.groups(
      of: raw.records(), rule: .image, readingPixels: false, work: Work())
    #expect(groups == Array(0..<21))
    #expect(try raw.unreadFaces() == 21)

    var settings = CheckSettings()
    #expect(try raw.check(settings, work: Work()).isEmpty)
    settings.pixels = true
    #expect(try raw.check(settings, work: Work(jobs: 2)) == decoded.check(settings, work: Work()))
    #expect(try raw.unreadFaces() == 0)
    let (ours, theirs) = (try raw.records(), try decoded.records())
    #expect(ours.map(\.file) == theirs.map(\.file) && ours.map(\.index) == theirs.map(\.index))
    #expect(ours.map(\.pixelDigest) == theirs.map(\.pixelDigest))
    #expect(ours.count(where: \.isMirror) == 3)
    #expect(ours.map(\.mirrorOf) == theirs.map(\.mirrorOf))
    #expect(try raw.fingerprint(work: Work()) == decoded.fingerprint(work: Work()))

    try shop.make(["ben/8.pgm": Pictures.face(77)])
    #expect(try taking.run(from: source, into: raw, work: Work()).imported == 1)
    #expect(try raw.summary().fingerprint == nil)
    #expect(try raw.unreadFaces() == 1)
  }

  @Test("many pictures reach the disk by one call, which fails by name", arguments: [3, 80])
  func manyPictures(count: Int) throws {
    let dataset = try shop.library.create("d")
    try dataset.add(
      (0..<count).map { NewFace(subject: "a", image: Pictures.face($0, width: 4, height: 4)) })
    #expect(try shop.files(of: dataset).count == count)
    let gone = PictureFiles(folder: shop.folder + "/gone")
    let error = #expect(throws: DatasetError.self) {
      try gone.synchronize((0..<count).map { "\($0).pgm" })
    }
    #expect(error?.message.contains("bring to disk") == true)
  }

  @Test("a picture that would have to be decoded is passed over by name")
  func needsDecoding() throws {
    let source = try shop.make(["ada/1.pgm": Pictures.face(1)])
    try shop.make(text: "P2\n2 1\n255\n7 9\n", at: "source/ada/2.pgm")
    try shop.make(text: "P5\n2 1\n15\nab", at: "source/ada/3.pgm")
    try shop.make(text: "nothing", at: "source/ada/4.jpg")
    let dataset = try shop.library.create("d")
    let report = try ImageImport(decoder: .undecoded, readsPixels: false)
      .run(from: source, into: dataset, work: Work())
    #expect(report.imported == 1)
    #expect(report.skipped.map(\.kind) == ["needs_decoding", "needs_decoding", "needs_decoding"])
  }
}
