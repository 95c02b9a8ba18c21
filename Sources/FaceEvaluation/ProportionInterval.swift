package import FaceVocabulary

/// How often something happened to one person's trials.
package struct PersonTally: Hashable, Sendable {
  package let subject: SubjectID
  package let events: Int
  package let trials: Int

  package init(subject: SubjectID, events: Int, trials: Int) {
    self.subject = subject
    self.events = events
    self.trials = trials
  }
}

/// Where a share lies with 95 % confidence.
package struct ProportionInterval: Hashable, Sendable {
  package let low: Double
  package let high: Double
  /// Independent trials that the data is worth; the images of one person count less than once each.
  package let effectiveTrials: Double
  /// Whether the data is too thin for even this interval to hold: fewer than ten people had the
  /// rarer of the two outcomes.
  package let isWeak: Bool

  package init(low: Double, high: Double, effectiveTrials: Double, isWeak: Bool) {
    self.low = low
    self.high = high
    self.effectiveTrials = effectiveTrials
    self.isWeak = isWeak
  }

  /// Two-sided 95 % of the normal distribution.
  package static let z = 1.959963984540054
  /// With fewer people than this on the rarer side, simulated coverage falls to between 57 and 92 %.
  package static let fewestPeople = 10

  /// Wilson's score interval for `share` of `trials` independent trials.
  ///
  /// - Note: E. B. Wilson, J. Amer. Statist. Assoc. 22, 1927.
  package static func wilson(share: Double, trials: Double) -> (low: Double, high: Double) {
    let z2 = z * z
    let centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    let half =
      z / (1 + z2 / trials)
      * (share * (1 - share) / trials + z2 / (4 * trials * trials)).squareRoot()
    return (share == 0 ? 0 : max(0, centre - half), share == 1 ? 1 : min(1, centre + half))
  }

  /// The interval of the pooled share when the trials of one person depend on each other; nil
  /// without trials.
  ///
  /// Wilson with n = p(1 − p)/v effective trials, v = s²/m the variance of the mean over m people and
  /// s² the sample variance of their own shares; never more than the trials there are. Where
  /// everybody agrees, n is the number of people.
  package init?(byPerson tallies: [PersonTally]) {
    let people = tallies.filter { $0.trials > 0 }
    let trials = people.reduce(0) { $0 + $1.trials }
    let events = people.reduce(0) { $0 + $1.events }
    guard trials > 0 else { return nil }
    let share = Double(events) / Double(trials)
    let effective: Double
    if events == 0 || events == trials || people.count < 2 {
      effective = Double(people.count)
    } else {
      let shares = people.map { Double($0.events) / Double($0.trials) }
      let mean = shares.reduce(0, +) / Double(shares.count)
      let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let variance = squares / Double(shares.count - 1) / Double(shares.count)
      effective =
        variance > 0 ? min(share * (1 - share) / variance, Double(trials)) : Double(trials)
    }
    let (low, high) = ProportionInterval.wilson(share: share, trials: effective)
    let rarer = min(
      people.count { $0.events > 0 }, people.count { $0.events < $0.trials })
    self.init(
      low: low, high: high, effectiveTrials: effective,
      isWeak: rarer < ProportionInterval.fewestPeople)
  }
}

extension ProportionInterval {
  /// The interval of a share in which nothing varies: every trial had the event, or none had. The
  /// data is worth one trial a person then.
  init(allAlike happened: Bool, people: Int) {
    let (low, high) = ProportionInterval.wilson(share: happened ? 1 : 0, trials: Double(people))
    self.init(low: low, high: high, effectiveTrials: Double(people), isWeak: true)
  }

  /// The interval of the mean over people of their own shares; nil without trials.
  ///
  /// As for the pooled share, but of the mean whose variance v is.
  package init?(meanOf tallies: [PersonTally]) {
    let people = tallies.filter { $0.trials > 0 }
    guard !people.isEmpty else { return nil }
    let shares = people.map { Double($0.events) / Double($0.trials) }
    let mean = shares.reduce(0, +) / Double(shares.count)
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = people.count > 1 ? squares / Double(shares.count - 1) / Double(shares.count) : 0
    let effective =
      variance > 0
      ? min(mean * (1 - mean) / variance, Double(people.reduce(0) { $0 + $1.trials }))
      : Double(people.count)
    let (low, high) = ProportionInterval.wilson(share: mean, trials: effective)
    let rarer = min(
      people.count { $0.events > 0 }, people.count { $0.events < $0.trials })
    self.init(
      low: low, high: high, effectiveTrials: effective,
      isWeak: rarer < ProportionInterval.fewestPeople)
  }
}

extension TrialTable {
  /// Counts, for each person among `decisions`, how often `event` holds; people sorted.
  package func tallies(
    of decisions: [Decision], where event: (Decision) -> Bool
  ) -> [PersonTally] {
    var counts: [SubjectID: (events: Int, trials: Int)] = [:]
    for decision in decisions {
      counts[probes[decision.probe].subject, default: (0, 0)].trials += 1
      if event(decision) { counts[probes[decision.probe].subject, default: (0, 0)].events += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map {
      PersonTally(subject: $0.key, events: $0.value.events, trials: $0.value.trials)
    }
  }
}

extension ProportionInterval {
  /// The interval of the opposite outcome.
  package var complement: ProportionInterval {
    ProportionInterval(
      low: 1 - high, high: 1 - low, effectiveTrials: effectiveTrials, isWeak: isWeak)
  }
}
