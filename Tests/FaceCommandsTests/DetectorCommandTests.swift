import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceExperiments
import FaceImages
import FaceReports
import FaceVocabulary
import TestSupport
import Testing

@testable import FaceCommands

@Suite("The detector at the prompt")
struct DetectorCommandTests {
  private func desk(scenes: Int = 4) throws -> Desk {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes \(scenes) --size 320x240")
    return desk
  }

  private func number(_ value: Table.Value?) -> Double { value?.asNumber ?? .nan }

  @Test("every key of a sweep is there, and one row a combination")
  func keys() throws {
    let desk = try desk()
    let rows = try desk.rows(
      "detector sweep scenes --scale 1.2,1.3 --neighbors 2,4 --max-size none,60 --equalize off,on")
    #expect(rows.count == 16)
    let promised = [
      "accuracy", "cascade", "scale", "neighbors", "min_size_px", "max_size_px", "equalize",
      "flip", "rotate_deg", "match", "images", "faces", "hits", "misses", "false_alarms",
      "precision", "recall", "f1", "false_per_mpx", "windows", "detect_ms_median",
      "detect_ms_p95", "alone_ms", "spent_ms", "spent_ms_median", "pareto",
    ]
    let first = try #require(rows.first)
    #expect(promised.filter { first[$0] == nil } == [])
    #expect(first["match"] == .text("iou") && first["accuracy"] == .null)
    for row in rows {
      #expect(number(row["hits"]) + number(row["misses"]) == number(row["faces"]))
      #expect(
        number(row["false_per_image"]) == number(row["false_alarms"]) / number(row["images"]))
    }
    #expect(Set(rows.map { "\($0["max_size_px"] ?? .null)" }).count == 2)
  }

  @Test("what is found in each image adds up to the rows", arguments: ["iou", "offset"])
  func images(rule: String) throws {
    let desk = try desk()
    let axes = "--scale 1.2 --neighbors 0,3 --flip off,on --match \(rule)"
    let rows = try desk.rows("detector sweep scenes \(axes)")
    let images = try desk.rows("detector sweep scenes \(axes) --by image")
    #expect(rows.count == 4 && images.count == 16)
    for (index, row) in rows.enumerated() {
      let own = images[index * 4..<index * 4 + 4]
      for key in ["faces", "hits", "misses", "false_alarms", "windows"] {
        #expect(own.reduce(0) { $0 + number($1[key]) } == number(row[key]), "\(key)")
      }
    }
  }

  @Test("presets are a table of the sweep: high finds more, low looks at fewer windows")
  func presets() throws {
    let desk = try desk(scenes: 8)
    let rows = try desk.rows("detector sweep scenes --accuracy low,high")
    #expect(rows.map { $0["accuracy"] } == [.text("low"), .text("high")])
    #expect(number(rows[0]["recall"]) < number(rows[1]["recall"]))
    #expect(number(rows[0]["windows"]) * 2 < number(rows[1]["windows"]))
    // The same as setting the preset and sweeping that one cell.
    try desk.run("detector set --accuracy low")
    let settings = desk.session.detector
    let again = try desk.rows(
      "detector sweep scenes --scale \(settings.scale) --neighbors \(settings.neighbors) "
        + "--min-size \(settings.minSize)")
    #expect(again.first?["accuracy"] == .text("low") && again.first?["hits"] == rows[0]["hits"])
    let refusal = try #require(desk.error("detector sweep scenes --accuracy low --scale 1.1"))
    #expect(refusal.message.contains("--accuracy"))
  }

  @Test("a largest size below the smallest is no cell; one between two windows finds nothing")
  func sizes() throws {
    let desk = try desk()
    let rows = try desk.rows(
      "detector sweep scenes --scale 1.3 --neighbors 3 --min-size 24,60 --max-size 40,none")
    #expect(rows.count == 3)
    let none = try desk.rows(
      "detector sweep scenes --scale 2 --neighbors 3 --min-size 49 --max-size 60")
    #expect(none.first?["windows"] == .integer(0) && none.first?["hits"] == .integer(0))
    #expect(none.first?["precision"] == .null)
    #expect(desk.error("detector sweep scenes --min-size 60 --max-size 40") != nil)
  }

  @Test("the chosen settings are reported on both halves by both rules, and hold for the session")
  func choice() throws {
    let desk = try desk(scenes: 6)
    let rows = try desk.rows(
      "detector choose scenes --recall 0.6 --scale 1.05,1.2,1.3 --neighbors 1:4:1")
    #expect(rows.map { $0["part"] } == ["dev", "eval", "dev", "eval"].map { .text($0) })
    #expect(rows.map { $0["match"] } == ["iou", "iou", "offset", "offset"].map { .text($0) })
    #expect(number(rows[0]["recall"]) >= 0.6)
    #expect(number(rows[0]["images"]) + number(rows[1]["images"]) == 6)
    let settings = desk.session.detector
    #expect(number(rows[0]["scale"]) == settings.scale)
    // Whatever locates faces in a recipe uses them too.
    #expect(desk.session.recipe.detector == settings)
  }

  @Test("sweeps stand in the list of results, are shown again and removed")
  func listed() throws {
    let desk = try desk()
    let swept = try desk.rows("detector sweep scenes --scale 1.2,1.3 --neighbors 2,3")
    try desk.run("detector sweep scenes --scale 1.3 --neighbors 2 --as mine")
    let list = try desk.rows("results list")
    #expect(list.map { $0["result"] } == [.text("detector-001"), .text("mine")])
    #expect(list.first?["method"] == .text("detector"))
    #expect(try desk.rows("results show detector-001") == swept)
    #expect(
      Commands.names(of: "result", in: desk.workbench).contains("detector-001"))
    try desk.run("results remove detector-001")
    #expect(try desk.rows("results list").map { $0["result"] } == [.text("mine")])
  }

  @Test("eyes and mouths are counted against known points, and each point once")
  func features() throws {
    let desk = try desk(scenes: 8)
    let rows = try desk.rows("detector features scenes --scale 1.05")
    #expect(
      rows.map { $0["feature"] } == ["left_eye", "right_eye", "mouth"].map { .text($0) })
    for row in rows {
      let sum = number(row["hits"]) + number(row["wrong"]) + number(row["absent"])
      #expect(sum == number(row["known"]) && sum > 5)
      #expect(number(row["hit_rate"]) == number(row["hits"]) / sum)
    }
    print(try desk.text("detector features scenes --scale 1.05"))
    let pictures = try desk.makePictures()
    try desk.run("dataset import tiny \(pictures)")
    #expect(desk.error("detector features tiny")?.message.contains("knows no eyes") == true)
  }

  @Test("a picture stored in any of the eight orientations gives the boxes of the upright one")
  func orientations() throws {
    let desk = try desk(scenes: 1)
    let dataset = try desk.datasets.open("scenes")
    let image = try dataset.image(of: try #require(try dataset.records().first))
    // How a picture is stored that one of these turns makes upright: the turns undo themselves,
    // 6 and 8 each other.
    let inverse = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6]
    var all: [[[String: Table.Value]]] = []
    for orientation in 1...8 {
      let stored = image.upright(from: try #require(inverse[orientation]))
      let path = "\(desk.folder)/stored\(orientation).pgm"
      let header = Array("P5\n\(stored.width) \(stored.height)\n255\n".utf8)
      try AtomicFile.write(header + stored.pixels, to: path)
      let rows = try desk.rows("detector run \(path) --eyes --mouth --orientation \(orientation)")
      all.append(rows.map { $0.filter { $0.key != "file" } })
    }
    #expect(!all[0].isEmpty)
    for rows in all { #expect(rows == all[0]) }
  }

  @Test("an overlay shows boxes, and names where a model is asked")
  func overlay() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 3 --angles 0 --lights 3 --size 120x150")
    try desk.run("model train who --on heads --method eigen --components 3 --locate largest")
    let picture = try #require(try desk.export("heads", to: desk.folder + "/out").first)
    let rows = try desk.rows("detector run \(picture) --overlay \(desk.folder)/plain.png")
    let named = try desk.rows(
      "detector run \(picture) --model who --overlay \(desk.folder)/named.png")
    #expect(rows.count == named.count && !rows.isEmpty)
    #expect(rows.allSatisfy { $0["nearest"] == .null && $0["known"] == .null })
    #expect(named.allSatisfy { $0["nearest"] != .null && $0["known"] == .null })
    let plain = try FileBytes.read(desk.folder + "/plain.png")
    #expect(try FileBytes.read(desk.folder + "/named.png") != plain)
    // With a threshold somebody is known, or nobody is.
    try desk.run(
      "model train strict --on heads --method eigen --components 3 --locate largest --threshold 0")
    let strict = try desk.rows("detector run \(picture) --model strict")
    #expect(strict.allSatisfy { $0["known"] == .boolean(false) && $0["subject"] == .null })
  }
}
