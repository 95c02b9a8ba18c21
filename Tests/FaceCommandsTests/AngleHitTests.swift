import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceImages
import FaceReports
import FaceVocabulary
import Testing

@testable import FaceCommands

@Suite("Detector hits by angle, counted again by other means")
struct AngleHitTests {
  /// What a count by hand says of one angle.
  private struct Tally {
    var faces = 0
    var hits = 0
    var falseAlarms = 0
    var byPerson: [String: (hits: Int, faces: Int)] = [:]

    mutating func add(_ person: String, isHit: Bool) {
      faces += 1
      if isHit { hits += 1 }
      byPerson[person, default: (0, 0)].hits += isHit ? 1 : 0
      byPerson[person, default: (0, 0)].faces += 1
    }

    /// Wilson's interval with the effective number of trials of `measures`, written out anew.
    var bounds: (low: Double, high: Double) {
      let shares = byPerson.values.map { Double($0.hits) / Double($0.faces) }
      let p = Double(hits) / Double(faces)
      var n = Double(shares.count)
      if hits > 0, hits < faces, shares.count > 1 {
        let mean = shares.reduce(0, +) / n
        let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1) / n
        n = variance > 0 ? min(Double(faces), p * (1 - p) / variance) : Double(faces)
      }
      let z = 1.959963984540054
      let middle = p + z * z / (2 * n)
      let reach = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
      let scale = 1 + z * z / n
      return (
        p == 0 ? 0 : max(0, (middle - reach) / scale), p == 1 ? 1 : min(1, (middle + reach) / scale)
      )
    }
  }

  private func isSame(_ rule: String, _ found: PixelRect, _ known: PixelRect) -> Bool {
    if rule == "iou" { return found.overlap(with: known) >= 0.5 }
    let x = Double(found.x - known.x) + Double(found.width - known.width) / 2
    let y = Double(found.y - known.y) + Double(found.height - known.height) / 2
    let (wide, narrow) = (max(found.width, known.width), min(found.width, known.width))
    return (x * x + y * y).squareRoot() <= 0.3 * Double(known.width) && 2 * wide <= 3 * narrow
  }

  /// The whole multiple of 15 degrees that is nearest; a half goes up.
  private func bin(_ yaw: Double) -> Double {
    Array(stride(from: -90.0, through: 90, by: 15)).last { yaw >= $0 - 7.5 } ?? -90
  }

  private func check(
    _ row: [String: Table.Value], _ tallies: [String: [Double: Tally]]
  ) throws {
    let yaw = try #require(row["yaw_deg"]?.asNumber)
    for rule in ["iou", "offset"] {
      let tally = try #require(tallies[rule]?[yaw])
      #expect(row["truth_faces"] == .integer(tally.faces))
      #expect(row["\(rule)_hits"] == .integer(tally.hits))
      #expect(row["\(rule)_misses"] == .integer(tally.faces - tally.hits))
      #expect(row["\(rule)_false_alarms"] == .integer(tally.falseAlarms))
      let (low, high) = tally.bounds
      #expect(abs((row["\(rule)_hit_rate_low"]?.asNumber ?? .nan) - low) < 1e-12)
      #expect(abs((row["\(rule)_hit_rate_high"]?.asNumber ?? .nan) - high) < 1e-12)
    }
  }

  /// Heads of known angles searched by OpenCV's own call, one head a picture.
  private func recount(
    _ name: String, settings: DetectorSettings, in desk: Desk
  ) throws -> [String: [Double: Tally]] {
    let dataset = try desk.datasets.open(name)
    let detector = try FaceDetector(cascade: settings.cascade)
    var tallies: [String: [Double: Tally]] = [:]
    for record in try dataset.records() where !record.isMirror {
      let head = try #require(record.box)
      let yaw = bin(try #require(record.yawDegrees))
      let boxes = try detector.plainSearch(in: dataset.image(of: record), settings: settings)
      for rule in ["iou", "offset"] {
        let hits = boxes.count { isSame(rule, $0, head) }
        tallies[rule, default: [:]][yaw, default: Tally()].add(
          record.subject.name, isHit: hits > 0)
        tallies[rule]?[yaw]?.falseAlarms += boxes.count - min(1, hits)
      }
    }
    return tallies
  }

  @Test("of a sweep, kept and shown again, drawn, reported and run again")
  func sweep() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 4 --angles -75:75:25 --lights 2 --size 110x130")
    let cascades = ["haarcascade_frontalface_default", "haarcascade_profileface"]
    let rows = try desk.rows(
      "detector sweep heads --cascade \(cascades.joined(separator: ",")) --scale 1.2 "
        + "--neighbors 0,3 --by angle --as turned")
    var recounts: [DetectorSettings: [String: [Double: Tally]]] = [:]
    for row in rows {
      guard case .text(let cascade) = row["cascade"] else { continue }
      var settings = DetectorSettings()
      (settings.cascade, settings.scale) = (cascade, 1.2)
      settings.neighbors = Int(row["neighbors"]?.asNumber ?? -1)
      settings.minSize = Int(row["min_size_px"]?.asNumber ?? -1)
      if recounts[settings] == nil {
        recounts[settings] = try recount("heads", settings: settings, in: desk)
      }
      try check(row, try #require(recounts[settings]))
    }
    #expect(rows.count == 4 * 7)
    let hits = rows.compactMap { $0["iou_hits"]?.asNumber }
    #expect(Set(hits).count > 3 && hits.contains(0))

    #expect(try desk.rows("results show turned --by angle") == rows)
    let images = try desk.rows("results show turned --by image")
    #expect(images.count == 4 * 56)
    let again = try desk.rows(
      "detector sweep heads --cascade \(cascades.joined(separator: ",")) --scale 1.2 "
        + "--neighbors 0,3 --by image --as twice")
    #expect(images == again)
    let chart = try desk.rows("plot angles turned \(desk.folder)/hits.svg")
    #expect(chart.count == 2 * 7 && Set(chart.compactMap { $0["series"]?.asText }).count == 2)
    for jobs in [1, 2] {
      let rerun = try #require(try desk.rows("results rerun turned", jobs: jobs).first)
      #expect(rerun["same"] == .boolean(true) && rerun["cells"] == .integer(4))
    }
    try desk.run("report turned \(desk.folder)/turned.html")
    let page = String(
      decoding: try FileBytes.read(desk.folder + "/turned.html"), as: UTF8.self)
    #expect(page.contains("Shares by angle") && page.contains("haarcascade_profileface"))
  }

  @Test("of scenes, each head by its own angle")
  func scenes() throws {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes 8 --size 320x240")
    let rows = try desk.rows("detector sweep scenes --scale 1.2 --neighbors 3 --by angle")
    let dataset = try desk.datasets.open("scenes")
    let records = try dataset.records()
    var settings = DetectorSettings()
    (settings.scale, settings.neighbors) = (1.2, 3)
    let detector = try FaceDetector(cascade: settings.cascade)
    var faces: [Double: Int] = [:]
    var hits: [Double: Int] = [:]
    var (apart, shared) = (0, 0)
    for (record, heads) in zip(records, try dataset.truths(of: records)) {
      let boxes = try detector.plainSearch(in: dataset.image(of: record), settings: settings)
      var free = boxes
      for head in heads {
        let yaw = bin(try #require(head.yawDegrees))
        faces[yaw, default: 0] += 1
        guard let own = free.firstIndex(where: { isSame("iou", $0, head.box) }) else { continue }
        free.remove(at: own)
        hits[yaw, default: 0] += 1
      }
      if Set(heads.map { bin($0.yawDegrees ?? 0) }).count == 1 {
        shared += free.count
      } else {
        apart += free.count
      }
    }
    let sorted = rows.filter { $0["yaw_deg"] != .null }
    #expect(sorted.count == faces.count && faces.count > 2)
    for row in sorted {
      let yaw = try #require(row["yaw_deg"]?.asNumber)
      #expect(row["truth_faces"] == .integer(faces[yaw] ?? 0))
      #expect(row["iou_hits"] == .integer(hits[yaw] ?? 0))
    }
    func alarms(_ rows: [[String: Table.Value]]) -> Double {
      rows.compactMap { $0["iou_false_alarms"]?.asNumber }.reduce(0, +)
    }
    #expect(alarms(sorted) == Double(shared))
    #expect(alarms(rows.filter { $0["yaw_deg"] == .null }) == Double(apart))
  }

  @Test("end to end, beside the accuracy of each angle; where no box is known, nothing is said")
  func endToEnd() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 4 --angles -60:60:30 --lights 2 --size 110x130")
    try desk.run("detector set --neighbors 1 --scale 1.2")
    let rows = try desk.rows(
      "evaluate heads --method eigen --components 3 --folds 2 --end-to-end --by angle --as e2e")
    #expect(rows.count == 5)
    let tallies = try recount("heads", settings: desk.session.detector, in: desk)
    for row in rows { try check(row, tallies) }
    #expect(try desk.rows("results show e2e --by angle") == rows)
    #expect(try desk.rows("results rerun e2e").first?["same"] == .boolean(true))
    let chart = try desk.rows("plot angles e2e \(desk.folder)/a.svg")
    #expect(Set(chart.compactMap { $0["series"]?.asText }).count == 2)
    let text = try desk.text("results show e2e --by angle")
    #expect(text.contains("hit iou") && text.contains("hit offset"))

    _ = try desk.export("heads", to: desk.folder + "/out")
    try desk.run("dataset import plain \(desk.folder)/out --layout folders")
    let unknown = try desk.rows(
      "evaluate plain --method eigen --components 3 --protocol loo --end-to-end --by subject "
        + "--as none")
    #expect(!unknown.isEmpty)
    let trials = try desk.workbench.results.load("none").trials.probes
    #expect(trials.allSatisfy { $0.matchings == nil })
  }

  @Test("results of earlier versions load, are shown and run again")
  func earlier() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 3 --angles -30:30:30 --lights 2 --size 110x130")
    try desk.run(
      "evaluate heads --method eigen --components 3 --folds 2 --end-to-end --as e2e")
    let folder = desk.folder + "/results/"
    func text(_ file: String) throws -> String {
      String(decoding: try FileBytes.read(folder + file), as: UTF8.self)
    }
    let probes = try text("e2e/probes.csv")
    let short = probes.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: ",") + "\n"
    }.joined()
    #expect(short.hasPrefix("file,") && short.contains(",detection\n"))
    try AtomicFile.write(Array(short.utf8), to: folder + "e2e/probes.csv")
    let manifest = try text("e2e/manifest.json").replacing(
      "\"formatVersion\" : 3", with: "\"formatVersion\" : 2"
    ).replacing(
      ContentDigest.hex(of: Array(probes.utf8)), with: ContentDigest.hex(of: Array(short.utf8)))
    try AtomicFile.write(Array(manifest.utf8), to: folder + "e2e/manifest.json")
    let rows = try desk.rows("results show e2e --by angle")
    #expect(rows.count == 3 && rows.allSatisfy { $0["iou_hits"] == .null })
    #expect(try desk.rows("results rerun e2e").first?["same"] == .boolean(true))

    try desk.run("detector sweep heads --scale 1.2,1.3 --neighbors 3 --as swept")
    let shown = try desk.text("results show swept")
    // What version 0.1 wrote: the rows, without levels, and nothing beside them.
    let new = ["fingerprint", "searches", "spentMilliseconds\" : 0\n", "levels", "isTimedOut"]
    var lines = try text("swept/detector.json").split(separator: "\n").map(String.init)
    lines.removeAll { line in new.contains { line.contains("\"\($0)\"") } }
    let start = try #require(lines.firstIndex { $0.contains("\"digests\"") })
    lines.removeSubrange(start...start + 3)
    try AtomicFile.write(
      Array((lines.joined(separator: "\n") + "\n").utf8), to: folder + "swept/detector.json")
    #expect(try desk.text("results show swept").split(separator: "\n").count > 2)
    #expect(shown.contains("Window sizes looked for: "))
    let error = try #require(desk.error("results show swept --by image"))
    #expect(error.message.contains("earlier version"))
    #expect(error.hint?.contains("detector sweep heads") == true)
    #expect(desk.error("results rerun swept")?.message.contains("earlier version") == true)
  }

  @Test("commands that need an evaluation say what a sweep is, and the other way round")
  func mistaken() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 3 --angles 0,10 --lights 2 --size 110x130")
    try desk.run("detector sweep heads --scale 1.3 --neighbors 3 --as swept")
    try desk.run("evaluate heads --method eigen --components 3 --folds 2 --as known")
    for line in [
      "compare swept known", "compare known swept", "threshold try 100 swept", "plot roc swept",
      "results export swept \(desk.folder)/x", "results show swept --by subject",
      "results show swept --manifest",
    ] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.message.contains("'swept' is a detector sweep"), "\(line)")
      #expect(error.hint?.contains("results show swept") == true, "\(line)")
    }
    for line in ["plot detector known", "results show known --by image"] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.message == "'known' is an evaluation, not a detector sweep")
    }
  }
}

extension Table.Value {
  fileprivate var asText: String? {
    if case .text(let text) = self { return text }
    return nil
  }
}
