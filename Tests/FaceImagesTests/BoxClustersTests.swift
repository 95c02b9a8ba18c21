import FaceImages
import FaceVocabulary
import Testing

struct RawCandidatesTests {
  static let size = PixelSize(width: 100, height: 100)

  @Test("boxes that are alike become their mean, with their number")
  func mean() {
    let boxes = (0..<5).map { PixelRect(x: 10 + $0, y: 20, width: 30, height: 30) }
    let raw = RawCandidates(size: Self.size, windows: 1, boxes: boxes)
    let expected = Detection(box: PixelRect(x: 12, y: 20, width: 30, height: 30), neighbors: 5)
    #expect(raw.grouped(neighbors: 4) == [expected])
    #expect(raw.grouped(neighbors: 5).isEmpty)
    #expect(raw.grouped(neighbors: 0).map(\.box) == boxes)
  }

  @Test("the order of raw boxes does not matter", arguments: 1...5)
  func order(seed: Int) {
    let boxes = (0..<40).map {
      PixelRect(x: $0 * 7 % 50, y: $0 * 11 % 50, width: 20 + $0 % 9, height: 20 + $0 % 9)
    }
    let turned = Array(boxes[(seed * 7)...] + boxes[..<(seed * 7)])
    #expect(
      RawCandidates(size: Self.size, windows: 1, boxes: boxes)
        == RawCandidates(size: Self.size, windows: 1, boxes: turned))
  }

  @Test("what sticks out is grouped whole and clipped after")
  func border() {
    let boxes = (0..<4).map { PixelRect(x: 75, y: 77 + $0, width: 24, height: 24) }
    let found = RawCandidates(size: Self.size, windows: 1, boxes: boxes).grouped(neighbors: 3)
    // Mean of 77…80 is 78.5, rounded to even: 78; 78 + 24 = 102 is cut at 100.
    #expect(
      found == [Detection(box: PixelRect(x: 75, y: 78, width: 24, height: 22), neighbors: 4)])
  }

  @Test("more neighbours never give more faces in separate places")
  func monotone() {
    let boxes = (0..<6).flatMap { face in
      (0...face).map { PixelRect(x: face * 100 + $0 % 2, y: 10, width: 30, height: 30) }
    }
    let raw = RawCandidates(
      size: PixelSize(width: 1000, height: 100), windows: 1, boxes: boxes)
    #expect((1...6).map { raw.grouped(neighbors: $0).count } == [5, 4, 3, 2, 1, 0])
  }
}
