import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Costs, and all rates in one list")
struct RateSheetTests {
  @Test("the cheapest threshold is the lowest of those no other undercuts", arguments: 1...12)
  func cheapest(seed: Int) throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: UInt64(seed)))
    for costs in [
      ErrorCosts(falseMatch: 1, falseNonMatch: 1),
      ErrorCosts(falseMatch: 10, falseNonMatch: 1, genuineShare: 0.01),
      ErrorCosts(falseMatch: 1, falseNonMatch: 10, genuineShare: 0.9),
      ErrorCosts(falseMatch: 0, falseNonMatch: 1), ErrorCosts(falseMatch: 1, falseNonMatch: 0),
    ] {
      let chosen = try curve.threshold(for: .leastCost(costs))
      let least = try #require(costs.expected(at: curve.point(at: chosen)))
      for step in curve.steps() {
        let cost = try #require(costs.expected(at: curve.point(at: step.threshold)))
        #expect(cost >= least - 1e-12)
        if step.threshold < chosen { #expect(cost > least + 1e-15) }
      }
    }
  }

  @Test("costs are counted by hand: 4 of 10 impostors, 1 of 5 genuine")
  func byHand() throws {
    let curve = ThresholdCurve(
      genuine: [1, 1, 1, 1, 9], impostor: [1, 1, 1, 1, 9, 9, 9, 9, 9, 9])
    let costs = ErrorCosts(falseMatch: 2, falseNonMatch: 6, genuineShare: 0.25)
    // 2 · 0.75 · 0.4 + 6 · 0.25 · 0.2
    #expect(abs(try #require(costs.expected(at: curve.point(at: 5))) - 0.9) < 1e-12)
    #expect(costs.expected(at: ThresholdCurve(genuine: [1], impostor: []).point(at: 2)) == nil)
  }

  @Test("equal costs and priors put the least cost under half the sum of the equal error rate")
  func halfTotal() throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: 3))
    let costs = ErrorCosts(falseMatch: 1, falseNonMatch: 1)
    let point = curve.point(at: try curve.threshold(for: .leastCost(costs)))
    #expect(try #require(point.hter) <= (try #require(curve.equalErrorRate)).rate)
    #expect(costs.expected(at: point) == point.hter)
  }

  @Test("a cost without impostor or genuine scores is an error that says which is missing")
  func missing() {
    let costs = ErrorCosts(falseMatch: 1, falseNonMatch: 1)
    #expect(throws: EvaluationError.noTrials(.impostor, .evaluation)) {
      try ThresholdCurve(genuine: [1], impostor: []).threshold(for: .leastCost(costs))
    }
    #expect(throws: EvaluationError.noTrials(.genuine, .evaluation)) {
      try ThresholdCurve(genuine: [], impostor: [1]).threshold(for: .leastCost(costs))
    }
  }

  @Test("the sheet says what the curve, the ranks and the summary say", arguments: 1...6)
  func agrees(seed: Int) throws {
    let table = RandomTrials.table(seed: UInt64(seed))
    let sheet = RateSheet(table, threshold: 0.6)
    let curve = ThresholdCurve(table)
    let point = curve.point(at: 0.6)
    let expected: [RateSheet.Rate: Double?] = [
      .rank1: RankCurve(table).rankOne, .rank5: RankCurve(table).rate(atRank: 5),
      .macroAccuracy: table.macroMean(threshold: 0.6), .eer: curve.equalErrorRate?.rate,
      .auc: curve.auc, .dPrime: curve.dPrime, .fmr: point.fmr, .fnmr: point.fnmr,
      .hter: point.hter, .fpir: point.fpir, .fnir: point.fnir, .dir: point.dir,
      .accuracy: point.accuracy,
    ]
    for (rate, value) in expected { #expect(sheet[rate]?.value == value, "\(rate)") }
    #expect(sheet.rows.map(\.rate) == RateSheet.Rate.allCases)
    // Rates that depend on the threshold say at which they were read.
    let free: Set<RateSheet.Rate> = [.rank1, .rank5, .rank10, .eer, .auc, .dPrime]
    for row in sheet.rows where !free.contains(row.rate) { #expect(row.threshold == 0.6) }
    #expect(sheet[.eer]?.threshold == curve.equalErrorRate?.threshold)
    for row in sheet.rows {
      guard let events = row.events, let trials = row.trials else { continue }
      #expect(row.value == Double(events) / Double(trials), "\(row.rate)")
      let interval = try #require(row.interval)
      let value = try #require(row.value)
      #expect(interval.low <= value + 1e-12 && value <= interval.high + 1e-12)
    }
  }

  @Test("without a threshold what needs one is not measured; without trials nothing is")
  func unmeasured() {
    let sheet = RateSheet(RandomTrials.table(seed: 2))
    for rate in [RateSheet.Rate.fmr, .fnmr, .hter, .fpir, .fnir, .dir] {
      #expect(sheet[rate]?.value == nil && sheet[rate]?.events == nil)
    }
    #expect(sheet[.accuracy]?.value == sheet[.rank1]?.value)
    let strangers = RateSheet(
      RandomTrials.table([("s", "s/1", [1])], gallery: ["a"]), threshold: 2)
    #expect(strangers[.fpir]?.value == 1)
    #expect(strangers[.rank1]?.value == nil && strangers[.fnir]?.value == nil)
    #expect(strangers[.eer]?.value == nil && strangers[.hter]?.value == nil)
  }

  @Test("searches that name the right person are told from those that name a wrong one")
  func searches() {
    let table = RandomTrials.table(
      [("a", "a/1", [1, 4]), ("b", "b/1", [2, 3]), ("s", "s/1", [5, 6])], gallery: ["a", "b"])
    let curve = table.searchCurve()
    #expect(curve.genuine.values == [1] && curve.impostor.values == [2, 5])
    #expect(curve.genuineShare == 1.0 / 3)
    #expect(ThresholdCurve(genuine: [1], impostor: [.infinity]).genuineShare == nil)
  }

  @Test("rules of 3 and of 30: too few errors say so, enough of them say nothing")
  func evidence() {
    let counts: [EvidenceRule.Count] = [
      .init("FMR", errors: 0, of: 300), .init("FNMR", errors: 1, of: 67),
      .init("FPIR", errors: 29, of: 50), .init("FNIR", errors: 30, of: 60),
      .init("none", errors: 0, of: 0),
    ]
    #expect(
      EvidenceRule.findings(counts) == [
        "No error at all: FMR at most 1 % (rule of 3).",
        "Fewer than 30 errors, so not known to within 30 %: FNMR 1/67, FPIR 29/50 (rule of 30).",
      ])
    #expect(EvidenceRule.findings([.init("FNIR", errors: 30, of: 60)]) == [])
  }
}
