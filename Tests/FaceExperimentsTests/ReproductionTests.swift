import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceImages
import FaceVocabulary
import Glibc
import Matrices
import TestSupport
import Testing

@testable import FaceExperiments

/// Folders of faces in the shape of well-known sets.
private struct Shape {
  let book = Workbook()

  var path: String { book.folder + "/set" }

  /// Writes `people` folders of `images` pictures; LFW's names with `prefixed`.
  init(
    people: Int, images: (Int) -> Int, prefixed: Bool = false, below: String = "",
    width: Int = 16, height: Int = 20
  ) throws {
    mkdir(path, 0o755)
    let root = path + below
    mkdir(root, 0o755)
    for person in 0..<people {
      let name = prefixed ? "Person_\(person)" : "s\(person + 1)"
      mkdir("\(root)/\(name)", 0o755)
      for image in 1...images(person) {
        let picture = Self.picture(person: person, image: image, width: width, height: height)
        let digits = String(10_000 + image).dropFirst()
        try AtomicFile.write(
          picture, to: "\(root)/\(name)/" + (prefixed ? "\(name)_\(digits).pgm" : "\(image).pgm"))
      }
    }
  }

  static func picture(person: Int, image: Int, width: Int, height: Int) -> [UInt8] {
    var own = SeededGenerator(seed: 7, stream: UInt64(person))
    let waves = (0..<5).map { _ in (own.uniform() / 3, own.uniform() / 3, own.uniform() * 6) }
    var grain = SeededGenerator(seed: 7, stream: UInt64(1000 + person * 100 + image))
    let pixels = (0..<width * height).map { pixel -> UInt8 in
      let x = Double(pixel % width)
      let y = Double(pixel / width)
      let level = waves.reduce(128.0) { $0 + 16 * sin($1.0 * x + $1.1 * y + $1.2) }
      return UInt8(min(255, max(0, level + (grain.uniform() - 0.5) * 120)))
    }
    return Array("P5\n\(width) \(height)\n255\n".utf8) + pixels
  }

  func reproduce(
    _ table: PublishedTable, jobs: Int = 2, rows: ((PublishedTable.Row) -> Bool)? = nil
  ) throws -> [ReproducedRow] {
    try book.reproduce(table, on: path, jobs: jobs, rows: rows)
  }
}

extension Workbook {
  /// Decodes raw PGM here, without the helper process.
  fileprivate static let decoder = PictureDecoder { paths, _ in
    paths.map { path in
      do {
        return .picture(
          try PortableGraymap.decode(try FileBytes.read(path), limits: .standard))
      } catch {
        return .unreadable(reason: "\(error)", kind: "damaged_image")
      }
    }
  }

  fileprivate func reproduce(
    _ table: PublishedTable, on path: String, jobs: Int = 2,
    rows: ((PublishedTable.Row) -> Bool)? = nil
  ) throws -> [ReproducedRow] {
    try Reproduction(
      table, scratch: DatasetLibrary(folder: folder + "/scratch"), decoder: Self.decoder, seed: 1,
      clock: { 0 }, work: Work(jobs: jobs)
    ).run(on: path, rows: rows)
  }
}

@Suite("Published tables are declared in full")
struct PublishedTableTests {
  @Test(
    "every table has a name of its own, a source, a place where the faces are offered, and rows")
  func declared() {
    #expect(Set(PublishedTable.all.map(\.name)).count == PublishedTable.all.count)
    for table in PublishedTable.all {
      #expect(!table.source.isEmpty && table.faces.offered.hasPrefix("http"))
      #expect(Set(table.rows.map(\.name)).count == table.rows.count)
      #expect(!table.rows.isEmpty && !table.reasons.isEmpty)
      #expect(table.rows.allSatisfy { (0...1).contains($0.published) && $0.rounding > 0 })
    }
  }
}

@Suite("Published divisions")
struct PublishedDivisionTests {
  private func records(people: Int = 3, images: Int = 10) -> [FaceRecord] {
    (0..<people).flatMap { person in
      (1...images).map { image in
        FaceRecord(
          id: Int64(person * 100 + image), subject: SubjectID("s\(person + 1)"),
          label: Int32(person), file: "s\(person + 1)/\(image).pgm", index: image,
          size: PixelSize(width: 4, height: 4))
      }
    }
  }

  private func probes(_ division: PublishedDivision, _ records: [FaceRecord]) -> [Split.Row] {
    division.split(of: records, pairs: nil, seed: 1).rows.filter(\.role.isProbe)
  }

