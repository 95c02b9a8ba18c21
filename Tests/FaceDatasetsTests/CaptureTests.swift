import CooperativeWork
import FaceImages
import FaceVocabulary
import SyntheticFaces
import Testing

@testable import FaceDatasets

/// Frames that were made beforehand; a told head unless the frame has none.
final class ListedFrames: FrameSource {
  private let frames: [Frame]
  var account = FrameAccount()
  /// Raised before this frame is given.
  var cancelsAt: (frame: Int, token: Cancellation)?
  /// Thrown instead of this frame.
  var failsAt: (frame: Int, error: FrameSourceError)?

  init(_ frames: [Frame]) {
    self.frames = frames
    account.promised = frames.count
  }

  func next(cancellation: Cancellation) throws -> Frame? {
    if let cancelsAt, cancelsAt.frame == account.read { cancelsAt.token.cancel() }
    try cancellation.check()
    if let failsAt, failsAt.frame == account.read { throw failsAt.error }
    guard account.read < frames.count else {
      account.isOver = true
      return nil
    }
    account.read += 1
    return frames[account.read - 1]
  }
}

@Suite("captures")
struct CaptureTests {
  private let shop = Workshop()

  /// A frame of 60×50 with a face of 24×32 at 10,8; `picture` nil for a frame without face.
  private func frame(_ index: Int, picture: Int?, yaw: Double = 0) -> Frame {
    let size = PixelSize(width: 60, height: 50)
    var pixels = [UInt8](repeating: 128, count: size.area)
    guard let picture else {
      return Frame(index: index, image: GrayImage(size: size, pixels: pixels))
    }
    let face = Pictures.face(picture)
    for y in 0..<32 { for x in 0..<24 { pixels[(y + 8) * 60 + x + 10] = face[x, y] } }
    return Frame(
      index: index, image: GrayImage(size: size, pixels: pixels),
      truth: HeadTruth(
        box: PixelRect(x: 10, y: 8, width: 24, height: 32), leftEye: PixelPoint(x: 16, y: 18),
        rightEye: PixelPoint(x: 28, y: 18), yawDegrees: yaw))
  }

  private func plain(_ source: String = "list") -> CaptureSettings {
    var settings = CaptureSettings(
      subject: "Ada",
      facts: CaptureFacts(verb: .capture, source: source, beganSeconds: 1_700_000_000))
    settings.limits.minimumSharpness = 0
    settings.limits.minimumWidth = 10
    settings.margin = 0
    return settings
  }

  private func run(
    _ settings: CaptureSettings, _ source: ListedFrames, into dataset: Dataset,
    work: Work = Work()
  ) throws -> (CaptureReport, [String]) {
    var told: [String] = []
    let report = try FaceCapture(settings, from: source).run(
      into: dataset, clock: { 0 }, work: work,
      tell: { event in
        if case .rejected(let frame, let rejection) = event {
          told.append("\(frame) \(rejection.kind)")
        }
      })
    return (report, told)
  }

