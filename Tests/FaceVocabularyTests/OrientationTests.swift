import FaceVocabulary
import Testing

@Suite("Orientation")
struct OrientationTests {
  /// 1 2 3
  /// 4 5 6
  private let picture = GrayImage(
    size: PixelSize(width: 3, height: 2), pixels: [1, 2, 3, 4, 5, 6])

  @Test(
    "each of EXIF's orientations becomes upright",
    arguments: [
      (1, [1, 2, 3, 4, 5, 6]), (2, [3, 2, 1, 6, 5, 4]), (3, [6, 5, 4, 3, 2, 1]),
      (4, [4, 5, 6, 1, 2, 3]), (5, [1, 4, 2, 5, 3, 6]), (6, [4, 1, 5, 2, 6, 3]),
      (7, [6, 3, 5, 2, 4, 1]), (8, [3, 6, 2, 5, 1, 4]),
    ] as [(Int, [UInt8])])
  func upright(orientation: Int, pixels: [UInt8]) {
    let turned = picture.upright(from: orientation)
    #expect(turned.pixels == pixels)
    #expect(turned.size == (orientation < 5 ? picture.size : PixelSize(width: 2, height: 3)))
  }

  @Test("a turn and its counter-turn cancel", arguments: [(6, 8), (8, 6), (2, 2), (5, 5), (7, 7)])
  func cancels(first: Int, second: Int) {
    #expect(picture.upright(from: first).upright(from: second) == picture)
  }
}
