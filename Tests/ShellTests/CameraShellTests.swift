import FaceVocabulary
import SyntheticFaces
import TestSupport
import Testing

/// The program and its helper with a camera that a preloaded library stands in for: every call that a
/// driver would answer is made, through OpenCV, as with a device.
@Suite(.serialized) struct CameraShellTests {
  // V4L2's numbers of the controls.
  private static let automaticExposure = 0x009A_0901
  private static let exposure = 0x009A_0902
  private static let focus = 0x009A_090A
  private static let automaticFocus = 0x009A_090C
  private static let size = PixelSize(width: 320, height: 240)

  /// A control that was set: its number, the value, and whether the camera took it.
  private struct Setting: Equatable {
    let control: Int
    let value: Int
    let isTaken: Bool
  }

  private struct Camera {
    let folder = TemporaryFolder()
    /// The scene in front of it, and where the head stands in it.
    let scene: GrayImage
    let head: PixelRect

    init() throws {
      let rendered = try SyntheticFaceRenderer.scene(
        heads: [
          SceneHead(
            person: SyntheticPerson(seed: 3), center: PixelPoint(x: 150, y: 120),
            heightPixels: 170)
        ], size: size, seed: 5)
      scene = rendered.image
      head = try #require(rendered.truths.first).box
    }

    /// Grey level of the face at the plain time of exposure.
    var mean: Double {
      let face = scene.cropped(to: head).pixels
      return face.reduce(0) { $0 + Double($1) } / Double(face.count)
    }

    /// Runs the program with this camera at `/dev/video7`; what was set comes with it.
    func run(
      _ arguments: [String], settings: [String]
    ) throws -> (Program.Finished, [Setting]) {
      // The layout of CCameraDriver.h: settings, what is set, the scene, four buffers.
      var bytes = Array(
        (["device /dev/video7", "size \(size.width) \(size.height)"] + settings)
          .joined(separator: "\n").utf8)
      bytes += [UInt8](repeating: 0, count: 65_536 - bytes.count) + scene.pixels
      bytes += [UInt8](repeating: 0, count: 65_536 + 5 * 131_072 - bytes.count)
      let file = try folder.write(bytes, as: "camera")
      let run = try Program.run(
        ["--workspace", folder.path] + arguments,
        environment: [
          "LD_PRELOAD": Program.folder + "/libfacebench-test-camera.so",
          "FACEBENCH_TEST_CAMERA": file,
        ])
      let log = try folder.read(file)[4096..<65_536].prefix { $0 != 0 }
      return (
        run,
        String(decoding: log, as: UTF8.self).split(separator: "\n").compactMap { line in
          let words = line.split(separator: " ")
          guard words.count == 3, let control = Int(words[0]), let value = Int(words[1]) else {
            return nil
          }
          return Setting(control: control, value: value, isTaken: words[2] == "ok")
        }
      )
    }

    func capture(
      frames: Int, options: [String] = [], settings: [String]
    ) throws -> (Program.Finished, [Setting]) {
      try run(
        [
          "dataset", "capture", "demo", "--subject", "S", "--from", "camera:7", "--frames",
          "\(frames)", "--min-sharpness", "0", "--exposure", "0:255", "--max-clipped", "1",
        ] + options, settings: settings)
    }
  }

  private static func exposureControls(_ value: Int, most: Int = 5000) -> [String] {
    [
      "control \(automaticExposure) 0 3 3", "control \(exposure) 1 \(most) \(value)",
      "exposure 250",
    ]
  }

  private static func focusControls(_ value: Int, best: Int) -> [String] {
    ["control \(focus) 0 255 \(value)", "control \(automaticFocus) 0 1 1", "focus \(best)"]
  }