  @Test("keeps each face once, with capture, session, frame, box, eyes and quality")
  func keeps() throws {
    let dataset = try shop.library.create("d")
    let source = ListedFrames([
      frame(0, picture: 1), frame(1, picture: 1), frame(2, picture: 2), frame(3, picture: nil),
    ])
    var settings = plain()
    settings.withMirrors = true
    settings.boxes = .told
    let (report, told) = try run(settings, source, into: dataset)
    #expect(report.kept == 2 && report.mirrored == 2 && report.frames == 4)
    #expect(told == ["1 nearly_same", "3 no_face"])
    #expect(report.without == 1 && report.withOne == 3 && report.withSeveral == 0)
    let records = try dataset.records()
    #expect(records.map(\.isMirror) == [false, true, false, true])
    #expect(records.allSatisfy { $0.capture == 1 && $0.session == "1" && $0.subject == "Ada" })
    // A square of the box's height around its middle: 32 pixels from column 6.
    #expect(records[0].size == PixelSize(width: 32, height: 32))
    #expect(records[0].box == PixelRect(x: 4, y: 0, width: 24, height: 32))
    #expect(records[0].leftEye == PixelPoint(x: 10, y: 10))
    let frames = try dataset.frames()
    #expect(frames[records[2].id]?.number == 2)
    #expect(frames[records[0].id]?.crop == PixelRect(x: 6, y: 8, width: 32, height: 32))
    let quality = try dataset.qualities()
    #expect(quality[records[0].file]?.eyeDistance == 12)
    #expect(quality[records[0].file] == quality[records[1].file])
    #expect(
      try dataset.captures() == [
        CaptureSummary(number: 1, facts: settings.facts, subjects: ["Ada"], faces: 2)
      ])
    #expect(try dataset.check(CheckSettings(), work: Work()).isEmpty)
  }

  @Test("a second capture is another session, with a number of its own")
  func sessions() throws {
    let dataset = try shop.library.create("d")
    for picture in 1...2 {
      _ = try run(plain(), ListedFrames([frame(0, picture: picture)]), into: dataset)
    }
    var named = plain()
    named.session = "evening"
    _ = try run(named, ListedFrames([frame(0, picture: 3)]), into: dataset)
    #expect(try dataset.records().map(\.session) == ["1", "2", "evening"])
    #expect(try dataset.records().map(\.capture) == [1, 2, 3])
  }

  @Test("the gate tells what was wrong and lets nothing through")
  func gate() throws {
    let dataset = try shop.library.create("d")
    var strict = plain()
    strict.limits.exposure = 0...10
    let source = ListedFrames([frame(0, picture: 1), frame(1, picture: nil)])
    #expect(
      throws: CaptureError.nothingKept(
        source: "list", frames: 2, reasons: ["bright 1", "no_face 1"])
    ) { try run(strict, source, into: dataset) }
    #expect(try dataset.records().isEmpty)
  }

  @Test("quality is measured at the point that is asked for")
  func point() throws {
    let dataset = try shop.library.create("d")
    var off = plain()
    off.measuredAt = PixelPoint(x: 50, y: 25)
    // The backdrop there is flat.
    #expect(throws: CaptureError.nothingKept(source: "list", frames: 1, reasons: ["flat 1"])) {
      try run(off, ListedFrames([frame(0, picture: 1)]), into: dataset)
    }
    off.measuredAt = PixelPoint(x: 500, y: 25)
    #expect(
      throws: CaptureError.nothingKept(source: "list", frames: 1, reasons: ["point_outside 1"])
    ) { try run(off, ListedFrames([frame(0, picture: 1)]), into: dataset) }
  }

  @Test("every, limit and frames count as they say")
  func counts() throws {
    let frames = (0..<10).map { frame($0, picture: $0 + 1) }
    var every = plain()
    every.every = 3
    let dataset = try shop.library.create("d")
    _ = try run(every, ListedFrames(frames), into: dataset)
    #expect(try dataset.frames().values.map(\.number).sorted() == [0, 3, 6, 9])
    var limited = plain()
    limited.mostFaces = 2
    let source = ListedFrames(frames)
    #expect(try run(limited, source, into: dataset).0.kept == 2)
    #expect(source.account.read == 2)
    var short = plain()
    short.mostFrames = 4
    #expect(try run(short, ListedFrames(frames), into: dataset).0.frames == 4)
  }

  @Test("large faces are stored as they come, so that an interrupt leaves little to write")
  func largeFaces() throws {
    let dataset = try shop.library.create("d")
    var large = plain()
    large.size = PixelSize(width: 4096, height: 4096)
    var stored: [Int] = []
    _ = try FaceCapture(large, from: ListedFrames([frame(0, picture: 1), frame(1, picture: 2)]))
      .run(into: dataset, clock: { 0 }, work: Work()) { event in
        if case .looked = event { stored.append((try? dataset.records().count) ?? -1) }
      }
    #expect(stored == [1, 2])
    // As many as wait are what memory is asked for.
    large.withMirrors = true
    #expect(CapturedFaces.mostWaiting(large) == 1)
    large.size = PixelSize(width: 1024, height: 1024)
    #expect(CapturedFaces.mostWaiting(large) == 8)
    large.size = PixelSize(width: 2048, height: 2048)
    #expect(CapturedFaces.mostWaiting(large) == 2)
  }

  @Test("a size brings face, box and eyes to it")
  func size() throws {
    let dataset = try shop.library.create("d")
    var sized = plain()
    sized.size = PixelSize(width: 64, height: 64)
    _ = try run(sized, ListedFrames([frame(0, picture: 1)]), into: dataset)
    let record = try #require(try dataset.records().first)
    #expect(record.size == PixelSize(width: 64, height: 64))
    #expect(record.box == PixelRect(x: 8, y: 0, width: 48, height: 64))
    #expect(record.leftEye == PixelPoint(x: 20.5, y: 20.5))
  }

  @Test("a crop that sticks out is moved into the frame, and clipped where it is larger")
  func square() {
    let frame = PixelSize(width: 100, height: 60)
    #expect(
      FaceCutter.square(
        around: PixelRect(x: 0, y: 10, width: 20, height: 20), margin: 0.5, within: frame)
        == PixelRect(x: 0, y: 0, width: 40, height: 40))
    #expect(
      FaceCutter.square(
        around: PixelRect(x: 30, y: 0, width: 50, height: 50), margin: 0.5, within: frame)
        == PixelRect(x: 0, y: 0, width: 100, height: 60))
  }

  @Test("an interrupt keeps what was kept until then")
  func interrupt() throws {
    let dataset = try shop.library.create("d")
    let source = ListedFrames((0..<10).map { frame($0, picture: $0 + 1) })
    let token = Cancellation()
    source.cancelsAt = (3, token)
    let (report, _) = try run(plain(), source, into: dataset, work: Work(cancellation: token))
    #expect(report.isInterrupted && report.kept == 3)
    #expect(try dataset.records().count == 3)
    #expect(try dataset.check(CheckSettings(), work: Work()).isEmpty)
  }

  @Test("a source that fails on the way keeps what was kept until then and says why")
  func failure() throws {
    let dataset = try shop.library.create("d")
    let source = ListedFrames((0..<10).map { frame($0, picture: $0 + 1) })
    let error = FrameSourceError.noFrame(source: "/dev/video0", seconds: 1)
    source.failsAt = (2, error)
    let (report, _) = try run(plain(), source, into: dataset)
    #expect(report.failure as? FrameSourceError == error)
    #expect(try dataset.records().count == 2)
  }

  @Test("merged and mirrored datasets keep captures, frames and quality")
  func merge() throws {
    let one = try shop.library.create("one")
    _ = try run(plain(), ListedFrames([frame(4, picture: 1)]), into: one)
    let two = try shop.library.create("two")
    _ = try run(plain("other"), ListedFrames([frame(7, picture: 2)]), into: two)
    _ = try two.mirror(work: Work())
    let both = try shop.library.merge(["one", "two"], into: "both")
    #expect(try both.captures().map(\.facts?.source) == ["list", "other"])
    #expect(try both.captures().map(\.faces) == [1, 1])
    let frames = try both.frames()
    #expect(try both.records().map { frames[$0.id]?.number } == [4, 7, 7])
    #expect(try both.qualities().count == 3)
  }
}

