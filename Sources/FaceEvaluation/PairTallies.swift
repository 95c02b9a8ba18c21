import FaceVocabulary
import Matrices

/// Scores counted by the pair of people they compare.
struct PairTallies: Sendable {
  /// One pair of people, by their numbers, and how many scores count.
  struct Tally: Sendable {
    let probe: Int
    let gallery: Int
    let count: Int
  }

  /// People among probes and gallery.
  let people: Int
  /// Number of each of them.
  let numbers: [SubjectID: Int]
  /// Impostor scores of each pair that has any.
  let trials: [Tally]
  /// Number of each person of the gallery.
  let galleryNumbers: [Int]
  /// Positions of each person's decisions, by number.
  let decisionsByPerson: [(person: Int, decisions: [Int])]

  /// Counts the impostor scores of `decisions`.
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
    self.numbers = numbers
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

  /// Counts of people, by the numbers of the people here.
  func numbered(_ tallies: [PersonTally]) -> [(person: Int, events: Int, trials: Int)] {
    tallies.compactMap { tally in
      numbers[tally.subject].map { ($0, tally.events, tally.trials) }
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
