import DurableFiles
import FaceDatasets
import FaceImages
import FaceReports
import FaceVocabulary
import Glibc
import Matrices
import SyntheticFaces
import Synchronization
import TestSupport
import Testing

@testable import FaceCommands

/// What a command says beside its results.
private final class Ear: Sendable {
  private let lines = Mutex<[String]>([])
  var console: Console {
    Console(say: { self.add($0) }, warn: { self.add("warning: \($0)") })
  }
  var heard: [String] { lines.withLock { $0 } }
  private func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("captures, as typed")
struct CaptureCommandTests {
  private let desk = Desk()

  private func portrait(
    _ subject: SubjectID, yaw: Double = 0, seed: UInt64 = 1,
    size: PixelSize = PixelSize(width: 160, height: 120)
  ) -> GrayImage {
    var view = HeadView()
    view.pose.yawDegrees = yaw
    view.headShare = 0.7
    view.noiseSeed = seed
    view.backdropSeed = 3
    return SyntheticFaceRenderer.portrait(SyntheticPerson(subject: subject), view, size: size)
      .image
  }

  /// A picture with two heads, the one on the right larger.
  private func pair() -> GrayImage {
    let small = portrait("s02", size: PixelSize(width: 100, height: 90))
    let large = portrait("s01")
    let size = PixelSize(width: 280, height: 120)
    var pixels = [UInt8](repeating: 140, count: size.area)
    for (image, left) in [(small, 0), (large, 110)] {
      for y in 0..<image.height {
        for x in 0..<image.width { pixels[y * size.width + x + left] = image[x, y] }
      }
    }
    return GrayImage(size: size, pixels: pixels)
  }

  private func grey() -> GrayImage {
    GrayImage(
      size: PixelSize(width: 160, height: 120), pixels: [UInt8](repeating: 120, count: 19_200))
  }

  private func folder(_ files: [String: GrayImage], name: String = "frames") throws -> String {
    let path = desk.folder + "/" + name
    mkdir(path, 0o755)
    for (file, image) in files {
      try AtomicFile.write(
        Array("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels,
        to: "\(path)/\(file)")
    }
    return path
  }

  @Test("a sweep of a rendered head fills every angle, as rows with the contract's keys")
  func sweep() throws {
    let rows = try desk.rows(
      "dataset sweep demo --subject S --from synth:3 --every 15 --angles -90:90:15")
    #expect(rows.count == 13)
    #expect(rows.compactMap { $0["target_deg"]?.asNumber } == (-6...6).map { Double($0) * 15 })
    for key in ["yaw_deg", "angle_source", "kept", "rejected", "sharpness", "missing"] {
      #expect(rows.allSatisfy { $0[key] != nil }, "\(key)")
    }
    #expect(rows.allSatisfy { $0["missing"] == .boolean(false) && $0["kept"] == .integer(1) })
    #expect(rows.allSatisfy { $0["angle_source"] == .text("truth") })
    let person = try #require(try desk.rows("dataset show demo").first)
    #expect(person["faces"] == .integer(13) && person["sessions"] == .integer(1))
    #expect(person["yaw_min_deg"] == .number(-90) && person["yaw_max_deg"] == .number(90))
    let capture = try #require(try desk.rows("dataset show demo --captures").first)
    #expect(capture["verb"] == .text("sweep") && capture["source"] == .text("synth:3"))
  }

  @Test(
    "the pictures of a scanned head fill every angle by their names",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func sweepByName() throws {
    let rows = try desk.rows(
      "dataset sweep demo --subject S --from 'frames:\(RealFaces.path("head_sweep/sweep"))' "
        + "--angles -90:90:15 --tolerance 1")
    #expect(rows.count == 13)
    #expect(rows.allSatisfy { $0["missing"] == .boolean(false) })
    #expect(rows.allSatisfy { $0["angle_source"] == .text("name") })
    #expect(rows.allSatisfy { $0["yaw_deg"] == $0["target_deg"] })
    // Of three pictures at each angle two nod by 20 degrees.
    #expect(rows.allSatisfy { $0["rejected"] == .integer(2) })
  }

  @Test(
    "a log by file gives the same angles, and what it lacks is missing with the exit code 3",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func sweepByLog() throws {
    let log = desk.folder + "/log.csv"
    try AtomicFile.write(
      "file,yaw_deg\nyaw+000_pitch+00.png,0\nyaw-030_pitch+00.png,-30\n", to: log)
    let outcome = try desk.run(
      "dataset sweep demo --subject S --from 'frames:\(RealFaces.path("head_sweep/sweep"))' "
        + "--angles -30:30:30 --angle-log '\(log)'")
    #expect(outcome.skipped == [SkippedItem("30 degrees", reason: "no frame near it")])
    guard case .table(let table)? = outcome.parts.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map { $0[3] } == [.text("log"), .text("log"), .null])
  }

  @Test("an estimate comes with its deviation, and fills what it can")
  func sweepByEstimate() throws {
    let rows = try desk.rows(
      "dataset sweep demo --subject S --from synth:3 --every 30 --angles -30:30:30 --tolerance 15 "
        + "--angle-source estimate --boxes detector")
    let straight = try #require(rows.first { $0["target_deg"] == .number(0) })
    #expect(straight["angle_source"] == .text("estimate"))
    #expect(try #require(straight["yaw_sd_deg"]?.asNumber) > 0)
    #expect(abs(try #require(straight["yaw_deg"]?.asNumber)) <= 15)
  }

  @Test("a folder with a gap, a picture without a face and one with two: each as it is")
  func folderOfFrames() throws {
    let path = try folder([
      "f1.pgm": portrait("s01"), "f2.pgm": grey(), "f5.pgm": pair(),
    ])
    try AtomicFile.write("no picture", to: path + "/f6.pgm")
    let ear = Ear()
    let outcome = try desk.run(
      "dataset capture demo --subject S --from 'frames:\(path)'", console: ear.console)
    #expect(ear.heard.contains("frame 1 rejected: no face found"))
    #expect(ear.heard.contains("warning: 'frames:\(path)' has gaps: 3 to 4 are missing"))
    #expect(outcome.skipped.map(\.name) == ["\(path)/f6.pgm"])
    let row = try #require(outcome.machineRow)
    #expect(row["imported"] == .integer(2) && row["subjects"] == .integer(1))
    #expect(row["frames_without_face"] == .integer(1) && row["frames_with_one"] == .integer(1))
    #expect(row["frames_with_several"] == .integer(1) && row["skipped"] == .integer(2))
    // Of two the larger, on the right.
    let frames = try desk.dataset("demo").frames().values.sorted { $0.number < $1.number }
    #expect(frames.map(\.number) == [0, 2])
    #expect(frames[1].crop.x >= 110)
    #expect(try desk.rows("dataset check demo --pixels").isEmpty)

    let all = try #require(
      try desk.run("dataset capture all --subject S --faces all --from 'frames:\(path)'").machineRow
    )
    #expect(all["imported"] == .integer(3))
    let only = try #require(
      try desk.run("dataset capture only --subject S --faces only --from 'frames:\(path)'")
        .machineRow)
    #expect(only["imported"] == .integer(1))
  }