  @Test(
    "a camera that another program holds is refused by name, with who to ask",
    arguments: ["open", "buffers"])
  func busy(when: String) throws {
    let camera = try Camera()
    for verb in [["dataset", "capture", "demo"], ["dataset", "sweep", "demo", "--angles", "0"]] {
      let (run, set) = try camera.run(
        verb + ["--subject", "S", "--from", "camera:7"], settings: ["busy \(when)"])
      #expect(run.code == 1)
      #expect(run.errors.contains("the camera '/dev/video7' is in use by another program"))
      #expect(run.errors.contains("see who holds it with 'fuser -v /dev/video7'"))
      #expect(set == [])
    }
  }

  @Test("a camera that gives nothing is given up after the time limit")
  func silent() throws {
    let (run, _) = try Camera().capture(frames: 3, settings: ["silent 1"])
    #expect(run.code == 124)
    #expect(run.errors.contains("'/dev/video7' gave no frame within 10 s"))
    #expect(run.errors.contains("fuser -v /dev/video7"))
  }

  @Test(
    "the time of exposure follows the face, dark or bright, and the camera gets its own back",
    arguments: [60, 450])
  func exposure(from start: Int) throws {
    let camera = try Camera()
    let (run, set) = try camera.capture(frames: 30, settings: Self.exposureControls(start))
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.errors.contains("exposure follows the face; the camera does not let its focus be set"))
    #expect(set.first == Setting(control: Self.automaticExposure, value: 1, isTaken: true))
    #expect(set.last == Setting(control: Self.automaticExposure, value: 3, isTaken: true))
    let values = [start] + set.filter { $0.control == Self.exposure }.map(\.value)
    #expect(values.count > 1 && set.count == values.count + 1)
    // Towards the wished mean, at most by a factor of two at once.
    for (before, after) in zip(values, values.dropFirst()) {
      let factor = Double(after) / Double(before)
      #expect(start < 250 ? (1...2.01).contains(factor) : (0.49...1).contains(factor))
    }
    let brought = camera.mean * Double(values.last ?? 0) / 250
    #expect(abs(brought - 120) < 35, "\(values), a face of \(camera.mean) at 250")
  }

  @Test("the lens climbs to where the face is sharp")
  func focus() throws {
    let camera = try Camera()
    let (run, set) = try camera.capture(
      frames: 80, settings: Self.focusControls(60, best: 120))
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.errors.contains("focus follows the face; the camera does not let its exposure be set"))
    #expect(set.first == Setting(control: Self.automaticFocus, value: 0, isTaken: true))
    #expect(set.last == Setting(control: Self.automaticFocus, value: 1, isTaken: true))
    let positions = set.filter { $0.control == Self.focus }.map(\.value)
    // All positions within 16 steps of the best are equally sharp.
    #expect(abs((positions.last ?? 0) - 120) <= 16, "\(positions)")
  }

  @Test("a value out of the camera's range is refused by it, and a nearer one is tried")
  func range() throws {
    let (run, set) = try Camera().capture(
      frames: 20, settings: Self.exposureControls(60, most: 100))
    #expect(run.code == 0, "\(run.errors)")
    let tried = set.filter { $0.control == Self.exposure }
    #expect(tried.contains { !$0.isTaken } && tried.contains { $0.isTaken })
    #expect(tried.allSatisfy { $0.isTaken == ($0.value <= 100) })
    #expect((tried.last(where: \.isTaken)?.value ?? 0) > 80)
  }

  @Test("a camera without controls, and one that is left to itself, is never set")
  func untouched() throws {
    let camera = try Camera()
    let (bare, none) = try camera.capture(frames: 5, settings: [])
    #expect(bare.code == 0 && none == [], "\(bare.errors)")
    #expect(bare.errors.contains("the camera lets neither exposure nor focus be set"))
    let (own, nothing) = try camera.capture(
      frames: 5, options: ["--camera", "automatic"],
      settings: Self.exposureControls(240) + Self.focusControls(118, best: 120))
    #expect(own.code == 0 && nothing == [], "\(own.errors)")
  }
}
