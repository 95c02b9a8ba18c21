import FaceVocabulary

/// Scores counted by the pair of people they compare.
struct PairTallies: Sendable {
  /// People among probes and gallery; the gallery's own come first, in its order.
  let people: Int
  /// Number of each of them.
  let numbers: [SubjectID: Int]
  /// Impostor scores of each pair that has any.
  let trials: PairCounts
  /// Positions of each person's decisions, by number.
  let decisionsByPerson: [(person: Int, decisions: [Int])]

  /// Counts the impostor scores of `decisions`.
  init(_ table: TrialTable, _ decisions: [Decision]) {
    var numbers = table.galleryColumns
    var byPerson: [Int: [Int]] = [:]
    for (position, decision) in decisions.enumerated() {
      let subject = table.probes[decision.probe].subject
      let number = numbers[subject] ?? numbers.count
      numbers[subject] = number
      byPerson[number, default: []].append(position)
    }
    people = numbers.count
    self.numbers = numbers
    decisionsByPerson = byPerson.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    trials = PairCounts(table, decisions, decisionsByPerson) { _, _ in true }
  }

  /// Impostor scores under `threshold` of each pair that has any.
  func matches(_ table: TrialTable, _ decisions: [Decision], under threshold: Double) -> PairCounts
  {
    PairCounts(table, decisions, decisionsByPerson) { $0.passesGate && $1 < threshold }
  }

  /// Counts of people, by the numbers of the people here.
  func numbered(_ tallies: [PersonTally]) -> [(person: Int, events: Int, trials: Int)] {
    tallies.compactMap { tally in
      numbers[tally.subject].map { ($0, tally.events, tally.trials) }
    }
  }
}
