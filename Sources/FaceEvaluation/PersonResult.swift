package import FaceVocabulary

/// How one person fared.
package struct PersonResult: Equatable, Sendable {
  package let subject: SubjectID
  package let probes: Int
  package let correct: Int
  /// Probes without a prepared face.
  package let failures: Int
  /// Whom the person was taken for most often by mistake, and how often; ties by name.
  package let mistakenFor: SubjectID?
  package let mistakes: Int

  /// Share of right outcomes.
  package var accuracy: Double { probes > 0 ? Double(correct) / Double(probes) : 0 }

  /// The right outcomes as events.
  package var tally: PersonTally { PersonTally(subject: subject, events: correct, trials: probes) }
}

/// How often probes of one person were taken for another.
package struct Confusion: Equatable, Sendable {
  package let actual: SubjectID
  /// The person the probes were taken for; the same as ``actual`` on the diagonal, nil for rejected.
  package let predicted: SubjectID?
  package let count: Int
}

/// Two people who were taken for each other.
package struct ConfusedPair: Equatable, Sendable {
  /// The one whose name sorts first.
  package let first: SubjectID
  package let second: SubjectID
  /// Probes of the first taken for the second.
  package let firstForSecond: Int
  /// Probes of the second taken for the first.
  package let secondForFirst: Int

  /// Mistakes in both directions.
  package var count: Int { firstForSecond + secondForFirst }
}

extension TrialTable {
  /// One row a person with probes that count, sorted by name.
  ///
  /// - Parameter reconstructionThreshold: the second gate; alone it decides about strangers too.
  package func personResults(
    in part: Part? = .evaluation, threshold: Double? = nil, reconstructionThreshold: Double? = nil
  ) -> [PersonResult] {
    let threshold = threshold ?? (reconstructionThreshold == nil ? nil : .infinity)
    let counted = decisions(in: part, reconstructionThreshold: reconstructionThreshold)
      .filter { threshold != nil || $0.isMated }
    let byPerson = Dictionary(grouping: counted) { probes[$0.probe].subject }
    return byPerson.sorted { $0.key < $1.key }.map { subject, decisions in
      var mistakes: [SubjectID: Int] = [:]
      var correct = 0
      for decision in decisions {
        let isRight = threshold == nil ? decision.isRankOne : decision.isCorrect(at: threshold)
        if isRight { correct += 1 }
        if !isRight, let taken = predicted(decision, at: threshold), taken != subject {
          mistakes[taken, default: 0] += 1
        }
      }
      let worst = mistakes.min { ($1.value, $0.key) < ($0.value, $1.key) }
      return PersonResult(
        subject: subject, probes: decisions.count, correct: correct,
        failures: decisions.count { $0.failed }, mistakenFor: worst?.key,
        mistakes: worst?.value ?? 0)
    }
  }

  /// The mean over people of their own accuracies; nil without probes that count.
  package func macroMean(
    in part: Part? = .evaluation, threshold: Double? = nil, reconstructionThreshold: Double? = nil
  ) -> Double? {
    let results = personResults(
      in: part, threshold: threshold, reconstructionThreshold: reconstructionThreshold)
    guard !results.isEmpty else { return nil }
    return results.reduce(0) { $0 + $1.accuracy } / Double(results.count)
  }

  /// Who was taken for whom among the probes that count for the accuracy, right ones included; most
  /// frequent first, then by name.
  ///
  /// Without a threshold strangers are nobody's mistake, only 'nearest' to somebody: they are left out.
  package func confusions(
    in part: Part? = .evaluation, threshold: Double? = nil, reconstructionThreshold: Double? = nil
  ) -> [Confusion] {
    let threshold = threshold ?? (reconstructionThreshold == nil ? nil : .infinity)
    struct Pair: Hashable {
      let actual: SubjectID
      let predicted: SubjectID?
    }
    var counts: [Pair: Int] = [:]
    for decision in decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    where threshold != nil || decision.isMated {
      let pair = Pair(
        actual: probes[decision.probe].subject, predicted: predicted(decision, at: threshold))
      counts[pair, default: 0] += 1
    }
    return counts.map { Confusion(actual: $0.actual, predicted: $0.predicted, count: $1) }
      .sorted {
        ($1.count, $0.actual, $0.predicted?.name ?? "") < (
          $0.count, $1.actual, $1.predicted?.name ?? ""
        )
      }
  }

  /// Pairs of people by how often one was taken for the other, in either direction; most confused
  /// first, then by name.
  package func confusedPairs(
    in part: Part? = .evaluation, threshold: Double? = nil, reconstructionThreshold: Double? = nil
  ) -> [ConfusedPair] {
    struct Pair: Hashable {
      let first: SubjectID
      let second: SubjectID
    }
    var counts: [Pair: (forth: Int, back: Int)] = [:]
    for confusion in confusions(
      in: part, threshold: threshold, reconstructionThreshold: reconstructionThreshold)
    {
      guard let predicted = confusion.predicted, predicted != confusion.actual else { continue }
      if confusion.actual < predicted {
        let pair = Pair(first: confusion.actual, second: predicted)
        counts[pair, default: (0, 0)].forth += confusion.count
      } else {
        let pair = Pair(first: predicted, second: confusion.actual)
        counts[pair, default: (0, 0)].back += confusion.count
      }
    }
    return counts.map {
      ConfusedPair(
        first: $0.first, second: $0.second, firstForSecond: $1.forth, secondForFirst: $1.back)
    }.sorted { ($1.count, $0.first, $0.second) < ($0.count, $1.first, $1.second) }
  }

  /// Whom a probe is taken for at `threshold`; nil when it is rejected.
  package func predicted(_ decision: Decision, at threshold: Double?) -> SubjectID? {
    guard let nearest = decision.nearest, decision.isAccepted(at: threshold) else { return nil }
    return gallery[nearest]
  }
}
