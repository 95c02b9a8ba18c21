import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary
import TestSupport
import Testing

@testable import FaceCommands

@Suite(
  "A detector sweep counted again by other means",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct DetectorRecountTests {
  @Test("hits, misses and false alarms of every cell equal plain searches counted by hand")
  func recount() throws {
    let desk = Desk()
    let list = RealFaces.path("detect_boxes/boxes.csv")
    try desk.run("dataset import boxes \(list)")
    let rows = try desk.rows("detector sweep boxes --scale 1.2,1.3 --neighbors 2,4")
    #expect(rows.count == 4)
    let known = try boxes(in: list)
    #expect(known.values.reduce(0) { $0 + $1.count } == 74)
    let pictures = ForeignImages(worker: .besideThisProgram)
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_default")
    for row in rows {
      var settings = DetectorSettings()
      settings.scale = try #require(row["scale"]?.asNumber)
      settings.neighbors = Int(try #require(row["neighbors"]?.asNumber))
      var hits = 0
      var alarms = 0
      for (file, truth) in known {
        let image = try pictures.decode(RealFaces.path("detect_boxes/" + file)).image
        let found = try detector.detect(in: image, settings: settings).map(\.box)
        let matched = greedy(found, truth)
        hits += matched
        alarms += found.count - matched
      }
      #expect(row["hits"] == .integer(hits) && row["misses"] == .integer(74 - hits))
      #expect(row["false_alarms"] == .integer(alarms))
    }
  }

  /// Pairs by falling overlap, as most scripts do.
  private func greedy(_ found: [PixelRect], _ known: [PixelRect]) -> Int {
    var pairs: [(overlap: Double, found: Int, known: Int)] = []
    for (f, box) in found.enumerated() {
      for (k, head) in known.enumerated() {
        let width = Double(
          min(box.x + box.width, head.x + head.width) - max(box.x, head.x))
        let height = Double(
          min(box.y + box.height, head.y + head.height) - max(box.y, head.y))
        guard width > 0, height > 0 else { continue }
        let shared = width * height
        let overlap = shared / (Double(box.area + head.area) - shared)
        if overlap >= 0.5 { pairs.append((overlap, f, k)) }
      }
    }
    var usedFound: Set<Int> = []
    var usedKnown: Set<Int> = []
    for pair in pairs.sorted(by: { $0.overlap > $1.overlap })
    where !usedFound.contains(pair.found) && !usedKnown.contains(pair.known) {
      usedFound.insert(pair.found)
      usedKnown.insert(pair.known)
    }
    return usedFound.count
  }

  /// The rows of `file,x,y,w,h` by file.
  private func boxes(in path: String) throws -> [String: [PixelRect]] {
    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
    var boxes: [String: [PixelRect]] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",")
      let numbers = fields.dropFirst().compactMap { Int($0) }
      guard fields.count == 5, numbers.count == 4 else { continue }
      boxes[String(fields[0]), default: []].append(
        PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    return boxes
  }
}
