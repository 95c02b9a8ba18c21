import FaceVocabulary
import Matrices

/// The 95 % intervals of every rate at one threshold; nil where a rate has no trials.
package struct RateIntervals: Equatable, Sendable {
  package let fmr: ProportionInterval?
  package let fnmr: ProportionInterval?
  package let fpir: ProportionInterval?
  package let fnir: ProportionInterval?
  package let accuracy: ProportionInterval?
}

/// Intervals of the rates of one part, by person.
///
/// FNMR, FPIR, FNIR and accuracy are proportions of probes. FMR is a proportion of pairs of people:
/// people are drawn with replacement, each pair weighs the product of its two people's counts, and the
/// interval spans the middle 95 % of the redrawn rates.
package struct ThresholdBounds: Sendable {
  private let table: TrialTable
  private let decisions: [Decision]
  private let pairs: PairTallies
  private let draws: PersonDraws

  /// - Parameters:
  ///   - resamples: draws of people; fewer, at least 200, where the pairs of people are very many.
  ///   - seed: of those draws.
  package init(
    _ table: TrialTable, in part: TrialTable.Part? = .evaluation,
    reconstructionThreshold: Double? = nil, resamples: Int = 1000, seed: UInt64 = 1
  ) {
    self.table = table
    decisions = table.decisions(in: part, reconstructionThreshold: reconstructionThreshold)
    pairs = PairTallies(table, decisions)
    draws = PersonDraws(
      people: pairs.people, pairs: pairs.trials, resamples: resamples, seed: seed)
  }

  /// The intervals at `threshold`.
  ///
  /// - Complexity: one look at every score, and one at every pair of people with a false match for
  ///   each draw.
  package func intervals(at threshold: Double) -> RateIntervals {
    let mated = decisions.filter(\.isMated)
    let strangers = decisions.filter { !$0.isMated }
    func bounds(_ trials: [Decision], _ event: (Decision) -> Bool) -> ProportionInterval? {
      ProportionInterval(byPerson: table.tallies(of: trials, where: event))
    }
    return RateIntervals(
      fmr: falseMatchInterval(at: threshold),
      fnmr: bounds(mated) { !($0.passesGate && $0.ownDistance < threshold) },
      fpir: bounds(strangers) { $0.isAccepted(at: threshold) },
      fnir: bounds(mated) { !$0.isCorrect(at: threshold) },
      accuracy: bounds(decisions) { $0.isCorrect(at: threshold) })
  }

  private func falseMatchInterval(at threshold: Double) -> ProportionInterval? {
    let trials = pairs.trials.reduce(0) { $0 + $1.count }
    guard trials > 0 else { return nil }
    let matches = pairs.matches(table, decisions, under: threshold)
    let matched = matches.reduce(0) { $0 + $1.count }
    if matched == 0 || matched == trials {
      let (low, high) = ProportionInterval.wilson(
        share: matched == 0 ? 0 : 1, trials: Double(pairs.people))
      return ProportionInterval(
        low: low, high: high, effectiveTrials: Double(pairs.people), isWeak: true)
    }
    let share = Double(matched) / Double(trials)
    let (low, high, variance) = draws.spread(of: matches)
    let effective = variance > 0 ? share * (1 - share) / variance : Double(trials)
    let involved = Set(matches.flatMap { [$0.probe, $0.gallery] }).count
    return ProportionInterval(
      low: min(low, share), high: max(high, share), effectiveTrials: effective,
      isWeak: involved < ProportionInterval.fewestPeople)
  }
}

/// Scores counted by the pair of people they compare.
private struct PairTallies: Sendable {
  struct Tally: Sendable {
    let probe: Int
    let gallery: Int
    let count: Int
  }

  /// People among probes and gallery.
  let people: Int
  /// Impostor scores of each pair that has any.
  let trials: [Tally]
  /// Number of each person of the gallery.
  private let galleryNumbers: [Int]
  /// Decisions of each person, by number.
  private let decisionsByPerson: [(person: Int, decisions: [Int])]

