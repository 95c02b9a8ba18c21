import CooperativeWork
import FaceImages
import FaceVocabulary
import Matrices
import Testing

@testable import FaceDatasets

@Suite("groups")
struct GroupTests {
  /// The definition, cell by cell and pair by pair.
  private func averages(_ image: GrayImage) -> [Double] {
    // Every pixel cut into 32×32 parts, each part given to the cell it lies in.
    var cells = [Double](repeating: 0, count: 1024)
    for y in 0..<image.height * 32 {
      for x in 0..<image.width * 32 {
        cells[y / image.height * 32 + x / image.width] += Double(image[x / 32, y / 32])
      }
    }
    return cells.map { $0 / Double(image.size.area) }
  }

  private func correlation(_ one: [Double], _ other: [Double]) -> Double {
    let meanA = one.reduce(0, +) / 1024
    let meanB = other.reduce(0, +) / 1024
    let a = one.map { $0 - meanA }
    let b = other.map { $0 - meanB }
    let ab = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    let aa = a.reduce(0) { $0 + $1 * $1 }
    let bb = b.reduce(0) { $0 + $1 * $1 }
    return ab / (aa * bb).squareRoot()
  }

  @Test(
    "average areas, whatever the size", arguments: [(24, 32), (92, 112), (31, 7), (64, 64), (1, 1)])
  func thumbnails(width: Int, height: Int) {
    let image = Pictures.face(3, width: width, height: height)
    let levels = Thumbnail(image).levels
    for (made, exact) in zip(levels, averages(image)) {
      #expect(abs(Double(made) / 256 - exact) <= 1.0 / 256)
    }
  }

  @Test("compare by the correlation of mean-free thumbnails")
  func correlations() throws {
    let one = Pictures.face(1)
    let other = Pictures.face(2, width: 40, height: 50)
    let made = try #require(Thumbnail(one).correlation(with: Thumbnail(other)))
    #expect(abs(made - correlation(averages(one), averages(other))) < 1e-5)
    let flat = GrayImage(size: one.size, pixels: [UInt8](repeating: 9, count: one.size.area))
    #expect(Thumbnail(flat).correlation(with: Thumbnail(one)) == nil)
    let bytes = Thumbnail(one).stored
    #expect(bytes.withUnsafeBytes { Thumbnail(stored: $0) } == Thumbnail(one))
  }

  @Test("hold mirrors and near-duplicates together always, captures by the rule")
  func rules() {
    var records = (1...6).map {
      FaceRecord(
        id: Int64($0), subject: "a", label: 0, file: "\($0)", index: $0,
        size: PixelSize(width: 1, height: 1))
    }
    records[1].mirrorOf = 1
    records[3].capture = 9
    records[5].capture = 9
    let pairs = [NearDuplicates.Pair(first: 1, second: 4, correlation: 0.995)]
    #expect(FaceGroups.compute(records, nearDuplicates: pairs, rule: .image) == [0, 0, 1, 2, 0, 3])
    #expect(
      FaceGroups.compute(records, nearDuplicates: pairs, rule: .capture) == [0, 0, 1, 2, 0, 2])
  }

  @Test("come from the dataset's pixels")
  func fromDataset() throws {
    let shop = Workshop()
    let dataset = try shop.library.create("d")
    let base = Pictures.face(1)
    try dataset.add([
      NewFace(subject: "a", image: base), NewFace(subject: "a", image: Pictures.face(2)),
      NewFace(subject: "b", image: Pictures.touched(base)),
    ])
    try dataset.mirror(work: Work())
    let records = try dataset.records()
    let groups = try dataset.groups(of: records, rule: .image, work: Work())
    #expect(groups == [0, 0, 1, 1, 0, 0])
  }
}

@Suite("a check")
struct CheckTests {
  let shop = Workshop()

