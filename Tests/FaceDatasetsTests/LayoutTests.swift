import CooperativeWork
import FaceImages
import FaceVocabulary
import SQLiteStore
import Testing

@testable import FaceDatasets

@Suite("layouts of the catalogue")
struct LayoutTests {
  private let shop = Workshop()

  /// Takes a catalogue back to layout 1, as version 0.1.0 began with.
  private func age(_ dataset: Dataset) throws {
    let connection = try SQLiteConnection(
      path: dataset.folder + "/" + Catalogue.fileName, access: .readWrite)
    for step in [
      "DROP TABLE quality", "DROP TABLE capture", "DROP TABLE frame",
      "DROP INDEX face_by_content",
      """
      CREATE TABLE quality (face INTEGER NOT NULL REFERENCES face (id) ON DELETE CASCADE,
        measure TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (face, measure))
        STRICT, WITHOUT ROWID
      """, "PRAGMA user_version = 1",
    ] { try connection.run(step) }
  }

  @Test(
    "a dataset of layout 1 opens with all its faces; a check that reads pixels measures them")
  func migration() throws {
    let dataset = try shop.library.create("d")
    try dataset.add((1...3).map { NewFace(subject: "a", image: Pictures.face($0)) })
    let records = try dataset.records()
    let measured = try dataset.qualities()
    #expect(measured.count == 3)
    try age(dataset)
    #expect(try dataset.records() == records)
    #expect(try dataset.qualities().isEmpty)
    var settings = CheckSettings()
    settings.quality = QualityLimits()
    settings.quality?.minimumSharpness = 1e9
    #expect(try dataset.check(settings, work: Work()).isEmpty)
    settings.pixels = true
    #expect(try dataset.check(settings, work: Work()).count { $0.kind == .blurred } == 3)
    #expect(try dataset.qualities() == measured)
  }

  @Test("quality is measured in the face's box, in the largest head of a scene, else everywhere")
  func regions() throws {
    let dataset = try shop.library.create("d")
    let image = Pictures.face(1, width: 64, height: 64)
    let box = PixelRect(x: 4, y: 4, width: 20, height: 30)
    let larger = PixelRect(x: 30, y: 10, width: 30, height: 40)
    var boxed = NewFace(subject: "a", image: image)
    boxed.box = box
    var scene = NewFace(subject: "a", image: image)
    scene.heads = [TruthFace(box: box), TruthFace(box: larger)]
    let records = try dataset.add([boxed, scene, NewFace(subject: "a", image: image)])
    let found = try dataset.qualities()
    for (record, region) in zip(records, [box, larger, nil]) {
      #expect(found[record.file] == (try FaceQuality.measure(image, in: region)))
    }
  }

  @Test("a person's summary tells range and median, and counts what lies outside")
  func summary() throws {
    let dataset = try shop.library.create("d")
    try dataset.add(
      [30.0, 10, 20].enumerated().map { number, sharpness in
        var face = NewFace(subject: "a", image: Pictures.face(number))
        face.quality = Pictures.quality(sharpness: sharpness, mean: 100 + sharpness)
        face.withMirror = true
        return face
      })
    var limits = QualityLimits()
    limits.minimumSharpness = 15
    limits.exposure = 0...125
    let row = try #require(
      try dataset.qualitySummaries(limits: limits, work: Work()).first)
    #expect(row.faces == 3 && row.blurred == 1 && row.badlyExposed == 1)
    #expect(row.sharpness.lowest == 10 && row.sharpness.median == 20)
    #expect(row.sharpness.highest == 30 && row.mean.highest == 130 && row.eyeDistance == nil)
  }
}