  @Test("overlapping windows test nineteen times of ten pictures and lose the last person")
  func windows() {
    let found = probes(.overlappingWindows(10, losingLast: true), records())
    #expect(found.count == 2 * 19)
    // In the order of bytes 10.pgm follows 1.pgm.
    #expect(
      found.filter { $0.fold == 1 && $0.subject == "s1" }.map(\.file) == ["s1/1.pgm", "s1/10.pgm"])
    #expect(found.filter { $0.fold == 10 && $0.subject == "s1" }.map(\.file) == ["s1/9.pgm"])
    #expect(
      probes(.overlappingWindows(10, losingLast: false), records(images: 11)).count == 3 * 20)
  }

  @Test("whole folds of eleven pictures test two each and always train the last")
  func wholeFolds() {
    let found = probes(.wholeFolds(5, runs: 2), records(images: 11))
    #expect(found.count == 2 * 5 * 3 * 2)
    for run in 1...2 {
      let files = found.filter { $0.repetition == run }.map(\.file)
      #expect(Set(files).count == files.count)
    }
  }

  @Test("everybody else is a probe once, so many train, or a share is drawn")
  func others() {
    #expect(Set(probes(.leaveOneOut, records()).map(\.file)).count == 30)
    #expect(
      probes(.foldsByIndex(10), records()).filter { $0.fold == 3 }.map(\.file) == [
        "s1/3.pgm", "s2/3.pgm", "s3/3.pgm",
      ])
    #expect(probes(.perPerson(7, repeats: 4), records()).count == 4 * 3 * 3)
    #expect(probes(.random(share: 0.25, repeats: 2, people: 2), records()).count == 2 * 5)
    let enrolment = PublishedDivision.enrolment(world: [1], gallery: [2, 4], probes: [1, 3])
    let rows = enrolment.split(of: records(), pairs: nil, seed: 1).rows
    #expect(rows.count { $0.role == .world } == 10 && rows.count { $0.role == .gallery } == 4)
    #expect(rows.filter { $0.role == .world }.allSatisfy { $0.subject == "s1" })
    #expect(rows.count { $0.role == .probe } == 4)
  }
}

@Suite("Tables measured again on folders of the right shape")
struct ReproductionTests {
  @Test("Yale's tables count 165 and 150 probes, or 300 under overlapping windows")
  func yale() throws {
    let yale = try Shape(people: 15, images: { _ in 11 })
    let rows = try yale.reproduce(.bytefishYale)
    #expect(rows.map(\.total) == [165, 1500] + Array(repeating: 150, count: 7) + [165, 1500])
    #expect(rows.allSatisfy { $0.ours != nil && $0.difference == ($0.ours ?? 0) - $0.published })
    #expect(rows[1].oursSpread != nil && rows[0].oursSpread == nil)
    let windows = try yale.reproduce(.uniformLBPYale) {
      $0.experiment.light == .none && $0.experiment.method != .lbph
    }
    #expect(windows.map(\.total) == [300, 300, 300, 300])
    // Two lines of one experiment are one figure.
    #expect(windows[0].ours == windows[2].ours && windows[0].published != windows[2].published)
  }

  @Test("other faces than the table's are measured, and said to be others")
  func otherFaces() throws {
    let small = try Shape(people: 4, images: { $0 == 0 ? 12 : 11 })
    let rows = try small.reproduce(.bytefishYale)
    let words = "4 people instead of 15, 11 to 12 pictures of each instead of 11"
    #expect(rows.allSatisfy { $0.ours != nil && $0.facesDiffer == words })
    #expect(try DatasetLibrary(folder: small.book.folder + "/scratch").names() == [])
    let yale = try Shape(people: 15, images: { _ in 11 })
    #expect(try yale.reproduce(.bytefishYale) { $0.figure == .accuracy }[0].facesDiffer == nil)

    let coarse = try Shape(people: 40, images: { _ in 10 })
    let sized = try coarse.reproduce(.bytefishATT) { $0.experiment.method == .fisher }
    #expect(sized.map(\.facesDiffer) == ["16x20 pixels instead of 92x112"])
  }

