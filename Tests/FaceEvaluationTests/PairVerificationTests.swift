import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Pairs told same or different")
struct PairVerificationTests {
  /// Pairs of two people `a` and `b`: fold, distance, whether they are genuine.
  private func table(_ pairs: [(fold: Int, distance: Double?, isSame: Bool)]) -> TrialTable {
    TrialTable(
      gallery: ["a", "b"],
      probes: pairs.enumerated().map { number, pair in
        .init(
          file: "a/\(number)", subject: "a", fold: pair.fold, isMated: pair.isSame,
          failed: pair.distance == nil, reference: pair.isSame ? "a/0" : "b/0")
      },
      distances: Matrix(
        rows: pairs.count, columns: 2,
        elements: pairs.flatMap { pair -> [Double] in
          let distance = pair.distance ?? .nan
          return pair.isSame ? [distance, .nan] : [.nan, distance]
        }))
  }

  @Test("each fold is decided at the threshold that is best on the others")
  func folds() {
    let table = table([
      (1, 1, true), (1, 5, false), (2, 2, true), (2, 3, false), (3, 4, true), (3, 4.5, false),
    ])
    let pairs = PairVerification(table)
    #expect(pairs.folds.map(\.fold) == [1, 2, 3])
    // Fold 1: on 2, 4 | 3, 4.5 thresholds over 2 and over 4 err once; the lower one is taken.
    let limits = [2, 4, 2].map { Double($0).nextUp }
    #expect(pairs.folds.map(\.threshold) == limits)
    #expect(pairs.folds.map(\.correct) == [2, 1, 1])
    #expect(pairs.outcomes.map(\.isCorrect) == [true, true, true, false, false, true])
    let mean = (1 + 0.5 + 0.5) / 3.0
    #expect(pairs.accuracy == mean)
    let sd = ((1 - mean) * (1 - mean) + 2 * (0.5 - mean) * (0.5 - mean)) / 2
    #expect(abs((pairs.accuracySD ?? 0) - sd.squareRoot()) < 1e-15)
    #expect(abs((pairs.standardError ?? 0) - (sd / 3).squareRoot()) < 1e-15)
    #expect(pairs.pooled.genuine.values == [1, 2, 4])
    #expect(pairs.pooled.impostor.values == [3, 4.5, 5])
    #expect(pairs.folds[0].curve.equalErrorRate?.rate == 0 && pairs.folds[0].curve.auc == 1)
    let summary = AccuracySummary(pairs, of: table)
    #expect(summary.correct == 4 && summary.total == 6 && summary.fpir == nil)
    #expect(summary.accuracies == [1, 0.5, 0.5])
  }

  @Test("one fold alone is decided only at a threshold that is given")
  func oneFold() {
    let table = table([(1, 1, true), (1, 2, false)])
    let open = PairVerification(table)
    #expect(open.folds[0].threshold == nil && open.accuracy == nil && open.outcomes.isEmpty)
    #expect(AccuracySummary(open, of: table).accuracy == nil)
    #expect(open.pooled.auc == 1)
    let given = PairVerification(table, threshold: 1.5)
    #expect(given.accuracy == 1 && given.folds[0].point?.fmr == 0)
    #expect(PairVerification(table, threshold: 1).folds[0].correct == 1)
  }

  @Test("a genuine pair without a face is a miss, any other is told apart")
  func failures() {
    let pairs = PairVerification(
      table([(1, nil, true), (1, nil, false), (2, 1, true), (2, 2, false)]))
    #expect(pairs.folds[0].correct == 1 && pairs.folds[0].failures == 2)
    #expect(pairs.pooled.point(at: 1.5).fnmr == 0.5)
  }
}

@Suite("Angles trained on and looked for")
struct AngleMatrixTests {
  @Test("cells are counted by both angles, and folds that train on several stand apart")
  func cells() {
    let probes: [TrialTable.Probe] = [
      .init(file: "1", subject: "a", fold: 1, yawDegrees: -15),
      .init(file: "2", subject: "a", fold: 2, yawDegrees: 0),
      .init(file: "3", subject: "a", fold: 3, yawDegrees: 0),
      .init(file: "4", subject: "a", fold: 1, failed: true, yawDegrees: -16),
    ]
    let table = TrialTable(
      gallery: ["a", "b"], probes: probes,
      distances: Matrix(
        rows: 4, columns: 2, elements: [1, 2, 1, 2, 3, 2, .nan, .nan]))
    let trained: [AngleMatrix.Fold: Set<Double>] = [
      .init(repetition: 1, fold: 1): [0, 1], .init(repetition: 1, fold: 2): [-15],
      .init(repetition: 1, fold: 3): [-15, 0],
    ]
    let matrix = AngleMatrix(table, trainedYaws: trained, threshold: 2.5)
    #expect(matrix.cells.map(\.trainedYawDegrees) == [nil, -15, 0])
    #expect(matrix.trainedYaws == [nil, -15, 0] && matrix.probedYaws == [-15, 0])
    #expect(matrix.cells.map(\.bin.correct) == [0, 1, 1])
    #expect(matrix.cells.map(\.bin.probes) == [1, 1, 2])
    #expect(matrix.cells[2].bin.detected == 1 && matrix.cells[2].bin.point?.fnmr == 0.5)
    #expect(matrix.cells[0].bin.point?.fmr == 1)
    #expect(matrix.widestSpan(trainedOn: -15, keeping: 1) == 0...0)
    #expect(matrix.widestSpan(trainedOn: 0, keeping: 0.6) == nil)
  }
}