  @Test("frames rejected one after the other for one reason are told in one line")
  func runOfRejections() throws {
    let path = try folder(["f1.pgm": grey(), "f2.pgm": grey(), "f3.pgm": portrait("s01")])
    let ear = Ear()
    try desk.run("dataset capture demo --subject S --from 'frames:\(path)'", console: ear.console)
    #expect(ear.heard.contains("frames 0 to 1: 2 rejected; the first: no face found"))
  }

  @Test("frames without any face make no dataset, and the error counts the reasons")
  func nothing() throws {
    let path = try folder(["a1.pgm": grey(), "a2.pgm": grey()])
    let error = try #require(desk.error("dataset capture demo --subject S --from 'frames:\(path)'"))
    #expect(
      error.message == "nothing was kept of 2 frames of 'frames:\(path)': no_face 2")
    #expect(try desk.rows("dataset list").isEmpty)
  }

  @Test("a video cut in half is captured as far as it goes, with a warning")
  func cutVideo() throws {
    let frames = (0..<10).map { portrait("s01", yaw: Double($0) * 6 - 27, seed: UInt64($0)) }
    let bytes = AVIFile.bytes(frames)
    let path = desk.folder + "/half.avi"
    try AtomicFile.write(Array(bytes.prefix(bytes.count / 2)), to: path)
    let ear = Ear()
    let outcome = try desk.run(
      "dataset capture demo --subject S --with-mirrors --from 'video:\(path)'",
      console: ear.console)
    let row = try #require(outcome.machineRow)
    let read = try #require(row["frames"]?.asNumber)
    #expect(read >= 3 && read <= 5)
    #expect(row["promised_frames"]?.asNumber ?? 0 > read)
    #expect(row["imported"]?.asNumber == 2 * (row["mirrored"]?.asNumber ?? 0))
    #expect(ear.heard.contains { $0.hasPrefix("warning: 'video:\(path)' promised ") })
    #expect(
      try desk.dataset("demo").frames().values.allSatisfy { $0.seconds == Double($0.number) / 10 })
  }

  @Test(
    "what is no source is refused before anything is made",
    arguments: [
      ("camera:/dev/null", "'/dev/null' is no camera"), ("camera:/etc/passwd", "is no camera"),
      ("video:/nonexistent/%03d.png", "%03d.png"), ("frames:/etc/passwd", "is no folder"),
      ("http://localhost/x.mp4", "names no source"), ("video:rtsp://host/x", "rtsp://host/x"),
    ])
  func refused(source: String, words: String) throws {
    let error = try #require(desk.error("dataset capture demo --subject S --from '\(source)'"))
    #expect(error.message.contains(words), "\(error.message)")
    #expect(try desk.rows("dataset list").isEmpty)
  }

  @Test("limits in the settings decide what check reports and captures keep")
  func limits() throws {
    _ = try desk.run("dataset capture demo --subject S --from synth:3 --every 45")
    #expect(try desk.rows("dataset check demo").isEmpty)
    _ = try desk.run("settings set --min-sharpness 100000 --exposure 0:20")
    let found = try desk.rows("dataset check demo").compactMap { $0["finding"] }
    #expect(Set(found.map { "\($0)" }).count == 2)
    #expect(found.contains(.text("blurred")) && found.contains(.text("badly_exposed")))
    let error = try #require(
      desk.error("dataset capture demo --subject S --from synth:3 --frames 3"))
    #expect(error.message.contains("bright 3"))
    let quality = try #require(try desk.rows("dataset show demo --quality").first)
    #expect(quality["blurred"] == quality["faces"])
    _ = try desk.run(
      "dataset capture demo --subject S --from synth:3 --frames 3 --min-sharpness 0 --exposure 0:255"
    )
  }

  /// Two people, captured in front, and a model of them.
  private func train(threshold: String = "") throws {
    for person in ["1", "2"] {
      _ = try desk.run(
        "dataset capture gate --subject \(person) --from synth:\(person) --every 12 --size 48x48")
    }
    _ = try desk.run("model train gate --on gate --method eigen --components 8 \(threshold)")
  }

  @Test("votes add up until one answer is certain")
  func watch() throws {
    try train()
    let row = try #require(
      try desk.rows("model watch gate --from synth:2 --every 7 --certainty 0.999").first)
    #expect(row["certain"] == .boolean(true) && row["nearest"] == .text("2"))
    // Nobody is recognised without a threshold.
    #expect(row["subject"] == .null && row["known"] == .null)
    #expect(try #require(row["probability"]?.asNumber) >= 0.999)
    let text = try desk.text("model watch gate --from synth:2 --every 7")
    #expect(text.contains("no threshold is set, so these are the nearest people"))
  }

  @Test("with a threshold people are known, strangers told, and the rest is undecided")
  func watchWithThreshold() throws {
    try train(threshold: "--threshold 1e9")
    let known = try #require(
      try desk.rows("model watch gate --from synth:1 --every 7").first)
    #expect(known["subject"] == .text("1") && known["known"] == .boolean(true))
    try train(threshold: "--threshold 1e-9")
    let stranger = try #require(
      try desk.rows("model watch gate --from synth:7 --every 7").first)
    #expect(stranger["known"] == .boolean(false) && stranger["subject"] == .null)
    let early = try #require(
      try desk.rows("model watch gate --from synth:7 --every 7 --frames 8").first)
    #expect(early["certain"] == .boolean(false) && early["known"] == .null)
  }

  @Test("decisions follow each other, the same for the same source")
  func decisions() throws {
    try train()
    let rows = try desk.rows("model watch gate --from synth:1 --every 5 --decisions all")
    #expect(rows.count >= 3)
    #expect(rows.compactMap { $0["decision"]?.asNumber } == (1...rows.count).map(Double.init))
    #expect(try desk.rows("model watch gate --from synth:1 --every 5 --decisions all") == rows)
  }

  @Test("one person and no threshold leave nothing to decide; no face leaves nothing to count")
  func nothingToWatch() throws {
    _ = try desk.run("dataset capture one --subject 1 --from synth:1 --every 20 --size 48x48")
    _ = try desk.run("model train one --on one --method eigen --components 2")
    let error = try #require(desk.error("model watch one --from synth:1"))
    #expect(
      error.message == "'one' knows only '1' and has no threshold: there is nothing to decide")
    try train()
    let path = try folder(["a.pgm": grey()])
    let outcome = try desk.run("model watch gate --from 'frames:\(path)'")
    #expect(outcome.failure != nil && outcome.parts.isEmpty)
  }

  @Test("days are written as the calendar has them")
  func calendar() {
    #expect(CalendarText.utc(0) == "1970-01-01 00:00:00")
    #expect(CalendarText.utc(951_782_399) == "2000-02-28 23:59:59")
    #expect(CalendarText.utc(951_782_400) == "2000-02-29 00:00:00")
    #expect(CalendarText.utc(4_102_444_799) == "2099-12-31 23:59:59")
    #expect(CalendarText.utc(-1) == "1969-12-31 23:59:59")
  }
}

extension Outcome {
  /// The row that programs get.
  fileprivate var machineRow: [String: Table.Value]? {
    for part in parts {
      guard case .sentence(_, let table?, _) = part, let row = table.rows.first else { continue }
      return Dictionary(
        zip(table.columns.map(\.key), row), uniquingKeysWith: { first, _ in first })
    }
    return nil
  }
}
