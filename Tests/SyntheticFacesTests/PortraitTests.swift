import CooperativeWork
import FaceVocabulary
import SyntheticFaces
import Testing

@Suite("Portraits")
struct PortraitTests {
  private static let size = PixelSize(width: 96, height: 96)

  private func portrait(
    _ seed: UInt64, yaw: Double = 0, pitch: Double = 0, roll: Double = 0
  ) -> RenderedHead {
    var view = HeadView()
    view.pose = HeadPose(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll)
    return SyntheticFaceRenderer.portrait(SyntheticPerson(seed: seed), view, size: Self.size)
  }

  private func meanDifference(_ a: GrayImage, _ b: GrayImage) -> Double {
    let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.pixels.count)
  }

  @Test("the same seed gives the same bytes, another seed another person")
  func seedsDecide() {
    let first = portrait(1)
    #expect(portrait(1) == first)
    for seed: UInt64 in 2...9 {
      #expect(meanDifference(portrait(seed).image, first.image) > 6)
    }
  }

  @Test("names decide who somebody is, and worlds differ")
  func namesDecide() {
    #expect(SyntheticPerson(subject: "s03") == SyntheticPerson(subject: "s03", world: 1))
    #expect(SyntheticPerson(subject: "s03") != SyntheticPerson(subject: "s04"))
    #expect(SyntheticPerson(subject: "s03") != SyntheticPerson(subject: "s03", world: 2))
  }

  @Test("seen from the front both eyes lie left and right above the mouth", arguments: 1...12)
  func frontalTruth(seed: UInt64) throws {
    let truth = portrait(seed).truth
    let left = try #require(truth.leftEye)
    let right = try #require(truth.rightEye)
    let mouth = try #require(truth.mouth)
    #expect(left.x < mouth.x && mouth.x < right.x)
    #expect(left.y < mouth.y && right.y < mouth.y)
    for point in [left, right, mouth] {
      #expect(point.x > Double(truth.box.x) && point.x < Double(truth.box.x + truth.box.width))
      #expect(point.y > Double(truth.box.y) && point.y < Double(truth.box.y + truth.box.height))
    }
  }

  @Test("yaw below 0 turns the face to the picture's left", arguments: [1, 2, 3, 4] as [UInt64])
  func yawSign(seed: UInt64) throws {
    let left = try #require(portrait(seed, yaw: -40).truth.mouth)
    let right = try #require(portrait(seed, yaw: 40).truth.mouth)
    #expect(left.x < 44 && right.x > 52)
  }

  @Test("pitch below 0 lifts the chin", arguments: [1, 2, 3, 4] as [UInt64])
  func pitchSign(seed: UInt64) throws {
    let up = try #require(portrait(seed, pitch: -20).truth.mouth)
    let level = try #require(portrait(seed).truth.mouth)
    let down = try #require(portrait(seed, pitch: 20).truth.mouth)
    #expect(up.y < level.y && level.y < down.y)
  }

  @Test("roll above 0 tilts clockwise: the right eye sinks", arguments: [1, 2, 3] as [UInt64])
  func rollSign(seed: UInt64) throws {
    let truth = portrait(seed, roll: 15).truth
    let left = try #require(truth.leftEye)
    let right = try #require(truth.rightEye)
    #expect(right.y > left.y + 3)
  }

  @Test("in profile the far eye is hidden and named nil", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func profileHidesAnEye(seed: UInt64) {
    for yaw in [-85.0, 85] {
      let truth = portrait(seed, yaw: yaw).truth
      let shown = [truth.leftEye, truth.rightEye].compactMap { $0 }
      #expect(shown.count <= 1)
    }
  }

  @Test("pupils are darker than the cheeks below them")
  func eyesAreDark() throws {
    var dark = 0
    var eyes = 0
    for seed: UInt64 in 20..<44 {
      var view = HeadView()
      view.noiseLevels = 0
      let size = PixelSize(width: 160, height: 160)
      let head = SyntheticFaceRenderer.portrait(SyntheticPerson(seed: seed), view, size: size)
      for eye in [head.truth.leftEye, head.truth.rightEye] {
        let eye = try #require(eye)
        func mean(_ x: Double, _ y: Double) -> Int {
          var sum = 0
          for dy in -1...1 {
            for dx in -1...1 {
              sum += Int(head.image[Int(x.rounded()) + dx, Int(y.rounded()) + dy])
            }
          }
          return sum / 9
        }
        eyes += 1
        if mean(eye.x, eye.y) + 15 < mean(eye.x, eye.y + 22) { dark += 1 }
      }
    }
    #expect(dark * 10 >= eyes * 9, "\(dark) of \(eyes) eyes are dark")
  }

  @Test("exposure brightens, noise only roughens")
  func cameraSettings() {
    func mean(_ image: GrayImage) -> Double {
      Double(image.pixels.reduce(0) { $0 + Int($1) }) / Double(image.pixels.count)
    }
    var view = HeadView()
    view.noiseLevels = 0
    let person = SyntheticPerson(seed: 5)
    let plain = SyntheticFaceRenderer.portrait(person, view, size: Self.size).image
    view.exposure = 1.4
    let bright = SyntheticFaceRenderer.portrait(person, view, size: Self.size).image
    view.exposure = 1
    view.noiseLevels = 5
    let noisy = SyntheticFaceRenderer.portrait(person, view, size: Self.size).image
    #expect(mean(bright) > mean(plain) + 10)
    #expect(abs(mean(noisy) - mean(plain)) < 1)
    // The mean deviation of a normal value is 0.8 of its standard deviation.
    #expect(abs(meanDifference(noisy, plain) - 4) < 0.4)
  }

  @Test("noise of one pixel says nothing about its neighbours", arguments: 0..<6)
  func noiseIsWhite(seed: UInt64) {
    var view = HeadView()
    view.noiseSeed = seed &* 0x9E37_79B9_7F4A_7C15
    let person = SyntheticPerson(seed: 5)
    view.noiseLevels = 6
    let noisy = SyntheticFaceRenderer.portrait(person, view, size: Self.size).image
    view.noiseLevels = 0
    let plain = SyntheticFaceRenderer.portrait(person, view, size: Self.size).image
    let noise = zip(noisy.pixels, plain.pixels).map { Double($0) - Double($1) }
    let power = noise.reduce(0) { $0 + $1 * $1 }
    for lag in [1, 2, 3, 95, 96, 97, 192] {
      let shared = zip(noise, noise.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(shared / power) < 0.05, "lag \(lag)")
    }
  }

  @Test("a head in a corner or a tiny picture is clipped, not refused")
  func oddPictures() {
    var view = HeadView()
    view.shiftX = 0.6
    view.shiftY = -0.6
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 13, height: 50), Self.size] {
      let head = SyntheticFaceRenderer.portrait(SyntheticPerson(seed: 3), view, size: size)
      #expect(head.image.size == size)
      #expect(head.truth.box.x >= 0 && head.truth.box.x + head.truth.box.width <= size.width)
      #expect(head.truth.box.y >= 0 && head.truth.box.y + head.truth.box.height <= size.height)
    }
  }
}
