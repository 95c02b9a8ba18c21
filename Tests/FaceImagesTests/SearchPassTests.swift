import FaceVocabulary
import SyntheticFaces
import Testing

@testable import FaceImages

@Suite("Mirrored and turned versions of a picture")
struct SearchPassTests {
  /// A dark picture with one bright box.
  private func picture(_ box: PixelRect, size: PixelSize) -> GrayImage {
    var pixels = [UInt8](repeating: 20, count: size.area)
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width { pixels[y * size.width + x] = 220 }
    }
    return GrayImage(size: size, pixels: pixels)
  }

  /// The box around what is bright.
  private func bright(_ image: GrayImage) -> PixelRect {
    var (left, top, right, bottom) = (image.width, image.height, -1, -1)
    for y in 0..<image.height {
      for x in 0..<image.width where image[x, y] > 120 {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, x), max(bottom, y))
      }
    }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  @Test(
    "what is seen in a version lies at its own place in the picture",
    arguments: [0, 10, -10, 37.5, -60, 90], [false, true])
  func back(degrees: Double, isMirrored: Bool) throws {
    let size = PixelSize(width: 90, height: 60)
    let box = PixelRect(x: 12, y: 30, width: 11, height: 11)
    let pass = SearchPass(isMirrored: isMirrored, degrees: degrees)
    let view = try pass.view(of: picture(box, size: size))
    #expect(view.size == pass.size(of: size))
    let original = try #require(pass.original(bright(view), in: size))
    // The centre stays; a turned square's bounding box is wider than the square.
    #expect(abs(2 * original.x + original.width - 2 * box.x - box.width) <= 2)
    #expect(abs(2 * original.y + original.height - 2 * box.y - box.height) <= 2)
    if degrees == 0 { #expect(original == box) }
  }

  @Test("a positive angle turns clockwise")
  func clockwise() throws {
    let size = PixelSize(width: 61, height: 61)
    let top = picture(PixelRect(x: 28, y: 2, width: 5, height: 5), size: size)
    let view = try SearchPass(degrees: 90).view(of: top)
    #expect(bright(view).x > 40)
  }

  @Test("a box whose centre a turn leaves outside is no box of the picture")
  func outside() {
    let size = PixelSize(width: 100, height: 40)
    let pass = SearchPass(degrees: 45)
    #expect(pass.original(PixelRect(x: 0, y: 0, width: 10, height: 10), in: size) == nil)
  }

  private func found(_ head: RenderedHead, _ settings: DetectorSettings) throws -> Bool {
    try FaceDetector(cascade: settings.cascade).detect(in: head.image, settings: settings)
      .contains { head.truth.box.holdsCenter(of: $0.box) }
  }

  private func portrait(_ person: SyntheticPerson, _ pose: HeadPose) -> RenderedHead {
    SyntheticFaceRenderer.portrait(
      person, HeadView(pose: pose, headShare: 0.7), size: PixelSize(width: 120, height: 150))
  }

  @Test("a tilted head is found where the picture is turned by as much", arguments: [-60.0, 60])
  func tilted(roll: Double) throws {
    let head = portrait(SyntheticPerson(seed: 2), HeadPose(rollDegrees: roll))
    var settings = DetectorSettings()
    settings.scale = 1.05
    #expect(try !found(head, settings))
    settings.rotation = 60
    #expect(try found(head, settings))
  }

  @Test("a cascade for one profile finds the other in the mirror image")
  func profile() throws {
    var settings = DetectorSettings()
    (settings.cascade, settings.scale, settings.neighbors) = ("lbpcascade_profileface", 1.05, 1)
    var (plain, mirrored) = (0, 0)
    for subject in ["s01", "s02", "s03"] {
      let head = portrait(SyntheticPerson(subject: SubjectID(subject)), HeadPose(yawDegrees: 60))
      settings.flip = false
      if try found(head, settings) { plain += 1 }
      settings.flip = true
      if try found(head, settings) { mirrored += 1 }
    }
    #expect(plain == 0 && mirrored > 0)
  }

  @Test("versions that see one face report it once; different faces stay")
  func joined() {
    func one(_ x: Int, _ neighbors: Int) -> Detection {
      Detection(box: PixelRect(x: x, y: 0, width: 40, height: 40), neighbors: neighbors)
    }
    let joined = Detection.joined(
      [[one(0, 4), one(100, 5)], [one(4, 9), one(200, 3)]], neighbors: 3)
    #expect(joined == [one(4, 9), one(100, 5), one(200, 3)])
    // Equally sure: the earlier version's.
    #expect(Detection.joined([[one(0, 4)], [one(4, 4)]], neighbors: 3) == [one(0, 4)])
    // Raw hits are all kept.
    #expect(Detection.joined([[one(0, 1)], [one(4, 1)]], neighbors: 0).count == 2)
    // One version's own boxes are OpenCV's affair.
    #expect(Detection.joined([[one(0, 4), one(4, 5)], []], neighbors: 3).count == 2)
  }
}