  init(_ table: TrialTable, _ decisions: [Decision]) {
    var numbers: [SubjectID: Int] = [:]
    for subject in table.gallery { numbers[subject] = numbers.count }
    var byPerson: [Int: [Int]] = [:]
    for (position, decision) in decisions.enumerated() {
      let subject = table.probes[decision.probe].subject
      let number = numbers[subject] ?? numbers.count
      numbers[subject] = number
      byPerson[number, default: []].append(position)
    }
    people = numbers.count
    galleryNumbers = table.gallery.map { numbers[$0] ?? 0 }
    decisionsByPerson = byPerson.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    trials = PairTallies.count(table, decisions, decisionsByPerson, galleryNumbers) { _, _ in true }
  }

  /// Impostor scores under `threshold` of each pair that has any.
  func matches(_ table: TrialTable, _ decisions: [Decision], under threshold: Double) -> [Tally] {
    PairTallies.count(table, decisions, decisionsByPerson, galleryNumbers) {
      $0.passesGate && $1 < threshold
    }
  }

  private static func count(
    _ table: TrialTable, _ decisions: [Decision], _ people: [(person: Int, decisions: [Int])],
    _ galleryNumbers: [Int], where counts: (Decision, Double) -> Bool
  ) -> [Tally] {
    var tallies: [Tally] = []
    table.distances.elements.withUnsafeBufferPointer { distances in
      for (person, members) in people {
        var row = [Int](repeating: 0, count: galleryNumbers.count)
        for member in members where !decisions[member].failed {
          let start = decisions[member].probe * galleryNumbers.count
          for column in 0..<galleryNumbers.count where galleryNumbers[column] != person {
            let distance = distances[start + column]
            if !distance.isNaN && counts(decisions[member], distance) { row[column] += 1 }
          }
        }
        for column in row.indices where row[column] > 0 {
          tallies.append(
            Tally(probe: person, gallery: galleryNumbers[column], count: row[column]))
        }
      }
    }
    return tallies
  }
}

/// People drawn with replacement, many times.
private struct PersonDraws: Sendable {
  private let people: Int
  /// draws×people counts.
  private let weights: [Double]
  /// The weighted number of impostor scores of each draw.
  private let denominators: [Double]

  init(people: Int, pairs: [PairTallies.Tally], resamples: Int, seed: UInt64) {
    self.people = people
    let affordable = 200_000_000 / max(1, pairs.count)
    let draws = max(1, min(resamples, max(200, affordable)))
    var generator = SeededGenerator(seed: seed)
    var weights = [Double](repeating: 0, count: draws * people)
    for draw in 0..<draws {
      for _ in 0..<people { weights[draw * people + generator.below(people)] += 1 }
    }
    self.weights = weights
    denominators = (0..<draws).map { draw in
      PersonDraws.weighted(pairs, weights[draw * people..<(draw + 1) * people])
    }
  }

  /// The middle 95 % and the variance of the redrawn rate.
  func spread(of matches: [PairTallies.Tally]) -> (low: Double, high: Double, variance: Double) {
    var rates: [Double] = []
    for draw in denominators.indices where denominators[draw] > 0 {
      let row = weights[draw * people..<(draw + 1) * people]
      rates.append(PersonDraws.weighted(matches, row) / denominators[draw])
    }
    rates.sort()
    guard rates.count > 1 else { return (0, 1, 0) }
    let mean = rates.reduce(0, +) / Double(rates.count)
    let squares = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    func quantile(_ share: Double) -> Double {
      let position = share * Double(rates.count - 1)
      let lower = Int(position)
      let upper = min(lower + 1, rates.count - 1)
      return rates[lower] + (position - Double(lower)) * (rates[upper] - rates[lower])
    }
    return (quantile(0.025), quantile(0.975), squares / Double(rates.count - 1))
  }

  private static func weighted(
    _ pairs: [PairTallies.Tally], _ weights: ArraySlice<Double>
  ) -> Double {
    weights.withUnsafeBufferPointer { weights in
      pairs.reduce(0) { $0 + Double($1.count) * weights[$1.probe] * weights[$1.gallery] }
    }
  }
}
