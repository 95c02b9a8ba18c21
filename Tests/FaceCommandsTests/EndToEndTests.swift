import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary
import Testing

@testable import FaceCommands

@Suite("End to end: finding the face is part of the test")
struct EndToEndTests {
  private func number(_ value: Table.Value?) -> Int {
    if case .integer(let number) = value { return number }
    return .min
  }

  private func heads(_ desk: Desk) throws {
    try desk.run(
      "dataset synth heads --subjects 4 --angles -15:15:15 --lights 2 --size 120x150")
  }

  @Test("errors by detection, recognition and threshold add up, whatever decides")
  func addUp() throws {
    let desk = Desk()
    try heads(desk)
    for options in [
      "", "--threshold 900", "--threshold 900 --unknown s01", "--reconstruction-threshold 0.01",
      "--unknown s01 --threshold 1e9", "--protocol person --threshold 1500",
    ] {
      let rows = try desk.rows(
        "evaluate heads --method eigen,lbph --components 3 --folds 3 --end-to-end \(options)")
      for row in rows {
        let parts = ["detection_errors", "recognition_errors", "threshold_errors"].map {
          number(row[$0])
        }
        #expect(parts.allSatisfy { $0 >= 0 })
        #expect(parts.reduce(0, +) == number(row["errors"]))
        #expect(number(row["errors"]) == number(row["total"]) - number(row["correct"]))
        #expect(row["end_to_end"] == .boolean(true))
      }
    }
  }

  @Test("detection errors equal a count with the detector and the known boxes alone")
  func recount() throws {
    let desk = Desk()
    try heads(desk)
    // Five neighbours fewer: doubled faces and false alarms.
    try desk.run("detector set --neighbors 0 --scale 1.2")
    let rows = try desk.rows(
      "evaluate heads --method eigen --components 3 --folds 3 --end-to-end --as e2e")
    let row = try #require(rows.first)
    let dataset = try desk.datasets.open("heads")
    let detector = try FaceDetector(cascade: desk.session.detector.cascade)
    var (missed, misplaced, doubled) = (0, 0, 0)
    for record in try dataset.records() {
      let head = try #require(record.box)
      let boxes = try detector.detect(
        in: dataset.image(of: record), settings: desk.session.detector
      ).map(\.box)
      guard let largest = boxes.map(\.area).max(),
        let taken = boxes.first(where: { $0.area == largest })
      else {
        missed += 1
        continue
      }
      let inside = boxes.count {
        abs(2 * $0.x + $0.width - 2 * head.x - head.width) <= head.width
          && abs(2 * $0.y + $0.height - 2 * head.y - head.height) <= head.height
      }
      if taken.overlap(with: head) < 0.5 { misplaced += 1 } else if inside > 1 { doubled += 1 }
    }
    #expect(number(row["missed_faces"]) == missed)
    #expect(number(row["misplaced_faces"]) == misplaced)
    #expect(number(row["doubled_faces"]) == doubled)
    #expect(number(row["detection_errors"]) == missed + misplaced + doubled)
    #expect(number(row["failures"]) == number(row["detection_errors"]))
    #expect(missed + misplaced + doubled > 0)
    // It can be read again, run again, and taken apart.
    #expect(try desk.rows("results rerun e2e").first?["same"] == .boolean(true))
    let trials = try desk.rows("results show e2e --by trial")
    #expect(trials.count { $0["detection"] == .text("doubled") } == doubled)
  }

  @Test("where nobody said where the face is, none is missed and two are a doubled face")
  func unmarked() throws {
    let desk = Desk()
    try heads(desk)
    let paths = try desk.export("heads", to: desk.folder + "/out")
    try desk.run("detector set --neighbors 4")
    func evaluated(_ name: String) throws -> [String: Table.Value] {
      try desk.run("dataset import \(name) \(desk.folder)/out --layout folders")
      let rows = try desk.rows(
        "evaluate \(name) --method eigen --components 3 --protocol loo --end-to-end")
      return try #require(rows.first)
    }
    let before = try evaluated("before")
    // Two pictures of the first person become one without a face and one with two.
    let dataset = try desk.datasets.open("heads")
    let frontal = try dataset.records().filter { $0.yawDegrees == 0 }
    let head = try dataset.image(of: try #require(frontal.first))
    var twice: [UInt8] = []
    for y in 0..<head.height {
      let row = head.pixels[y * head.width..<(y + 1) * head.width]
      twice += row + row
    }
    func save(_ width: Int, _ height: Int, _ pixels: [UInt8], _ path: String) throws {
      try AtomicFile.write(Array("P5\n\(width) \(height)\n255\n".utf8) + pixels, to: path)
    }
    try save(60, 60, [UInt8](repeating: 90, count: 3600), paths[0])
    try save(head.width * 2, head.height, twice, paths[1])
    let after = try evaluated("after")
    #expect(number(after["missed_faces"]) >= 1)
    #expect(number(after["doubled_faces"]) >= 1)
    #expect(number(after["detection_errors"]) >= number(before["detection_errors"]))
    #expect(
      number(after["missed_faces"]) + number(after["doubled_faces"])
        == number(after["detection_errors"]))
  }

  @Test("without it nothing is judged, and a model that takes pictures as faces is refused")
  func others() throws {
    let desk = Desk()
    try heads(desk)
    let row = try #require(
      try desk.rows("evaluate heads --method eigen --components 3 --folds 3").first)
    #expect(row["missed_faces"] == .null && row["end_to_end"] == .boolean(false))
    #expect(row["detection_errors"] == .integer(0))
    try desk.run("model train flat --on heads --method eigen --components 3")
    let error = try #require(
      desk.error("evaluate heads --model flat --end-to-end --optimistic"))
    #expect(error.message.contains("takes whole pictures as faces"))
    #expect(error.hint?.contains("--locate largest") == true)
  }
}
