import CooperativeWork
import FaceImages
import FacePreprocessing
import FaceVocabulary
import Glibc
import Testing

struct EyeAlignmentTests {
  static let size = PixelSize(width: 200, height: 200)

  /// A soft bright spot around each point, on grey.
  static func spots(_ points: [PixelPoint]) -> GrayImage {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = points.reduce(0) { sum, point in
          let distance = hypot(Double(x) - point.x, Double(y) - point.y)
          return sum + exp(-distance * distance / 32)
        }
        pixels.append(UInt8((60 + 190 * light).rounded()))
      }
    }
    return GrayImage(size: size, pixels: pixels)
  }

  /// Eyes 60 pixels apart around the middle of the picture, the right one lower for positive degrees.
  static func eyes(_ degrees: Double) -> (PixelPoint, PixelPoint) {
    let angle = degrees * .pi / 180
    let (across, down) = (30 * cos(angle), 30 * sin(angle))
    return (
      PixelPoint(x: 100 - across, y: 100 - down), PixelPoint(x: 100 + across, y: 100 + down)
    )
  }

  /// Centre of the light in the columns of `range`.
  static func center(_ image: GrayImage, columns range: Range<Int>) -> PixelPoint {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<image.height {
      for column in range {
        let light = Double(image[column, row]) - 60
        sum += light
        x += light * Double(column)
        y += light * Double(row)
      }
    }
    return PixelPoint(x: x / sum, y: y / sum)
  }

  static var recipe: Recipe {
    var recipe = Recipe()
    recipe.align = .eyes
    return recipe
  }

  @Test(
    "eyes come to lie level, for every angle",
    arguments: Array(stride(from: -60, through: 60, by: 5)))
  func levelled(degrees: Int) throws {
    let eyes = Self.eyes(Double(degrees))
    let picture = Self.spots([eyes.0, eyes.1])
    let preparer = try FacePreparer(recipe: Self.recipe, size: Self.size, work: Work())
    let box = PixelRect(x: 40, y: 40, width: 120, height: 120)
    let prepared = try preparer.prepare(picture, box: box, eyes: eyes)
    let turned = try #require(prepared.turnedDegrees)
    #expect(abs(turned - Double(degrees)) < 1e-9)
    let left = Self.center(prepared.face, columns: 0..<100)
    let right = Self.center(prepared.face, columns: 100..<200)
    #expect(abs(left.y - right.y) < 0.1)
    // 60 pixels of 120 become 100 of 200.
    #expect(abs(right.x - left.x - 100) < 0.1)
  }

  @Test("the order in which eyes are given does not matter")
  func order() throws {
    let eyes = Self.eyes(20)
    let preparer = try FacePreparer(recipe: Self.recipe, size: Self.size, work: Work())
    let picture = Self.spots([eyes.0, eyes.1])
    #expect(
      try preparer.prepare(picture, eyes: eyes).face
        == preparer.prepare(picture, eyes: (eyes.1, eyes.0)).face)
  }

  @Test("level eyes leave the picture as it is")
  func alreadyLevel() throws {
    let picture = Self.spots([PixelPoint(x: 70, y: 90), PixelPoint(x: 130, y: 90)])
    let preparer = try FacePreparer(recipe: Self.recipe, size: Self.size, work: Work())
    let eyes = (PixelPoint(x: 70, y: 90), PixelPoint(x: 130, y: 90))
    #expect(try preparer.prepare(picture, eyes: eyes).face == picture)
  }

  @Test("a face without eyes is taken as it stands, and says so")
  func noEyes() throws {
    let picture = Self.spots([])
    let preparer = try FacePreparer(recipe: Self.recipe, size: Self.size, work: Work())
    let prepared = try preparer.prepare(picture)
    #expect(prepared.face == picture)
    #expect(prepared.turnedDegrees == nil)
    #expect(prepared.leftEye == nil)
  }

  @Test("a point turned and its pixel's source are inverse", arguments: [-60.0, -13, 0, 33, 60])
  func inverse(degrees: Double) throws {
    let eyes = Self.eyes(degrees)
    let alignment = try #require(EyeAlignment(eyes.0, eyes.1))
    let point = PixelPoint(x: 37.5, y: 141)
    let turned = alignment.turned(point)
    let map = alignment.source(of: PixelRect(x: 10, y: 20, width: 5, height: 5))
    let back = map(PixelPoint(x: turned.x - 10, y: turned.y - 20))
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    #expect(abs(alignment.turned(eyes.0).y - alignment.turned(eyes.1).y) < 1e-9)
  }
}
