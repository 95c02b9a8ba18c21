import FaceVocabulary

/// The accuracy of one part, with or without a threshold.
///
/// With a threshold: mated probes accepted under their own name and non-mated probes rejected, of all
/// probes. Without one: mated probes whose own person is nearest, of the mated probes.
package struct AccuracySummary: Equatable, Sendable {
  package let threshold: Double?
  /// Probes with the right outcome.
  package let correct: Int
  /// Probes that count: all with a threshold, the mated ones without.
  package let total: Int
  /// 95 % interval by person; nil without probes.
  package let interval: ProportionInterval?
  /// Mated probes whose own person is nearest.
  package let rankOneHits: Int
  package let matedProbes: Int
  package let nonMatedProbes: Int
  /// Probes that count and came out wrong.
  package var errors: Int { total - correct }
  /// The errors by the stage that failed.
  package let errorParts: ErrorParts
  /// How often the face was not found as it should be, strangers included; nil where that is not
  /// part of the test.
  package let detections: [DetectionOutcome: Int]?
  /// Probes without a prepared face, counted above.
  package let failures: Int
  package let gallerySubjects: Int
  /// Share of non-mated probes accepted as anybody; nil without a threshold or without such probes.
  package let fpir: Double?
  /// Share of mated probes not accepted under their own name; nil without a threshold or such probes.
  package let fnir: Double?
  /// Accuracy of each repeat, in order of their numbers.
  package let accuracies: [Double]

  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation, threshold: Double? = nil,
    reconstructionThreshold: Double? = nil
  ) {
    let gate = reconstructionThreshold
    let decisions = table.decisions(in: part, reconstructionThreshold: gate)
    // A reconstruction gate alone already rejects, so it decides about strangers as well.
    let limit = threshold ?? (gate == nil ? nil : .infinity)
    let mated = decisions.filter(\.isMated)
    let strangers = decisions.count - mated.count
    let counted = limit == nil ? mated : decisions
    func isRight(_ decision: Decision) -> Bool {
      limit == nil ? decision.isRankOne : decision.isCorrect(at: limit)
    }
    self.threshold = threshold
    correct = counted.count(where: isRight)
    total = counted.count
    interval = ProportionInterval(byPerson: table.tallies(of: counted, where: isRight))
    errorParts = ErrorParts(wrong: counted.filter { !isRight($0) })
    let outcomes = decisions.compactMap { table.probes[$0.probe].detection }
    detections =
      outcomes.isEmpty ? nil : Dictionary(outcomes.map { ($0, 1) }, uniquingKeysWith: +)
    rankOneHits = mated.count { $0.isRankOne }
    matedProbes = mated.count
    nonMatedProbes = strangers
    failures = decisions.count { $0.failed }
    gallerySubjects = table.gallery.count
    if let limit {
      let accepted = decisions.count { !$0.isMated && $0.isAccepted(at: limit) }
      let missed = mated.count { !$0.isCorrect(at: limit) }
      fpir = OperatingPoint.share(accepted, of: strangers)
      fnir = OperatingPoint.share(missed, of: mated.count)
    } else {
      fpir = nil
      fnir = nil
    }
    let repeats = Dictionary(grouping: counted) { table.probes[$0.probe].repetition }
    accuracies = repeats.sorted { $0.key < $1.key }.map {
      Double($0.value.count(where: isRight)) / Double($0.value.count)
    }
  }

  /// Share of right outcomes; nil without probes that count.
  package var accuracy: Double? { OperatingPoint.share(correct, of: total) }

  /// Share of mated probes whose own person is nearest; nil without mated probes.
  package var rankOne: Double? { OperatingPoint.share(rankOneHits, of: matedProbes) }

  /// Sample standard deviation of the accuracy over repeats; nil with fewer than two.
  package var accuracySD: Double? {
    guard accuracies.count > 1 else { return nil }
    let mean = accuracies.reduce(0, +) / Double(accuracies.count)
    let squares = accuracies.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(accuracies.count - 1)).squareRoot()
  }
}
