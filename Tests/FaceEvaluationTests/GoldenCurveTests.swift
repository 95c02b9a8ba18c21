import FaceEvaluation
import Testing

/// Curves by scikit-learn 1.9.1 (`roc_curve(drop_intermediate=False)`, `roc_auc_score`) and
/// pyeer 0.5.6 (`get_eer_stats(ds_scores=True)`) on scores that are exact in binary;
/// `Scripts/long/check_curves.py` computes them again.
@Suite("Curves computed elsewhere")
struct GoldenCurveTests {
  static let genuine = (0..<50).map { Double(($0 * 7919) % 23) / 64 }
  static let impostor = (0..<300).map { Double(($0 * 104729) % 29 + 12) / 64 }

  /// False and true positive rates just above 0, 1, … 40 sixty-fourths.
  static let falsePositiveRates = [
    0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.03666666666666667,
    0.07333333333333333, 0.11, 0.14666666666666667, 0.18, 0.21333333333333335,
    0.24666666666666667, 0.28, 0.31333333333333335, 0.3466666666666667, 0.38333333333333336,
    0.42, 0.45666666666666667, 0.49, 0.5233333333333333, 0.5566666666666666, 0.59,
    0.6233333333333333, 0.6566666666666666, 0.69, 0.7266666666666667, 0.7633333333333333, 0.8,
    0.8333333333333334, 0.8666666666666667, 0.9, 0.9333333333333333, 0.9666666666666667, 1.0,
  ]
  static let truePositiveRates =
    [
      0.06, 0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.36, 0.4, 0.44, 0.48, 0.52, 0.56, 0.6, 0.66,
      0.7, 0.74, 0.78, 0.82, 0.86, 0.9, 0.96,
    ] + [Double](repeating: 1, count: 19)

  @Test("scikit-learn: every point of the ROC, ties included, and the area")
  func scikitLearn() throws {
    let curve = ThresholdCurve(genuine: Self.genuine, impostor: Self.impostor)
    let steps = curve.steps()
    #expect(steps.count == 42)
    #expect(steps[0].falseMatches == 0 && steps[0].falseNonMatches == 50)
    for (index, step) in steps.dropFirst().enumerated() {
      let point = curve.point(at: step.threshold)
      #expect(step.threshold == (Double(index) / 64).nextUp)
      #expect(abs(try #require(point.fmr) - Self.falsePositiveRates[index]) < 1e-12)
      #expect(abs(1 - (try #require(point.fnmr)) - Self.truePositiveRates[index]) < 1e-12)
    }
    #expect(abs(try #require(curve.auc) - 0.9060333333333332) < 1e-12)
    #expect(abs(try #require(curve.dPrime) - 1.960394902155354) < 1e-12)
  }

  @Test("pyeer: rates, area, d′ and FNMR at fixed FMR where no score is shared")
  func pyeer() throws {
    // pyeer treats a score that both kinds share differently from scikit-learn, so there are none.
    let curve = ThresholdCurve(
      genuine: Self.genuine, impostor: Self.impostor.map { $0 + 1.0 / 128 })
    for (score, fmr, fnmr) in [
      (71.0, 0.8333333333333334, 0.0), (43, 0.3466666666666667, 0.04), (33, 0.18, 0.26),
      (37, 0.24666666666666667, 0.18), (14, 0, 0.64),
    ] {
      let point = curve.point(at: (score / 128).nextUp)
      #expect(abs(try #require(point.fmr) - fmr) < 1e-12)
      #expect(abs(try #require(point.fnmr) - fnmr) < 1e-12)
    }
    #expect(abs(try #require(curve.auc) - 0.9144) < 1e-12)
    #expect(abs(try #require(curve.dPrime) - 2.026121150551264) < 1e-12)
    for (share, fnmr) in [(0, 0.44), (0.01, 0.44), (0.05, 0.4)] {
      let threshold = try curve.threshold(for: .falseMatchRate(share))
      #expect(abs(try #require(curve.point(at: threshold).fnmr) - fnmr) < 1e-12)
    }
    // pyeer's own rate is 0.19666…: the mean over the two thresholds around the crossing.
    let equal = try #require(curve.equalErrorRate)
    #expect(equal.threshold == (35.0 / 128).nextUp)
    #expect(abs(equal.rate - (0.21333333333333335 + 0.22) / 2) < 1e-12)
  }

  @Test("probits as SciPy 1.17.1 has them")
  func probits() {
    for (share, value) in [
      (0.975, 1.959963984540054), (0.001, -3.090232306167813), (0.5, 0),
      (1e-10, -6.361340902404056),
      (0.02, -2.053748910631823),
    ] {
      #expect(abs(NormalDistribution.quantile(share) - value) < 1e-12)
      #expect(abs(NormalDistribution.share(below: value) - share) < 1e-12)
    }
  }
}
