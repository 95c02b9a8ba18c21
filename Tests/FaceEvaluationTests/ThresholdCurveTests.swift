import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@Suite("Threshold curve")
struct ThresholdCurveTests {
  static let seeds: [UInt64] = Array(1...24)

  @Test("every rate equals the plain count at every threshold", arguments: seeds)
  func equalsReference(seed: UInt64) {
    let table = RandomTrials.table(
      seed: seed, people: 2 + Int(seed % 7), images: 1 + Int(seed % 5), strangers: Int(seed % 4))
    for part in [TrialTable.Part.evaluation, .development] {
      for gate in [nil, 0.5] {
        let curve = ThresholdCurve(table, in: part, reconstructionThreshold: gate)
        let thresholds =
          [0, -1, 10, .infinity] + curve.thresholds() + (0...24).map { Double($0) / 16 }
        for threshold in thresholds {
          let point = curve.point(at: threshold)
          let rates = PlainReference.Rates(
            fmr: point.fmr, fnmr: point.fnmr, fpir: point.fpir, fnir: point.fnir,
            accuracy: point.accuracy)
          #expect(rates == PlainReference.rates(table, part, at: threshold, gate: gate))
        }
      }
    }
  }

  @Test("rates move one way only as the threshold rises", arguments: seeds)
  func monotone(seed: UInt64) {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    let points = curve.steps().map { curve.point(at: $0.threshold) }
    for (lower, higher) in zip(points, points.dropFirst()) {
      #expect(lower.threshold < higher.threshold)
      #expect(lower.falseMatches <= higher.falseMatches)
      #expect(lower.falseNonMatches >= higher.falseNonMatches)
      #expect(lower.falsePositives <= higher.falsePositives)
      #expect(lower.identified <= higher.identified)
    }
  }

  @Test("a walk visits the same counts as separate searches", arguments: seeds)
  func walkEqualsPoints(seed: UInt64) {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    for step in curve.steps() {
      let point = curve.point(at: step.threshold)
      #expect(step.falseMatches == point.falseMatches)
      #expect(step.falseNonMatches == point.falseNonMatches)
    }
  }

  @Test("accepting is strict: a distance equal to the threshold is rejected")
  func strict() {
    let curve = ThresholdCurve(genuine: [0.5], impostor: [0.5])
    #expect(curve.point(at: 0.5).falseMatches == 0)
    #expect(curve.point(at: 0.5).fnmr == 1)
    #expect(curve.point(at: 0.5.nextUp).fmr == 1)
    #expect(ThresholdCurve(genuine: [0], impostor: [0]).point(at: 0).fmr == 0)
  }

  @Test("a rate without trials is nil, never zero")
  func nothingMeasured() {
    let point = ThresholdCurve(genuine: [1], impostor: []).point(at: 2)
    #expect(point.fmr == nil)
    #expect(point.fnmr == 0)
    #expect(point.fpir == nil)
    #expect(point.fnir == nil)
    #expect(point.accuracy == nil)
  }

