package import FaceVocabulary
import Glibc

/// What became of one probe, for comparing two results probe by probe.
package struct ProbeOutcome: Hashable, Sendable {
  package let subject: SubjectID
  package let file: String
  package let repetition: Int
  package let isCorrect: Bool

  package init(subject: SubjectID, file: String, repetition: Int = 1, isCorrect: Bool) {
    self.subject = subject
    self.file = file
    self.repetition = repetition
    self.isCorrect = isCorrect
  }
}

extension TrialTable {
  /// The outcome of every probe that counts for the accuracy: all with a threshold, the mated ones
  /// without.
  package func outcomes(
    in part: Part? = .evaluation, threshold: Double? = nil, reconstructionThreshold: Double? = nil
  ) -> [ProbeOutcome] {
    let limit = threshold ?? (reconstructionThreshold == nil ? nil : .infinity)
    return decisions(in: part, reconstructionThreshold: reconstructionThreshold)
      .filter { limit != nil || $0.isMated }
      .map { decision in
        let probe = probes[decision.probe]
        return ProbeOutcome(
          subject: probe.subject, file: probe.file, repetition: probe.repetition,
          isCorrect: limit == nil ? decision.isRankOne : decision.isCorrect(at: limit))
      }
  }
}

/// Two results on the same probes.
package struct PairedComparison: Equatable, Sendable {
  /// Probes in both.
  package let probes: Int
  /// Accuracy of the first minus accuracy of the second.
  package let difference: Double
  /// 95 % interval of the difference by person (Student's t over the people's own differences; where
  /// those are all alike, Wilson's bound of a share that no person shows).
  package let differenceLow: Double
  package let differenceHigh: Double
  /// Whether fewer than ten people differ, too few for even this interval to hold.
  package let isWeak: Bool
  /// Person-level sign-flip test, two-sided, exact for any number of people.
  package let signFlipP: Double
  /// McNemar's test, two-sided exact: takes the images as independent, which those of one person are
  /// not.
  package let mcNemarP: Double
  package let onlyFirstCorrect: Int
  package let onlySecondCorrect: Int
  /// Draws of the split that the probes are of; a picture may be looked for in several.
  package let repeats: Int

  /// Pairs the outcomes by person, file and repeat.
  ///
  /// - Throws: ``EvaluationError/differentProbes(onlyInFirst:onlyInSecond:)``,
  ///   ``EvaluationError/noTrials(_:_:)`` when there are no probes at all.
  package init(
    _ first: [ProbeOutcome], _ second: [ProbeOutcome]
  ) throws(EvaluationError) {
    struct Key: Hashable {
      let subject: SubjectID
      let file: String
      let repetition: Int
      init(_ outcome: ProbeOutcome) {
        subject = outcome.subject
        file = outcome.file
        repetition = outcome.repetition
      }
    }
    let firstByKey = Dictionary(grouping: first, by: Key.init)
    let secondByKey = Dictionary(grouping: second, by: Key.init)
    var missing = 0
    var surplus = 0
    var people: [SubjectID: (difference: Int, trials: Int)] = [:]
    var onlyFirst = 0
    var onlySecond = 0
    for (key, outcomes) in firstByKey {
      let others = secondByKey[key] ?? []
      missing += max(0, outcomes.count - others.count)
      surplus += max(0, others.count - outcomes.count)
      for (outcome, other) in zip(outcomes, others) {
        people[key.subject, default: (0, 0)].trials += 1
        guard outcome.isCorrect != other.isCorrect else { continue }
        if outcome.isCorrect { onlyFirst += 1 } else { onlySecond += 1 }
        people[key.subject, default: (0, 0)].difference += outcome.isCorrect ? 1 : -1
      }
    }
    for (key, outcomes) in secondByKey where firstByKey[key] == nil { surplus += outcomes.count }
    guard missing == 0, surplus == 0 else {
      throw .differentProbes(onlyInFirst: missing, onlyInSecond: surplus)
    }
    guard !first.isEmpty else { throw .noTrials(.any, .evaluation) }
    let ordered = people.sorted { $0.key < $1.key }.map(\.value)
    probes = first.count
    difference = Double(onlyFirst - onlySecond) / Double(first.count)
    let half = PairedComparison.halfWidth(ordered)
    differenceLow = max(-1, difference - half)
    differenceHigh = min(1, difference + half)
    isWeak = ordered.count { $0.difference != 0 } < ProportionInterval.fewestPeople
    signFlipP = PairedComparison.signFlip(ordered.map(\.difference))
    mcNemarP = PairedComparison.mcNemar(onlyFirst, onlySecond)
    onlyFirstCorrect = onlyFirst
    onlySecondCorrect = onlySecond
    repeats = Set(first.map(\.repetition)).count
  }

  /// The chance that flipping the sign of each person's difference at random gives a total at least
  /// as far from zero as the one seen.
  ///
  /// Differences are whole numbers, so the distribution of the total is built exactly, person after
  /// person, whatever their number: no draws. Zero differences change nothing; without any other,
  /// p = 1.
  ///
  /// - Complexity: O(people · Σ|difference|).
  package static func signFlip(_ differences: [Int]) -> Double {
    let moving = differences.map(abs).filter { $0 > 0 }
    let reach = moving.reduce(0, +)
    let seen = abs(differences.reduce(0, +))
    var chances = [Double](repeating: 0, count: 2 * reach + 1)
    chances[reach] = 1
    var span = 0
    for step in moving {
      var next = [Double](repeating: 0, count: chances.count)
      for position in reach - span...reach + span where chances[position] > 0 {
        next[position - step] += chances[position] / 2
        next[position + step] += chances[position] / 2
      }
      span += step
      chances = next
    }
    let inside = chances.indices.reduce(0.0) {
      abs($1 - reach) < seen ? $0 : $0 + chances[$1]
    }
    return min(1, inside)
  }

  /// McNemar's two-sided exact p for probes that only one of two results got right.
  package static func mcNemar(_ onlyFirst: Int, _ onlySecond: Int) -> Double {
    let total = onlyFirst + onlySecond
    guard total > 0 else { return 1 }
    let whole = logFactorial(total) + Double(total) * log(2.0)
    let tail = (0...min(onlyFirst, onlySecond)).reduce(0.0) { sum, count in
      sum
        + exp(
          logFactorial(total) - logFactorial(count) - logFactorial(total - count)
            + logFactorial(total) - whole)
    }
    return min(1, 2 * tail)
  }

  private static func logFactorial(_ number: Int) -> Double { lgamma(Double(number) + 1) }

  private static func halfWidth(_ people: [(difference: Int, trials: Int)]) -> Double {
    guard people.count > 1 else { return 1 }
    let means = people.map { Double($0.difference) / Double($0.trials) }
    let mean = means.reduce(0, +) / Double(means.count)
    let squares = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard squares > 0 else {
      // Nobody differs from anybody: a person in so many who would is not ruled out.
      return ProportionInterval.wilson(share: 0, trials: Double(means.count)).high
    }
    let variance = squares / Double(means.count - 1) / Double(means.count)
    return studentQuantile(degreesOfFreedom: Double(means.count - 1)) * variance.squareRoot()
  }

  /// Student's t for 97.5 %, by the expansion in 1/ν of Fisher and Cornish; exact for ν = 1 and 2.
  static func studentQuantile(degreesOfFreedom: Double) -> Double {
    if degreesOfFreedom < 1.5 { return 12.706204736174698 }
    if degreesOfFreedom < 2.5 { return 4.302652729911275 }
    let z = ProportionInterval.z
    let z2 = z * z
    let terms = [
      z, z * (z2 + 1) / 4, z * ((5 * z2 + 16) * z2 + 3) / 96,
      z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
      z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
    ]
    return terms.reversed().reduce(0) { $0 / degreesOfFreedom + $1 }
  }
}
