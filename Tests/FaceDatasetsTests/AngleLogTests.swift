import Testing

@testable import FaceDatasets

@Suite("angle logs")
struct AngleLogTests {
  private func read(_ text: String) throws(CaptureError) -> AngleLog {
    try AngleLog(csv: Array(text.utf8), file: "log.csv")
  }

  @Test("between two samples the angle goes straight")
  func interpolation() throws {
    let log = try read("time_s,yaw_deg,pitch_deg\n0,-10,0\n1,10,4\n")
    #expect(log.key == .seconds)
    let angle = try #require(log.angle(frame: 7, seconds: 0.75, file: nil))
    #expect(angle == FrameAngle(yawDegrees: 5, pitchDegrees: 3, source: .log))
  }

  @Test("a sensor that counts to 360 goes the shorter way through 0")
  func compass() throws {
    let log = try read("frame;yaw\n0;350\n10;10\n")
    #expect(log.angle(frame: 5, seconds: nil, file: nil)?.yawDegrees == 0)
    #expect(log.angle(frame: 0, seconds: nil, file: nil)?.yawDegrees == -10)
  }

  @Test("outside the samples, in wide gaps and behind the head there is no angle")
  func uncovered() throws {
    let log = try read("t,yaw\n1,0\n2,80\n2.5,100\n9,0\n")
    #expect(log.angle(frame: 0, seconds: 0.9, file: nil) == nil)
    #expect(log.angle(frame: 0, seconds: 9.1, file: nil) == nil)
    #expect(log.angle(frame: 0, seconds: 5, file: nil) == nil)
    #expect(log.angle(frame: 0, seconds: 2.5, file: nil) == nil)
    #expect(log.angle(frame: 0, seconds: nil, file: nil) == nil)
    #expect(log.angle(frame: 0, seconds: 9, file: nil)?.yawDegrees == 0)
  }

  @Test("yaw and pitch may be counted in different ways, and a nod beyond 90 is no angle of a face")
  func columns() throws {
    let log = try read("frame,yaw,pitch\n0,-10,350\n1,-10,100\n")
    #expect(
      log.angle(frame: 0, seconds: nil, file: nil)
        == FrameAngle(yawDegrees: -10, pitchDegrees: -10, source: .log))
    #expect(log.angle(frame: 1, seconds: nil, file: nil) == nil)
  }

  @Test("a log by file knows a file by its last part")
  func files() throws {
    let log = try read("file,yaw_deg,pitch_deg,roll\nsweep/a.png,-45,20,1\n")
    #expect(
      log.angle(frame: 3, seconds: nil, file: "a.png")
        == FrameAngle(yawDegrees: -45, pitchDegrees: 20, source: .log))
    #expect(log.angle(frame: 3, seconds: nil, file: "b.png") == nil)
  }

  @Test(
    "a wrong row is named with its line",
    arguments: [
      ("frame,yaw\n0,1\n1,x\n", 3, "'x' is no number"),
      ("frame,yaw\n0,nan\n", 2, "'nan' is no number"),
      ("frame,yaw\n0,0x10\n", 2, "'0x10' is no number"),
      ("frame,yaw\n5,1\n5,2\n", 3, "its frame does not come after the one before"),
      ("frame,yaw\n# said twice\n7\n", 3, "it has 1 fields, the heading 2"),
      ("frame,yaw\n", 1, "no sample follows the heading"),
      ("file,yaw\n,3\n", 2, "it names no file"),
      (
        "frame,yaw\n0,360\n1,999\n", 3,
        "a yaw of 999 degrees is outside -180 to 180, and 0 to 360"
      ),
      (
        "file,yaw,pitch\na,1,-180\nb,1,-180.5\n", 3,
        "a pitch of -180.5 degrees is outside -180 to 180, and 0 to 360"
      ),
      (
        "frame,yaw\n0,-30\n1,-20\n2,200\n", 4,
        "a yaw of 200 degrees follows others that are below 0, where none is over 180"
      ),
      (
        "frame,yaw,pitch\n0,0,350\n1,5,-10\n", 3,
        "a pitch of -10 degrees follows others that count to 360, where none is below 0"
      ),
    ])
  func badRows(text: String, row: Int, reason: String) {
    #expect(throws: CaptureError.badLog(file: "log.csv", row: row, reason: reason)) {
      try read(text)
    }
  }

  @Test(
    "a heading without angles or without an order is refused",
    arguments: ["a,b\n1,2\n", "yaw\n1\n"])
  func badHeading(text: String) {
    #expect(throws: CaptureError.self) { try read(text) }
  }

  @Test(
    "angles are read from names",
    arguments: [
      ("yaw-045_pitch+20.png", -45.0, 20.0 as Double?), ("s1_Yaw30.jpg", 30, nil),
      ("yaw_-5.pgm", -5, nil), ("yaw=+10,pitch=-3.pgm", 10, -3),
    ])
  func names(name: String, yaw: Double, pitch: Double?) throws {
    let angle = try #require(NamedAngle.read(name))
    #expect(angle == FrameAngle(yawDegrees: yaw, pitchDegrees: pitch, source: .name))
  }

  @Test("a name without an angle has none", arguments: ["frame0012.png", "yaw.png", "lawyaw-.png"])
  func namesWithout(name: String) { #expect(NamedAngle.read(name) == nil) }
}
