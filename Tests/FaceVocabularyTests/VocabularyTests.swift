import FaceVocabulary
import FoundationEssentials
import Testing

@Suite("Sizes, boxes and names")
struct VocabularyTests {
  @Test("a size is read as it is written", arguments: ["1x1", "92x112", "16384x2", "1000000x1"])
  func sizes(text: String) {
    #expect(PixelSize(text)?.description == text)
  }

  @Test(
    "what is no size is refused",
    arguments: [
      "", "x", "92", "92x", "x112", "0x5", "5x0", "-3x4", "92x112x3", "9.5x3", "92×112",
      "1000001x2", "2x4000000000", "9999999999x9999999999",
    ])
  func badSizes(text: String) {
    #expect(PixelSize(text) == nil)
  }

  @Test("boxes are ordered by y, x, width, height")
  func boxOrder() {
    let boxes = [
      PixelRect(x: 5, y: 1, width: 2, height: 2), PixelRect(x: 1, y: 1, width: 3, height: 2),
      PixelRect(x: 1, y: 1, width: 2, height: 9), PixelRect(x: 9, y: 0, width: 1, height: 1),
    ]
    #expect(boxes.sorted() == [boxes[3], boxes[2], boxes[1], boxes[0]])
  }

  @Test("people are ordered by the bytes of their names")
  func nameOrder() {
    let people: [SubjectID] = ["s10", "Zoë", "s2", "李", "Zoe", "a"]
    #expect(people.sorted().map(\.name) == ["Zoe", "Zoë", "a", "s10", "s2", "李"])
  }

  @Test("a number without a name is called by its digits")
  func nameless() {
    var roster = SubjectRoster([3: "Ada"])
    #expect(roster[3] == "Ada")
    #expect(roster[-7] == "-7")
    roster[4] = "Bo"
    #expect(roster.label(of: "Bo") == 4)
    #expect(roster.labels == [3, 4])
  }

  @Test("mirroring twice gives the picture back, and a crop holds its part")
  func pictures() {
    let picture = GrayImage(
      size: PixelSize(width: 3, height: 2), pixels: [1, 2, 3, 4, 5, 6])
    #expect(picture.mirrored().pixels == [3, 2, 1, 6, 5, 4])
    #expect(picture.mirrored().mirrored() == picture)
    let part = picture.cropped(to: PixelRect(x: 1, y: 0, width: 2, height: 2))
    #expect(part.pixels == [2, 3, 5, 6])
  }

  @Test("a recipe survives being stored")
  func recipeCoding() throws {
    var recipe = Recipe()
    recipe.locate = .largest
    recipe.light = .tantriggs
    recipe.size = .fixed(PixelSize(width: 70, height: 71))
    recipe.detector.maxSize = 300
    let stored = try JSONEncoder().encode(recipe)
    #expect(try JSONDecoder().decode(Recipe.self, from: stored) == recipe)
  }
}
