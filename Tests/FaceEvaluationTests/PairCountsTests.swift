import FaceVocabulary
import Matrices
import Testing

@testable import FaceEvaluation

@Suite("Scores counted by pairs of people")
struct PairCountsTests {
  @Test("counts and weighted counts are those of every score by itself", arguments: 1...12)
  func plain(seed: Int) {
    let table = RandomTrials.table(seed: UInt64(seed), people: 9, strangers: seed % 4)
    let decisions = table.decisions(in: nil, reconstructionThreshold: 0.8)
    let tallies = PairTallies(table, decisions)
    var generator = SeededGenerator(seed: UInt64(seed), stream: 5)
    let weights = (0..<tallies.people).map { _ in Double(generator.below(4)) }
    for threshold in [0, 0.2, 0.5, 0.9, 5] {
      var total = 0
      var weighted = 0.0
      var pairs: Set<[Int]> = []
      for decision in decisions where !decision.failed && decision.passesGate {
        let subject = table.probes[decision.probe].subject
        let person = tallies.numbers[subject] ?? -1
        for (column, other) in table.gallery.enumerated()
        where other != subject && table.distances[decision.probe, column] < threshold {
          total += 1
          weighted += weights[person] * weights[column]
          pairs.insert([person, column])
        }
      }
      let counts = tallies.matches(table, decisions, under: threshold)
      #expect(counts.total == total && counts.pairs == pairs.count)
      #expect(counts.involved == Set(pairs.joined()).count)
      #expect(weights.withUnsafeBufferPointer { counts.weighted(by: $0) } == weighted)
    }
  }

  @Test("a thousand people who are all compared take two entries each, not a thousand")
  func memory() {
    let people = (0..<1000).map { SubjectID("p\(1000 + $0)") }
    let table = TrialTable(
      gallery: people, probes: people.map { .init(file: "\($0.name)/1", subject: $0) },
      distances: Matrix(rows: 1000, columns: 1000, filledWith: 1))
    let tallies = PairTallies(table, table.decisions(in: nil))
    #expect(tallies.trials.pairs == 999_000 && tallies.trials.total == 999_000)
    #expect(tallies.trials.runCount <= 2000)
    let matches = tallies.matches(table, table.decisions(in: nil), under: 2)
    #expect(matches.total == 999_000 && matches.runCount <= 2000)
  }
}
