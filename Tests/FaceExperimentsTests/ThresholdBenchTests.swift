import FaceEvaluation
import FaceModels
import FaceVocabulary
import Matrices
import Testing

@testable import FaceExperiments

@Suite("Thresholds of stored scores")
struct ThresholdBenchTests {
  private func stored(_ book: Workbook) throws -> StoredResult {
    let dataset = try book.dataset(people: 12, noise: 70)
    var plan = EvaluationPlan.plain(dataset)
    plan.split.unknown = .fraction(0.34)
    let cell = try #require(try book.run(plan, on: dataset).first)
    return try book.results.store(cell, as: "strangers", host: "", stored: 0)
  }

  @Test("chosen on dev, reported unchanged on eval, from probes that dev never saw")
  func transfer() throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: 0.5)
    let choice = try bench.choose(.falsePositiveRate(0.2), on: .development)
    #expect(choice.rows.map(\.part) == [.development, .evaluation])
    #expect(choice.rows.allSatisfy { $0.point.threshold == choice.threshold })
    #expect(!choice.isOptimistic)
    let dev = choice.rows[0].point
    #expect((dev.fpir ?? 1) <= 0.2)
    // A threshold one step up lets too many in.
    let above = bench.row(.development, at: choice.threshold.nextUp).point
    #expect((above.fpir ?? 0) > 0.2)
    #expect(dev.probes + choice.rows[1].point.probes == bench.result.trials.probes.count)
  }

  @Test(
    "what is chosen or fitted on dev does not depend on eval at all",
    arguments: [
      .falsePositiveRate(0.2), .falseMatchRate(0.05), .equalError, .bestAccuracy,
      .leastCost(ErrorCosts(falseMatch: 5, falseNonMatch: 1, genuineShare: 0.2)),
    ] as [ThresholdCriterion])
  func blind(criterion: ThresholdCriterion) throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: 0.5)
    var other = bench.result
    var distances = bench.trials.distances
    for (row, probe) in bench.trials.probes.enumerated() where probe.part == .evaluation {
      for column in 0..<distances.columns { distances[row, column] *= 3 }
    }
    other.trials = TrialTable(
      gallery: bench.trials.gallery, probes: bench.trials.probes, distances: distances)
    let changed = ThresholdBench(other, developmentShare: nil)
    let choice = try bench.choose(criterion, on: .development)
    let again = try changed.choose(criterion, on: .development)
    #expect(choice.threshold == again.threshold && choice.rows[0] == again.rows[0])
    #expect(choice.rows[1] != again.rows[1])
    for question in CalibrationQuestion.allCases {
      let fit = try bench.calibrate(question, form: .logistic, prior: nil, on: .development)
      let refit = try changed.calibrate(question, form: .logistic, prior: nil, on: .development)
      #expect(fit.calibration == refit.calibration && fit.reliability != refit.reliability)
      #expect(!fit.isOptimistic)
    }
  }

  @Test("a calibration says what it was fitted on, and holds for the wished prior")
  func calibration() throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: 0.5)
    let usual = try bench.calibrate(.pair, form: .logistic, prior: nil, on: .development)
    let rare = try bench.calibrate(.pair, form: .logistic, prior: 0.01, on: .development)
    #expect(usual.prior == 0.5 && rare.prior == 0.01)
    for (often, seldom) in zip(usual.probes, rare.probes) {
      #expect(often.probability > seldom.probability)
    }
    let dev = ThresholdCurve(bench.trials, in: .development)
    #expect(usual.rightScores == dev.genuine.count && usual.wrongScores == dev.impostor.count)
    let own = try bench.calibrate(.nearest, form: .isotonic, prior: nil, on: .evaluation)
    #expect(own.isOptimistic && own.fittedOn == .evaluation)
    // A staircase judged on what it was fitted on is never off.
    #expect(own.reliability.expectedCalibrationError < 1e-9)
    #expect(throws: EvaluationError.self) {
      try ThresholdBench(bench.result, developmentShare: nil)
        .calibrate(.pair, form: .logistic, prior: nil, on: .development)
    }
  }

  @Test("a choice on the evaluation part says that it is optimistic")
  func optimistic() throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: nil)
    let choice = try bench.choose(.equalError, on: .evaluation)
    #expect(choice.isOptimistic && choice.rows.map(\.part) == [.evaluation])
  }

  @Test("a sweep is monotone and its ends accept nobody and everybody")
  func sweep() throws {
    let book = Workbook()
    let rows = try ThresholdBench(try stored(book), developmentShare: nil)
      .sweep(.evaluation, points: 15)
    #expect(rows.count <= 15 && rows.count > 5)
    for (before, after) in zip(rows, rows.dropFirst()) {
      #expect(before.point.threshold < after.point.threshold)
      #expect(before.point.falseMatches <= after.point.falseMatches)
      #expect(before.point.falseNonMatches >= after.point.falseNonMatches)
      #expect(before.point.falsePositives <= after.point.falsePositives)
    }
    #expect(rows.first?.point.falsePositives == 0)
    #expect(rows.last?.point.fpir == 1)
  }

  @Test("trying a threshold names exactly the pictures that change", arguments: 1...8)
  func trial(step: Int) throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: nil)
    let thresholds = try bench.sweep(.evaluation, points: 10).map(\.point.threshold)
    let old = thresholds[2]
    let new = thresholds[min(step, thresholds.count - 1)]
    let trial = bench.tryOut(new, from: old)
    func accepted(_ threshold: Double) -> Set<String> {
      Set(
        bench.trials.decisions(in: nil).filter { $0.isAccepted(at: threshold) }
          .map { bench.trials.probes[$0.probe].file })
    }
    #expect(Set(trial.accepted) == accepted(new).subtracting(accepted(old)))
    #expect(Set(trial.rejected) == accepted(old).subtracting(accepted(new)))
    #expect(trial.knownAccepted + trial.strangersAccepted == accepted(new).count)
  }

  @Test("the reconstruction gate passes more as it opens; LBPH has none")
  func gate() throws {
    let book = Workbook()
    let bench = ThresholdBench(try stored(book), developmentShare: nil)
    let rows = try bench.reconstructionSweep(.evaluation, points: 10)
    for (before, after) in zip(rows, rows.dropFirst()) {
      #expect(before.mated ?? 0 <= after.mated ?? 0)
    }
    #expect(rows.last?.mated == 1)
    let dataset = try book.dataset("other")
    let cell = try #require(
      try book.run(.plain(dataset, cells: [.init(.trained(.lbph, .all))]), on: dataset).first)
    let lbph = try book.results.store(cell, as: "lbph", host: "", stored: 0)
    #expect(throws: ResultError.self) {
      try ThresholdBench(lbph, developmentShare: nil).reconstructionSweep(.evaluation, points: 5)
    }
  }
}