  @Test("the equal error rate is the lowest threshold with the least difference", arguments: seeds)
  func equalError(seed: UInt64) throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    let found = try #require(curve.equalErrorRate)
    var best: (gap: Double, threshold: Double, rate: Double)?
    for step in curve.steps() {
      let point = curve.point(at: step.threshold)
      let fmr = try #require(point.fmr)
      let fnmr = try #require(point.fnmr)
      if abs(fmr - fnmr) < (best?.gap ?? 2) - 1e-12 {
        best = (abs(fmr - fnmr), step.threshold, (fmr + fnmr) / 2)
      }
    }
    #expect(found.threshold == best?.threshold)
    #expect(found.rate == best?.rate)
  }

  @Test(
    "a threshold for FMR ≤ F is the largest one", arguments: seeds,
    [0, 0.001, 0.05, 0.1, 0.3, 0.5, 0.999, 1])
  func largestThreshold(seed: UInt64, share: Double) throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    for criterion in [
      ThresholdCriterion.falseMatchRate(share), .falsePositiveRate(share),
    ] {
      let threshold = try curve.threshold(for: criterion)
      func rate(_ threshold: Double) -> Double? {
        let point = curve.point(at: threshold)
        return criterion == .falseMatchRate(share) ? point.fmr : point.fpir
      }
      #expect(try #require(rate(threshold)) <= share)
      if threshold != curve.acceptingAll { #expect(try #require(rate(threshold.nextUp)) > share) }
    }
  }

  @Test("the most accurate threshold beats all others and is the lowest such", arguments: seeds)
  func mostAccurate(seed: UInt64) throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    let chosen = try curve.threshold(for: .bestAccuracy)
    let best = curve.point(at: chosen).correct
    for threshold in curve.thresholds() {
      let correct = curve.point(at: threshold).correct
      #expect(correct <= best)
      if correct == best { #expect(threshold >= chosen) }
    }
  }

  @Test("choosing on trials that do not exist is refused")
  func refusals() {
    let curve = ThresholdCurve(genuine: [1, 2], impostor: [])
    #expect(throws: EvaluationError.noTrials(.impostor, .evaluation)) {
      try curve.threshold(for: .falseMatchRate(0.1))
    }
    #expect(throws: EvaluationError.noTrials(.nonMated, .evaluation)) {
      try curve.threshold(for: .falsePositiveRate(0.1))
    }
    #expect(throws: EvaluationError.shareOutOfRange(1.5)) {
      try ThresholdCurve(genuine: [1], impostor: [2]).threshold(for: .falseMatchRate(1.5))
    }
  }

  @Test("the area under the curve is the chance of a larger impostor score", arguments: seeds)
  func area(seed: UInt64) throws {
    let curve = ThresholdCurve(RandomTrials.table(seed: seed))
    var wins = 0.0
    for own in curve.genuine.values {
      for other in curve.impostor.values { wins += other > own ? 1 : other == own ? 0.5 : 0 }
    }
    let pairs = Double(curve.genuine.count * curve.impostor.count)
    #expect(abs(try #require(curve.auc) - wins / pairs) < 1e-12)
  }

  @Test("thinned steps keep both ends and stay on the curve")
  func thinned() {
    var generator = SeededGenerator(seed: 5)
    let curve = ThresholdCurve(
      genuine: (0..<3000).map { _ in generator.uniform() },
      impostor: (0..<20_000).map { _ in 0.3 + generator.uniform() })
    let all = curve.steps()
    let thin = curve.steps(atMost: 400)
    #expect(thin.count < 900)
    #expect(thin.first == all.first)
    #expect(thin.last == all.last)
    for step in thin {
      #expect(curve.point(at: step.threshold).falseMatches == step.falseMatches)
    }
  }

  @Test("a failed detection is a counted miss of a mated probe and lets no stranger in")
  func failures() {
    let table = TrialTable(
      gallery: ["a", "b"],
      probes: [
        .init(file: "a/1", subject: "a", failed: true), .init(file: "a/2", subject: "a"),
        .init(file: "s/1", subject: "s", isMated: false, failed: true),
      ],
      distances: Matrix(rows: 3, columns: 2, elements: [.nan, .nan, 1, 2, .nan, .nan]))
    let curve = ThresholdCurve(table)
    let point = curve.point(at: 10)
    #expect(curve.failures == 2)
    #expect(point.fnmr == 0.5)
    #expect(point.fnir == 0.5)
    #expect(point.fpir == 0)
    #expect(point.accuracy == 2.0 / 3)
    #expect(AccuracySummary(table).accuracy == 0.5)
    #expect(RankCurve(table).rate(atRank: 2) == 0.5)
  }
}

@Suite("Sorted scores")
struct SortedScoresTests {
  @Test("radix sort equals the standard sort", arguments: [1, 4095, 4096, 5000, 50_000])
  func equalsSort(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let special = [0, -0.0, .infinity, Double.leastNonzeroMagnitude, -3, 1e308]
    let scores = (0..<count).map { index in
      index < special.count ? special[index] : (generator.uniform() - 0.3) * 1e4
    }
    #expect(SortedScores(scores).values == scores.sorted())
    #expect(SortedScores(scores + [.nan]).count == count)
  }

  @Test("ten million scores give all operating points from one sort")
  func tenMillion() throws {
    var generator = SeededGenerator(seed: 9)
    let genuine = (0..<100_000).map { _ in generator.uniform() }
    let impostor = (0..<9_900_000).map { _ in 0.4 + generator.uniform() }
    let before = cpuSeconds()
    let curve = ThresholdCurve(genuine: genuine, impostor: impostor)
    let rate = try #require(curve.equalErrorRate).rate
    let spent = cpuSeconds() - before
    #expect(abs(rate - 0.3) < 0.01)
    // Printed, not tested: a busy machine must not fail the suite.
    print("10 million scores sorted and walked through in \(spent) s of one processor")
  }

  /// Processor time of this thread.
  private func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
