import FaceImages
import Testing

/// A camera as a formula: brightness by its time of exposure, sharpness by its lens.
private final class FormulaCamera: SteeredCamera {
  var values: [CameraControl: Double]
  /// Values that the camera takes.
  var exposures: ClosedRange<Double> = 1...5000
  let bestFocus: Double
  let light: Double

  init(_ values: [CameraControl: Double], light: Double = 1, bestFocus: Double = 70) {
    self.values = values
    self.light = light
    self.bestFocus = bestFocus
  }

  func value(of control: CameraControl) -> Double? { values[control] }

  func set(_ control: CameraControl, to value: Double) -> Bool {
    guard values[control] != nil, control != .exposure || exposures.contains(value),
      control != .focus || (0...255).contains(value)
    else { return false }
    values[control] = value
    return true
  }

  /// What a face in front of it measures.
  var quality: FaceQuality {
    let mean = min(255, (values[.exposure] ?? 100) * light)
    let blur = ((values[.focus] ?? bestFocus) - bestFocus) / 20
    return FaceQuality(
      sharpness: 300 / (1 + blur * blur), gradient: 8, clippedDark: 0,
      clippedBright: mean == 255 ? 1 : 0, mean: mean, contrast: 30, width: 100, eyeDistance: nil)
  }
}

struct FaceMeterTests {
  static let all: [CameraControl: Double] = [
    .automaticExposure: 3, .exposure: 20, .automaticFocus: 1, .focus: 0,
  ]

  private func steer(_ camera: FormulaCamera, frames: Int) throws -> FaceMeter {
    let meter = try FaceMeter(camera)
    for _ in 0..<frames { try meter.adjust(after: camera.quality) }
    return meter
  }

  @Test("the face becomes well exposed, however dark or bright it began", arguments: [0.2, 1, 8])
  func exposure(light: Double) throws {
    let camera = FormulaCamera(Self.all, light: light)
    _ = try steer(camera, frames: 30)
    #expect(abs(camera.quality.mean - 120) <= 20)
  }

  @Test(
    "the lens finds the sharpest place, from either side", arguments: [0.0, 255], [40.0, 70, 200])
  func focus(start: Double, best: Double) throws {
    var values = Self.all
    values[.focus] = start
    values[.exposure] = 120
    let camera = FormulaCamera(values, bestFocus: best)
    _ = try steer(camera, frames: 120)
    #expect(abs((camera.values[.focus] ?? -1) - best) <= 4)
    #expect(camera.quality.sharpness > 280)
  }

  @Test("what the camera does not have is left alone, and said")
  func words() throws {
    let fixed = FormulaCamera([.automaticExposure: 3, .exposure: 20])
    let meter = try steer(fixed, frames: 20)
    #expect(meter.steersExposure && !meter.steersFocus)
    #expect(meter.words == "exposure follows the face; the camera does not let its focus be set")
    let none = try FaceMeter(FormulaCamera([:]))
    #expect(none.words.hasPrefix("the camera lets neither exposure nor focus be set"))
    #expect(try FaceMeter(FormulaCamera(Self.all)).words == "exposure and focus follow the face")
  }

  @Test("a camera at the end of its range stays there")
  func range() throws {
    let camera = FormulaCamera(Self.all, light: 0.1)
    camera.exposures = 1...50
    _ = try steer(camera, frames: 60)
    let exposure = camera.values[.exposure] ?? 0
    #expect(exposure > 40 && exposure <= 50)
  }

  @Test("at the end the camera's own automatic is back")
  func release() throws {
    let camera = FormulaCamera(Self.all)
    let meter = try steer(camera, frames: 5)
    #expect(camera.values[.automaticExposure] == 1 && camera.values[.automaticFocus] == 0)
    meter.release()
    #expect(camera.values[.automaticExposure] == 3 && camera.values[.automaticFocus] == 1)
  }
}
