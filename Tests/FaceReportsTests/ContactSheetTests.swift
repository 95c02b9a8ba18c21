import FaceReports
import FaceVocabulary
import Testing

@Suite("Contact sheet")
struct ContactSheetTests {
  @Test("every picture stands in its cell, unscaled", arguments: [1, 2, 5, 12])
  func places(count: Int) {
    let size = PixelSize(width: 3, height: 2)
    let tiles = (0..<count).map {
      GrayImage(size: size, pixels: Array(repeating: UInt8($0), count: size.area))
    }
    let sheet = ContactSheet(tiles: tiles, columns: 4, gap: 1).image
    let across = min(4, count)
    #expect(sheet.width == across * 4 + 1)
    #expect(sheet.height == (count + across - 1) / across * 3 + 1)
    for number in 0..<count {
      #expect(sheet[1 + number % across * 4, 1 + number / across * 3] == UInt8(number))
      #expect(sheet[number % across * 4, number / across * 3] == 255)
    }
  }

  @Test("smaller pictures are centred")
  func centres() {
    let large = GrayImage(
      size: PixelSize(width: 4, height: 4), pixels: Array(repeating: 9, count: 16))
    let small = GrayImage(
      size: PixelSize(width: 2, height: 2), pixels: Array(repeating: 7, count: 4))
    let sheet = ContactSheet(tiles: [large, small], columns: 2, gap: 0).image
    #expect(sheet[4, 0] == 255)
    #expect(sheet[5, 1] == 7)
    #expect(sheet[6, 2] == 7)
    #expect(sheet[7, 3] == 255)
  }
}

@Suite("Drawing on a picture")
struct DrawingTests {
  @Test("marks outside the picture are left out, marks inside are coloured")
  func clips() {
    let gray = GrayImage(
      size: PixelSize(width: 8, height: 8), pixels: Array(repeating: 50, count: 64))
    var drawing = Drawing(on: gray)
    drawing.outline(PixelRect(x: -3, y: 2, width: 6, height: 4), color: .green)
    drawing.disc(at: PixelPoint(x: 7, y: 7), radius: 2, color: .red)
    let image = drawing.image
    func levels(_ x: Int, _ y: Int) -> [UInt8] {
      Array(image.pixels[(y * 8 + x) * 3..<(y * 8 + x) * 3 + 3])
    }
    #expect(levels(2, 2) == [0, 200, 120])
    #expect(levels(7, 7) == [230, 60, 40])
    #expect(levels(5, 0) == [50, 50, 50])
  }
}
