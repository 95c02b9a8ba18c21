import FaceImages
import FaceVocabulary
import TestSupport
import Testing

struct FaceQualityTests {
  @Test("clipping, mean and contrast are those of the levels")
  func exposure() throws {
    let image = GrayImage(
      size: PixelSize(width: 4, height: 2), pixels: [0, 4, 5, 100, 150, 250, 251, 255])
    let quality = try #require(try FaceQuality.measure(image))
    #expect(quality.clippedDark == 0.25)
    #expect(quality.clippedBright == 0.25)
    #expect(quality.mean == 1015.0 / 8)
    let variance =
      image.pixels.reduce(0.0) { $0 + (Double($1) - quality.mean) * (Double($1) - quality.mean) }
      / 8
    #expect(abs(quality.contrast - variance.squareRoot()) < 1e-9)
    #expect(quality.width == 4 && quality.eyeDistance == nil)
  }

  /// Columns rise by `step` levels, 100 pixels wide, so that nothing is resized.
  private func ramp(step: Int, width: Int = 100) -> GrayImage {
    GrayImage(
      size: PixelSize(width: width, height: 40),
      pixels: (0..<40 * width).map { UInt8($0 % width * step) })
  }

  @Test("the gradient of a ramp is its slope", arguments: [0, 1, 2])
  func gradient(step: Int) throws {
    let quality = try #require(try FaceQuality.measure(ramp(step: step)))
    #expect(abs(quality.gradient - Double(step)) < 1e-9)
  }

  @Test("a ramp twice as large has the same gradient")
  func gradientAndSize() throws {
    let small = try #require(try FaceQuality.measure(ramp(step: 2)))
    let large = try #require(try FaceQuality.measure(ramp(step: 1, width: 200)))
    #expect(abs(large.gradient - small.gradient) < 0.05)
  }

  @Test("only the box counts, and of that only what lies in the picture")
  func region() throws {
    let image = GrayImage(
      size: PixelSize(width: 4, height: 2), pixels: [0, 0, 200, 100, 0, 0, 200, 100])
    let box = PixelRect(x: 2, y: 0, width: 5, height: 2)
    let quality = try #require(try FaceQuality.measure(image, in: box))
    #expect(quality.mean == 150 && quality.width == 2)
    #expect(
      try FaceQuality.measure(image, in: PixelRect(x: 9, y: 0, width: 2, height: 2)) == nil)
  }

  @Test("the eyes' distance is that of the two points")
  func eyes() throws {
    let quality = try FaceQuality.measure(
      ramp(step: 1), eyes: (PixelPoint(x: 10, y: 10), PixelPoint(x: 13, y: 14)))
    #expect(quality?.eyeDistance == 5)
  }

  @Test(
    "blur lowers sharpness and gradient, size hardly changes them",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func sharpness() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let face = try images.decode(
      RealFaces.path("detect_boxes/single/grace_hopper_512x512.jpg")
    ).image
    let sharp = try #require(try FaceQuality.measure(face))
    let blurred = try #require(
      try FaceQuality.measure(ImageFilter.gaussian(face, sigma: 12)))
    let smaller = try #require(
      try FaceQuality.measure(
        ImageFilter.resized(face, to: PixelSize(width: 300, height: 300))))
    #expect(blurred.sharpness < sharp.sharpness / 4)
    #expect(blurred.gradient < sharp.gradient / 1.5)
    #expect(abs(smaller.sharpness - sharp.sharpness) < sharp.sharpness / 3)
    #expect(abs(smaller.gradient - sharp.gradient) < sharp.gradient / 10)
  }

  @Test(
    "limits name every fault, the gravest first",
    arguments: [
      (FaceQualityTests.good, [QualityFault.Kind]()),
      (good.with(sharpness: 59), [.blurred]), (good.with(mean: 39), [.dark]),
      (good.with(mean: 216, sharpness: 0), [.bright, .blurred]),
      (good.with(clippedDark: 0.3), [.clippedDark]),
      (good.with(clippedBright: 0.3), [.clippedBright]), (good.with(contrast: 11), [.flat]),
      (good.with(width: 23), [.small]),
    ])
  func limits(quality: FaceQuality, kinds: [QualityFault.Kind]) {
    var limits = QualityLimits()
    limits.minimumSharpness = 60
    limits.exposure = 40...215
    #expect(limits.faults(of: quality).map(\.kind) == kinds)
  }

  @Test("a fault says what was found and what was needed")
  func words() {
    let fault = QualityFault(kind: .blurred, value: 41.26, limit: 60)
    #expect(fault.description == "blurred, sharpness 41 of at least 60")
    #expect(
      QualityFault(kind: .clippedBright, value: 0.315, limit: 0.25).description
        == "badly exposed, 32 % of it white, at most 25 %")
  }

  static let good = FaceQuality(
    sharpness: 100, gradient: 8, clippedDark: 0, clippedBright: 0, mean: 120, contrast: 40,
    width: 80, eyeDistance: nil)
}

extension FaceQuality {
  /// This quality with some measures replaced.
  fileprivate func with(
    mean: Double? = nil, sharpness: Double? = nil, clippedDark: Double? = nil,
    clippedBright: Double? = nil, contrast: Double? = nil, width: Int? = nil
  ) -> FaceQuality {
    FaceQuality(
      sharpness: sharpness ?? self.sharpness, gradient: gradient,
      clippedDark: clippedDark ?? self.clippedDark,
      clippedBright: clippedBright ?? self.clippedBright, mean: mean ?? self.mean,
      contrast: contrast ?? self.contrast, width: width ?? self.width, eyeDistance: eyeDistance)
  }
}