  @Test("names duplicates, near-duplicates, odd sizes and people with too few images")
  func findings() throws {
    let dataset = try shop.library.create("d")
    let base = Pictures.face(1)
    let flat = GrayImage(size: base.size, pixels: [UInt8](repeating: 50, count: base.size.area))
    try dataset.add([
      NewFace(subject: "a", image: base), NewFace(subject: "a", image: base),
      NewFace(subject: "a", image: Pictures.touched(base)), NewFace(subject: "b", image: base),
      NewFace(subject: "c", image: Pictures.face(5)), NewFace(subject: "c", image: flat),
      NewFace(subject: "c", image: flat),
      NewFace(subject: "c", image: Pictures.face(6, width: 30)),
    ])
    try dataset.mirror(work: Work())
    let found = try dataset.check(CheckSettings(), work: Work())
    func files(_ kind: DatasetFinding.Kind) -> [[String?]] {
      found.filter { $0.kind == kind }.map { [$0.file, $0.otherFile] }
    }
    #expect(files(.duplicate) == [["a/2.pgm", "a/1.pgm"], ["c/3.pgm", "c/2.pgm"]])
    #expect(files(.nearDuplicate) == [["a/3.pgm", "a/1.pgm"], ["a/3.pgm", "a/2.pgm"]])
    #expect(
      files(.duplicateAcrossSubjects) == [
        ["b/1.pgm", "a/1.pgm"], ["b/1.pgm", "a/2.pgm"], ["b/1.pgm", "a/3.pgm"],
      ])
    #expect(files(.oddSize) == [["c/4.pgm", nil], ["c/4.mirror.pgm", nil]])
    #expect(found.filter { $0.kind == .fewImages }.map(\.subject) == ["b"])
    #expect(files(.unreadable).isEmpty && files(.leak).isEmpty)
  }

  @Test("reports measured quality outside its limits")
  func quality() throws {
    let dataset = try shop.library.create("d")
    var sharp = NewFace(subject: "a", image: Pictures.face(1))
    sharp.quality = Pictures.quality(sharpness: 90)
    var soft = NewFace(subject: "a", image: Pictures.face(2))
    soft.quality = Pictures.quality(sharpness: 10)
    var glaring = NewFace(subject: "a", image: Pictures.face(3))
    glaring.quality = Pictures.quality(sharpness: 5, mean: 240)
    try dataset.add([sharp, soft, glaring])
    var settings = CheckSettings()
    #expect(try dataset.check(settings, work: Work()).isEmpty)
    settings.quality = QualityLimits()
    settings.quality?.minimumSharpness = 50
    let found = try dataset.check(settings, work: Work())
    #expect(found.map(\.file) == ["a/2.pgm", "a/3.pgm", "a/3.pgm"])
    #expect(found.map(\.kind) == [.blurred, .blurred, .badlyExposed])
    #expect(found.map(\.value) == [10, 5, 240])
    #expect(found.map(\.measure) == ["sharpness", "sharpness", "mean"])
  }

  @Test("finds a planted leak and names both faces")
  func leak() throws {
    let dataset = try shop.library.create("d")
    try dataset.add((1...4).map { NewFace(subject: $0 < 3 ? "a" : "b", image: Pictures.face($0)) })
    try dataset.mirror(work: Work())
    var settings = CheckSettings()
    settings.split = Split(rows: [
      Split.Row(repetition: 1, fold: 1, role: .train, subject: "a", file: "a/1.mirror.pgm"),
      Split.Row(repetition: 1, fold: 1, role: .train, subject: "b", file: "b/1.pgm"),
      Split.Row(repetition: 1, fold: 1, role: .probe, subject: "a", file: "a/1.pgm"),
      Split.Row(repetition: 1, fold: 1, role: .probe, subject: "b", file: "b/2.pgm"),
    ])
    let found = try dataset.check(settings, work: Work())
    #expect(found.map(\.kind) == [.leak])
    #expect(found.map(\.file) == ["a/1.pgm"] && found.map(\.otherFile) == ["a/1.mirror.pgm"])
  }
}
