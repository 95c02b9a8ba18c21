import FaceVocabulary

/// Pairs told same or different, fold by fold.
///
/// Without a threshold of its own, each fold is decided at the lowest threshold that makes the fewest
/// errors on the pairs of all other folds: Huang, Ramesh, Berg and Learned-Miller, “Labeled Faces in
/// the Wild”, UMass 07-49, 2007, §III: the accuracy is the mean over folds.
package struct PairVerification: Equatable, Sendable {
  /// The folds, by number.
  package let folds: [Fold]
  /// All folds together.
  package let pooled: ThresholdCurve
  /// Whether each pair was told rightly, in the order of the trials; empty where no fold is decided.
  package let outcomes: [ProbeOutcome]

  /// The pairs of one fold.
  package struct Fold: Equatable, Sendable {
    package let fold: Int
    package let pairs: Int
    /// Pairs without two prepared faces; a genuine one is a miss, another is told apart.
    package let failures: Int
    /// What the fold is decided at; nil where there is no other fold to choose it on.
    package let threshold: Double?
    /// Pairs told rightly; nil without a threshold.
    package let correct: Int?
    package let curve: ThresholdCurve

    /// Share of pairs told rightly; nil without a threshold.
    package var accuracy: Double? { correct.flatMap { OperatingPoint.share($0, of: pairs) } }
    /// Rates at the threshold; nil without one.
    package var point: OperatingPoint? { threshold.map { curve.point(at: $0) } }
  }

  /// - Parameters:
  ///   - threshold: decides every fold; nil chooses one for each fold on the others.
  ///   - reconstructionThreshold: pairs whose second face fails this gate are accepted at no distance.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation, threshold: Double? = nil,
    reconstructionThreshold: Double? = nil
  ) {
    let decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    let byFold = Dictionary(grouping: decisions) { table.probes[$0.probe].fold }
    let scores = byFold.mapValues { PairVerification.scores(of: $0) }
    var outcomes: [Int: ProbeOutcome] = [:]
    folds = byFold.sorted { $0.key < $1.key }.map { fold, decisions in
      let others = scores.filter { $0.key != fold }.sorted { $0.key < $1.key }.map(\.value)
      let chosen =
        threshold
        ?? ThresholdCurve(
          genuine: others.flatMap(\.genuine), impostor: others.flatMap(\.impostor)
        ).fewestErrorsThreshold
      if let chosen {
        for decision in decisions {
          let probe = table.probes[decision.probe]
          outcomes[decision.probe] = ProbeOutcome(
            subject: probe.subject, file: probe.file, repetition: probe.repetition,
            isCorrect: PairVerification.isTold(decision, at: chosen))
        }
      }
      let own = scores[fold] ?? ([], [])
      return Fold(
        fold: fold, pairs: decisions.count, failures: decisions.count { $0.failed },
        threshold: chosen,
        correct: chosen.map { limit in
          decisions.count { PairVerification.isTold($0, at: limit) }
        }, curve: ThresholdCurve(genuine: own.genuine, impostor: own.impostor))
    }
    let all = scores.sorted { $0.key < $1.key }.map(\.value)
    pooled = ThresholdCurve(
      genuine: all.flatMap(\.genuine), impostor: all.flatMap(\.impostor))
    self.outcomes = outcomes.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Mean of the folds' accuracies; nil where a fold is not decided or there is none.
  package var accuracy: Double? {
    let shares = folds.compactMap(\.accuracy)
    guard shares.count == folds.count, !shares.isEmpty else { return nil }
    return shares.reduce(0, +) / Double(shares.count)
  }

  /// Sample standard deviation of the folds' accuracies; nil with fewer than two.
  package var accuracySD: Double? {
    guard let mean = accuracy, folds.count > 1 else { return nil }
    let squares = folds.compactMap(\.accuracy).reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(folds.count - 1)).squareRoot()
  }

  /// Standard error of the mean accuracy, which LFW's tables print behind ±.
  package var standardError: Double? {
    accuracySD.map { $0 / Double(folds.count).squareRoot() }
  }

  /// A genuine pair must be accepted, any other rejected.
  private static func isTold(_ decision: Decision, at threshold: Double) -> Bool {
    (distance(of: decision) < threshold) == decision.isMated
  }

  /// The distance between the two faces; +∞ for a pair that is accepted at no threshold.
  private static func distance(of decision: Decision) -> Double {
    guard decision.passesGate else { return .infinity }
    return decision.isMated ? decision.ownDistance : decision.nearestOtherDistance
  }

  private static func scores(
    of decisions: [Decision]
  ) -> (genuine: [Double], impostor: [Double]) {
    (
      decisions.filter(\.isMated).map(distance), decisions.filter { !$0.isMated }.map(distance)
    )
  }
}

extension ThresholdCurve {
  /// The lowest threshold with the fewest false matches and false non-matches together; nil without
  /// any finite score.
  package var fewestErrorsThreshold: Double? {
    var best: VerificationStep?
    walk { step in
      let errors = step.falseMatches + step.falseNonMatches
      if errors < best.map({ $0.falseMatches + $0.falseNonMatches }) ?? Int.max { best = step }
    }
    return best?.threshold
  }
}

extension AccuracySummary {
  /// The accuracy of pairs: what is told rightly of all pairs, over folds instead of repeats.
  ///
  /// Nothing counts where no fold is decided. A pair is no search, so there is neither rank 1 nor
  /// FPIR or FNIR: ``rankOneHits`` is 0.
  package init(
    _ pairs: PairVerification, of table: TrialTable, in part: TrialTable.Part? = .evaluation,
    threshold: Double? = nil
  ) {
    let decisions = table.decisions(in: part)
    self.threshold = threshold
    correct = pairs.outcomes.count(where: \.isCorrect)
    total = pairs.outcomes.count
    var people: [SubjectID: (correct: Int, pairs: Int)] = [:]
    for outcome in pairs.outcomes {
      people[outcome.subject, default: (0, 0)].pairs += 1
      if outcome.isCorrect { people[outcome.subject, default: (0, 0)].correct += 1 }
    }
    interval = ProportionInterval(
      byPerson: people.sorted { $0.key < $1.key }.map {
        PersonTally(subject: $0.key, events: $0.value.correct, trials: $0.value.pairs)
      })
    errorParts = ErrorParts(
      errorsOfPairs: total - correct, undetected: decisions.count { $0.isMated && $0.failed })
    let found = decisions.compactMap { table.probes[$0.probe].detection }
    detections = found.isEmpty ? nil : Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
    rankOneHits = 0
    matedProbes = decisions.count(where: \.isMated)
    nonMatedProbes = decisions.count { !$0.isMated }
    failures = decisions.count { $0.failed }
    gallerySubjects = table.gallery.count
    fpir = nil
    fnir = nil
    accuracies = pairs.folds.compactMap(\.accuracy)
  }
}
