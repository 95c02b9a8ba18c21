import FaceEvaluation
import FaceVocabulary
import Testing

@testable import FaceExperiments

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
      cells: cells, files: (0..<pictures).map { "\($0)" }, faces: [], searches: 1,
      spentMilliseconds: 1)
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
      cells: [cell(low, windows: 2), cell(small, windows: 1)], files: ["a", "b"], faces: [],
      searches: 2,
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
