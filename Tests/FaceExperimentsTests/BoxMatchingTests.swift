import FaceVocabulary
import Matrices
import Testing

@testable import FaceExperiments

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
    #expect(shuffled == matching)
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

@Suite("Rows of a detector sweep")
struct DetectorRowTests {
  private func outcome(_ counts: [(hits: Int, falses: Int, windows: Int)]) -> DetectorSweepOutcome {
    let pictures = 4
    let cells = counts.enumerated().map { number, count in
      var settings = DetectorSettings()
      settings.neighbors = number
      return DetectorCell(
        settings: settings,
        pictures: (0..<pictures).map { _ in
          let known = (0..<10).map { PixelRect(x: $0 * 100, y: 0, width: 20, height: 20) }
          let found =
            known.prefix(count.hits)
            + (0..<count.falses).map { PixelRect(x: $0 * 100, y: 500, width: 20, height: 20) }
          return PictureCount(
            found: Array(found), known: known, pixels: 500_000, windows: count.windows,
            milliseconds: [Double(number)], spentMilliseconds: 1)
        })
    }
    return DetectorSweepOutcome(
      cells: cells, files: (0..<pictures).map { "\($0)" }, searches: 1, spentMilliseconds: 1)
  }

  @Test("sums and rates over pictures")
  func rates() {
    let row = outcome([(8, 2, 100)]).rows(.iou)[0]
    #expect(row.hits == 32 && row.misses == 8 && row.falseAlarms == 8 && row.faces == 40)
    #expect(row.recall == 0.8 && row.precision == 0.8 && row.windows == 400)
    #expect(row.falsePerMegapixel == 4)
  }

  @Test("Pareto rows are those that no other row beats; equal rows stay together")
  func pareto() {
    let rows = outcome([(8, 2, 100), (8, 3, 100), (6, 0, 100), (9, 9, 400), (8, 2, 100)]).rows(.iou)
    #expect(rows.map(\.isPareto) == [true, false, true, true, true])
  }

  @Test("nothing found has no precision and an F1 that is not measured")
  func nothing() {
    let row = outcome([(0, 0, 100)]).rows(.iou)[0]
    #expect(row.precision == nil && row.f1 == nil && row.recall == 0)
  }

  @Test("the cheapest settings that reach the recall are chosen, and shown on the other half")
  func choice() throws {
    let outcome = outcome([(9, 1, 300), (9, 2, 100), (8, 0, 50)])
    let choice = try DetectorChoice(from: outcome, recall: 0.9, by: .iou, seed: 1)
    #expect(choice.settings.neighbors == 1)
    #expect(choice.reports.map(\.part) == ["dev", "eval", "dev", "eval"])
    #expect(choice.reports.map(\.row.rule) == [.iou, .iou, .offset, .offset])
    #expect(choice.development.images == 2 && choice.evaluation.images == 2)
    #expect(throws: DetectorChoiceError.notReached(wished: 0.95, best: 0.9)) {
      try DetectorChoice(from: outcome, recall: 0.95, by: .iou, seed: 1)
    }
  }

  @Test("the rule that is asked for chooses; both are reported")
  func rules() throws {
    // One box as wide as the head and half as high, one in its middle and smaller: the first has
    // half of the union, the second has not, and both lie within the offsets.
    let known = [PixelRect(x: 0, y: 0, width: 20, height: 20)]
    let low = [PixelRect(x: 0, y: 0, width: 20, height: 10)]
    let small = [PixelRect(x: 3, y: 3, width: 14, height: 14)]
    func cell(_ found: [PixelRect], windows: Int) -> DetectorCell {
      var settings = DetectorSettings()
      settings.neighbors = windows
      return DetectorCell(
        settings: settings,
        pictures: (0..<2).map { _ in
          PictureCount(
            found: found, known: known, pixels: 400, windows: windows, milliseconds: [],
            spentMilliseconds: 0)
        })
    }
    let outcome = DetectorSweepOutcome(
      cells: [cell(low, windows: 2), cell(small, windows: 1)], files: ["a", "b"], searches: 2,
      spentMilliseconds: 0)
    #expect(outcome.rows(.iou).map(\.hits) == [2, 0])
    #expect(outcome.rows(.offset).map(\.hits) == [2, 2])
    let iou = try DetectorChoice(from: outcome, recall: 1, by: .iou, seed: 1)
    #expect(iou.settings.neighbors == 2 && iou.development.rule == .iou)
    let offset = try DetectorChoice(from: outcome, recall: 1, by: .offset, seed: 1)
    #expect(offset.reports.map(\.row.rule) == [.offset, .offset, .iou, .iou])
    #expect(offset.reports.map(\.row.hits) == [1, 1, 0, 0])
  }
}
