import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceExperiments
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

  @Test(
    "a table over all installed face cascades equals plain OpenCV calls counted by hand, by both rules"
  )
  func everyCascade() throws {
    let desk = Desk()
    let list = RealFaces.path("detect_boxes/boxes.csv")
    try desk.run("dataset import boxes \(list)")
    let axes = DetectorAxes(
      cascades: ["all"], scales: [1.4], neighbors: [2], minSizes: [32])
    let outcome = try axes.sweep(session: desk.session)
      .run(on: try desk.datasets.open("boxes"), clock: { 0 }, work: Work(jobs: 2))
    let byOverlap = outcome.rows(.iou)
    #expect(byOverlap.map(\.settings.cascade) == Cascades.faces())
    let known = try boxes(in: list)
    let pictures = ForeignImages(worker: .besideThisProgram)
    let images = try known.keys.sorted().map { file in
      (file: file, image: try pictures.decode(RealFaces.path("detect_boxes/" + file)).image)
    }
    for (overlap, offset) in zip(byOverlap, outcome.rows(.offset)) {
      let detector = try FaceDetector(cascade: overlap.settings.cascade)
      var (reported, near, close) = (0, 0, 0)
      for (file, image) in images {
        let found = try detector.plainSearch(in: image, settings: overlap.settings)
        reported += found.count
        near += greedy(found, known[file] ?? [])
        close += greedyByOffset(found, known[file] ?? [])
      }
      #expect(overlap.hits == near && overlap.misses == 74 - near)
      #expect(overlap.falseAlarms == reported - near)
      #expect(offset.hits == close && offset.misses == 74 - close)
      #expect(offset.falseAlarms == reported - close)
    }
    print(DetectorTable(rows: byOverlap).table.rendered(as: .text, width: 160))
  }

  /// Pairs by rising distance of the centres, widths within a factor of 1.5.
  private func greedyByOffset(_ found: [PixelRect], _ known: [PixelRect]) -> Int {
    var pairs: [(distance: Double, found: Int, known: Int)] = []
    for (f, box) in found.enumerated() {
      for (k, head) in known.enumerated() {
        let x = Double(box.x - head.x) + Double(box.width - head.width) / 2
        let y = Double(box.y - head.y) + Double(box.height - head.height) / 2
        let (wide, narrow) = (max(box.width, head.width), min(box.width, head.width))
        let distance = (x * x + y * y).squareRoot()
        guard distance <= 0.3 * Double(head.width), 2 * wide <= 3 * narrow else { continue }
        pairs.append((distance, f, k))
      }
    }
    var usedFound: Set<Int> = []
    var usedKnown: Set<Int> = []
    for pair in pairs.sorted(by: { $0.distance < $1.distance })
    where !usedFound.contains(pair.found) && !usedKnown.contains(pair.known) {
      usedFound.insert(pair.found)
      usedKnown.insert(pair.known)
    }
    return usedFound.count
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