  @Test("a folder on which nothing of a table can be measured is refused")
  func nothingToMeasure() throws {
    let alone = try Shape(people: 1, images: { _ in 11 })
    #expect(throws: ReproductionError.tooFewPeople(table: "bytefish-yale", people: 1)) {
      _ = try alone.reproduce(.bytefishYale)
    }
    // Nobody is left to be enrolled.
    let few = try Shape(people: 2, images: { _ in 10 })
    let error = #expect(throws: ReproductionError.self) { _ = try few.reproduce(.idiapATT) }
    #expect(error?.message.contains("2 people instead of 40") == true)
  }

  @Test("LFW's classification study measures the rows that the folder has people for")
  func classification() throws {
    let lfw = try Shape(
      people: 12, images: { $0 == 0 ? 25 : 20 }, prefixed: true, width: 24, height: 24)
    let rows = try lfw.reproduce(.openFaceLFW) { $0.experiment.method != .lbph }
    #expect(rows.map { $0.ours != nil } == [true, false, false, false, true, false, false, false])
    // A tenth of 10 x 20 pictures, ten times; the 25th picture of one person plays no part.
    #expect(rows[0].total == 200 && rows[1].isReproduced == false && rows[1].difference == nil)
  }

  @Test("scikit-learn's study takes people with seventy pictures, cut out as it does")
  func scikitLearn() throws {
    let lfw = try Shape(
      people: 3, images: { $0 == 2 ? 5 : 70 }, prefixed: true, width: 180, height: 200)
    let rows = try lfw.reproduce(.scikitLearnLFW)
    #expect(rows.count == 3 && rows.allSatisfy { ($0.ours ?? -1) >= 0.5 })
    // Recall weighted by probes is the share of right answers: of 35 here.
    let recall = try #require(rows[1].ours)
    #expect(abs((recall * 35).rounded() - recall * 35) < 1e-9)
  }

  @Test("LFW's pairs need their list beside the pictures")
  func pairs() throws {
    let lfw = try Shape(
      people: 8, images: { _ in 5 }, prefixed: true, below: "/lfw", width: 24, height: 24)
    #expect(throws: ReproductionError.noPairs(table: "lfw-pairs", path: lfw.path + "/pairs.txt")) {
      _ = try lfw.reproduce(.pairsLFW)
    }
    var text = "2\t2\n"
    for fold in 0..<2 {
      let (a, b) = ("Person_\(fold * 4)", "Person_\(fold * 4 + 1)")
      text += "\(a)\t1\t2\n\(b)\t3\t5\n\(a)\t1\t\(b)\t1\n\(a)\t4\t\(b)\t2\n"
    }
    try AtomicFile.write(Array(text.utf8), to: lfw.path + "/pairs.txt")
    let rows = try lfw.reproduce(.pairsLFW)
    #expect(rows.map(\.total) == [8, 8, nil, nil])
    #expect(rows.allSatisfy { $0.ours != nil } && rows[0].oursSpread != nil)
    // What the list says of itself, and no count that no cited source carries.
    let words = "8 pairs instead of 6000, 24x24 pixels instead of 250x250"
    #expect(rows.allSatisfy { $0.facesDiffer == words })
  }

  @Test("one and two jobs find the same figures")
  func jobs() throws {
    let yale = try Shape(people: 15, images: { _ in 11 })
    let chosen: (PublishedTable.Row) -> Bool = { $0.experiment.components == .count(50) }
    #expect(
      try yale.reproduce(.bytefishYale, jobs: 1, rows: chosen)
        == yale.reproduce(.bytefishYale, jobs: 2, rows: chosen))
  }
}

@Suite(
  "Tables measured again on the AT&T faces",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct ATTReproductionTests {
  private static let isLong = getenv("FACEBENCH_LONG") != nil

  @Test("Fisherfaces are one picture off; the published 96.25 % of 30 components is that of 10")
  func bytefish() throws {
    // 400 trainings are for the long tests; their figures alone stand in the golden ones.
    let rows = try Workbook().reproduce(.bytefishATT, on: RealFaces.path("orl_faces")) {
      Self.isLong || $0.experiment.division != .leaveOneOut
    }
    #expect(rows.map(\.correct).suffix(1) == [383] && rows.allSatisfy { $0.total == 400 })
    #expect(rows.last?.isReproduced == false && rows.allSatisfy { $0.leaks == 0 })
    guard Self.isLong else { return }
    #expect(rows.map(\.correct) == [393, 385, 383])
    #expect(rows.map(\.isReproduced) == [false, true, false])
    #expect(abs((rows[0].difference ?? 0) - 0.02) < 1e-12)
  }

  @Test("Idiap's error rate lies between three ways to join five scores: 8.00, 8.13 and 9.03 %")
  func idiap() throws {
    let rows = try Workbook().reproduce(.idiapATT, on: RealFaces.path("orl_faces"))
    #expect(rows.count == 12)
    let eigen = rows.prefix(3).compactMap(\.ours)
    #expect(eigen.map { ($0 * 10_000).rounded() / 100 } == [8, 8.13, 9.03])
    #expect(rows.allSatisfy { ($0.ours ?? 1) < 0.2 && $0.total == nil })
  }

  @Test("overlapping windows test 741 times")
  func uniformLBP() throws {
    let rows = try Workbook().reproduce(.uniformLBPATT, on: RealFaces.path("orl_faces")) {
      Self.isLong || $0.name.hasPrefix("2014-11")
    }
    #expect(rows.allSatisfy { $0.total == 741 && $0.ours != nil && $0.leaks == 0 })
    #expect(rows[0].ours == rows[1].ours)
    for row in rows where Self.isLong { print(row.row, row.published, row.ours ?? .nan) }
  }

  @Test("more training images find more people")
  func openCV() throws {
    let rows = try Workbook().reproduce(.openCVATT, on: RealFaces.path("orl_faces")) { row in
      Self.isLong || ["2 images", "9 images"].contains { row.name.hasSuffix($0) }
    }
    let eigen = rows.filter { $0.row.hasPrefix("Eigen") }
    #expect((eigen.first?.ours ?? 1) < (eigen.last?.ours ?? 0))
    #expect(rows.allSatisfy { $0.oursSpread != nil })
    for row in rows where Self.isLong { print(row.row, row.published, row.ours ?? .nan) }
  }
}
