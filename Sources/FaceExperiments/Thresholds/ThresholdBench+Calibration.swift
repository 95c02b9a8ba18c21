package import FaceEvaluation
package import FaceVocabulary

/// What a calibrated probability is about.
package enum CalibrationQuestion: String, CaseIterable, Sendable {
  /// Whether two faces show one person.
  case pair
  /// Whether the nearest person of a search is the right one.
  case nearest
}

/// The shape of a calibration curve.
package enum CalibrationForm: String, CaseIterable, Sendable {
  case logistic
  case isotonic
}

/// A calibration fitted on one part of a result and judged on the other.
package struct CalibrationTrial: Equatable, Sendable {
  package let question: CalibrationQuestion
  package let form: CalibrationForm
  package let calibration: Calibration
  /// Share of right comparisons that the probabilities hold for.
  package let prior: Double
  /// Part and scores that it was fitted on.
  package let fittedOn: TrialTable.Part
  package let rightScores: Int
  package let wrongScores: Int
  /// How well it holds on the evaluation part.
  package let reliability: ReliabilityTable
  /// Where its Brier score lies, by person; nil with fewer than two people.
  package let brierInterval: PersonInterval?
  /// Every probe of the evaluation part that was compared with somebody, in the result's order.
  package let probes: [Probe]

  /// Whether it was fitted on the very scores it is judged on.
  package var isOptimistic: Bool { fittedOn == .evaluation }

  /// A probe with the probability beside its distance.
  package struct Probe: Equatable, Sendable {
    package let file: String
    package let subject: SubjectID
    package let nearest: SubjectID
    package let distance: Distance
    package let probability: Double
    /// Whether the nearest person is the right one.
    package let isRight: Bool
  }
}

extension ThresholdBench {
  /// Fits a calibration on `part` and judges it on the evaluation part.
  ///
  /// - Parameter prior: share of right comparisons where the probabilities are to be used; nil takes
  ///   one half for pairs, and for searches the share that the fitted part has.
  /// - Throws: ``EvaluationError/tooFewScores(genuine:impostor:)``,
  ///   ``EvaluationError/shareOutOfRange(_:)``.
  package func calibrate(
    _ question: CalibrationQuestion, form: CalibrationForm, prior: Double?, on part: TrialTable.Part
  ) throws(EvaluationError) -> CalibrationTrial {
    func curve(_ part: TrialTable.Part) -> ThresholdCurve {
      switch question {
      case .pair: ThresholdCurve(trials, in: part, reconstructionThreshold: gate)
      case .nearest: trials.searchCurve(in: part, reconstructionThreshold: gate)
      }
    }
    let fitted = curve(part)
    let judged = curve(.evaluation)
    let share = prior ?? (question == .nearest ? fitted.genuineShare : nil) ?? 0.5
    let calibration =
      switch form {
      case .logistic: try Calibration.logistic(fitting: fitted, genuineShare: share)
      case .isotonic: try Calibration.isotonic(fitting: fitted, genuineShare: share)
      }
    // Without a wished prior, searches of the judged part count as often as they happened.
    let judgedShare =
      prior ?? (question == .nearest ? judged.genuineShare ?? share : share)
    let reliability = try ReliabilityTable(
      calibration, on: judged, genuineShare: judgedShare)
    let brier = reliability.brierScore
    let brierInterval =
      switch question {
      case .pair:
        BrierBounds.ofPairs(
          brier, calibration, trials, reconstructionThreshold: gate, genuineShare: judgedShare)
      case .nearest:
        BrierBounds.ofSearches(
          brier, calibration, trials, reconstructionThreshold: gate, genuineShare: prior)
      }
    let probes = trials.decisions(in: .evaluation, reconstructionThreshold: gate)
      .compactMap { decision -> CalibrationTrial.Probe? in
        guard let nearest = decision.nearest else { return nil }
        let probe = trials.probes[decision.probe]
        return CalibrationTrial.Probe(
          file: probe.file, subject: probe.subject, nearest: trials.gallery[nearest],
          distance: decision.nearestDistance,
          probability: calibration.probability(at: decision.nearestDistance),
          isRight: trials.gallery[nearest] == probe.subject && probe.isMated)
      }
    return CalibrationTrial(
      question: question, form: form, calibration: calibration, prior: share, fittedOn: part,
      rightScores: fitted.genuine.finiteCount, wrongScores: fitted.impostor.finiteCount,
      reliability: reliability, brierInterval: brierInterval, probes: probes)
  }
}