@Suite("sweeps")
struct SweepTests {
  private let shop = Workshop()

  private func sweep(
    _ subject: SubjectID, every step: Int = 1, into dataset: Dataset,
    _ change: (inout CaptureSettings, inout SweepSettings) -> Void = { _, _ in }
  ) throws -> (CaptureReport, [SweepRow]) {
    var settings = CaptureSettings(
      subject: subject,
      facts: CaptureFacts(verb: .sweep, source: "synth:\(subject)", beganSeconds: 0))
    settings.every = step
    var sweep = SweepSettings(targets: stride(from: -90.0, through: 90, by: 15).map { $0 })
    change(&settings, &sweep)
    let source = try ForeignImages(worker: .besideThisProgram).open(.synthetic(subject))
    return try AngleSweep(settings, sweep, from: source).run(
      into: dataset, clock: { 0 }, work: Work(), tell: { _ in })
  }

  @Test("a rendered head that turns fills all 13 angles with its own truth")
  func rendered() throws {
    let dataset = try shop.library.create("demo")
    // Every 15th frame of a camera that turns by a degree a frame.
    let (report, rows) = try sweep("3", every: 15, into: dataset)
    #expect(rows.map(\.targetDegrees) == stride(from: -90.0, through: 90, by: 15).map { $0 })
    #expect(rows.allSatisfy { !$0.isMissing && $0.kept == 1 && $0.angleSource == .truth })
    #expect(rows.allSatisfy { $0.yawDegrees == $0.targetDegrees && $0.rejected == 0 })
    #expect(report.kept == 13)
    let records = try dataset.records()
    #expect(records.compactMap(\.yawDegrees).sorted() == rows.map(\.targetDegrees))
    #expect(records.contains { $0.file == "3/c1_yaw-045.pgm" })
    #expect(try dataset.check(CheckSettings(), work: Work()).isEmpty)
  }

  @Test("angles that never come are missing, and rejected frames say why")
  func missing() throws {
    let dataset = try shop.library.create("demo")
    let (report, rows) = try sweep("3", every: 30, into: dataset) { settings, _ in
      settings.limits.minimumSharpness = 1e6
    }
    #expect(report.kept == 0)
    #expect(rows.allSatisfy { $0.isMissing })
    #expect(rows.map(\.rejected) == (0..<13).map { $0.isMultiple(of: 2) ? 1 : 0 })
    #expect(rows[0].lastReason?.hasPrefix("blurred, sharpness") == true)
    #expect(rows[1].lastReason == nil)
  }

  @Test("a log that counts seconds needs a source that has times")
  func times() throws {
    let dataset = try shop.library.create("demo")
    let log = try AngleLog(csv: Array("time_s,yaw\n0,0\n".utf8), file: "l")
    #expect(throws: CaptureError.noTimes(source: "synth:3")) {
      try sweep("3", into: dataset) { $1.sources.log = log }
    }
  }
}
