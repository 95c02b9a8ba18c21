import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Boxes against known boxes")
struct BoxMatchingTests {
  private let head = PixelRect(x: 10, y: 10, width: 20, height: 20)

  @Test("an overlap of exactly one half counts")
  func half() {
    // 20×20 against 20×10 inside it: 200 shared of 400.
    #expect(MatchRule.iou.accepts(PixelRect(x: 10, y: 10, width: 20, height: 10), head))
    #expect(!MatchRule.iou.accepts(PixelRect(x: 10, y: 10, width: 20, height: 9), head))
    #expect(!MatchRule.iou.accepts(PixelRect(x: 30, y: 10, width: 20, height: 20), head))
  }

  @Test("the offset rule bounds distance and width")
  func offset() {
    #expect(MatchRule.offset.accepts(PixelRect(x: 16, y: 10, width: 20, height: 20), head))
    #expect(!MatchRule.offset.accepts(PixelRect(x: 17, y: 10, width: 20, height: 20), head))
    #expect(MatchRule.offset.accepts(PixelRect(x: 5, y: 5, width: 30, height: 30), head))
    #expect(!MatchRule.offset.accepts(PixelRect(x: 4, y: 4, width: 32, height: 32), head))
  }

  @Test("two boxes on one head are one hit and one false alarm")
  func doubled() {
    let matching = BoxMatching(found: [head, head], known: [head], rule: .iou)
    #expect(matching.hits == 1 && matching.misses == 0 && matching.falseAlarms == 1)
  }

  @Test("a head that need not be found is no miss, and finding it no false alarm")
  func ignored() {
    let other = PixelRect(x: 60, y: 10, width: 20, height: 20)
    let matching = BoxMatching(found: [head, other], known: [head], ignored: [other], rule: .iou)
    #expect(matching.hits == 1 && matching.misses == 0 && matching.falseAlarms == 0)
  }

  @Test("as many boxes are paired as can be, in any order", arguments: 1...40)
  func maximum(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func boxes(_ count: Int) -> [PixelRect] {
      (0..<count).map { _ in
        PixelRect(
          x: generator.below(12), y: generator.below(12), width: 14 + generator.below(8),
          height: 14 + generator.below(8))
      }
    }
    let found = boxes(4)
    let known = boxes(4)
    let matching = BoxMatching(found: found, known: known, rule: .iou)
    #expect(matching.hits == best(found, known))
    #expect(matching.hits + matching.misses == 4 && matching.hits + matching.falseAlarms == 4)
    let shuffled = BoxMatching(
      found: generator.shuffled(found), known: generator.shuffled(known), rule: .iou)
    #expect(shuffled.hits == matching.hits && shuffled.falseAlarms == matching.falseAlarms)
  }

  /// The best of all assignments, tried one by one.
  private func best(_ found: [PixelRect], _ known: [PixelRect]) -> Int {
    guard let first = found.first else { return 0 }
    let rest = Array(found.dropFirst())
    var most = best(rest, known)
    for index in known.indices where MatchRule.iou.accepts(first, known[index]) {
      var left = known
      left.remove(at: index)
      most = max(most, 1 + best(rest, left))
    }
    return most
  }
}
