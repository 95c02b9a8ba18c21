import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Where Brier scores lie")
struct BrierBoundsTests {
  private let calibration = Calibration.logistic(slope: 2, intercept: -2)

  /// Searches of people who share a lucky or unlucky offset, two in three of them right.
  private func table(people: Int, each: Int, seed: UInt64) -> TrialTable {
    var generator = SeededGenerator(seed: seed)
    let gallery = (0..<people).map { SubjectID("p\(1000 + $0)") }
    var probes: [TrialTable.Probe] = []
    var distances: [Double] = []
    for person in 0..<people {
      let luck = 1.2 * generator.uniform()
      for image in 0..<each {
        probes.append(.init(file: "\(person)/\(image)", subject: gallery[person]))
        let isRight = generator.uniform() < 0.67
        let near = luck + 0.4 * generator.uniform()
        let other = (person + 1) % people
        for column in 0..<people {
          let isNear = column == (isRight ? person : other)
          distances.append(isNear ? near : 3 + generator.uniform())
        }
      }
    }
    return TrialTable(
      gallery: gallery, probes: probes,
      distances: Matrix(rows: probes.count, columns: people, elements: distances))
  }

  private func searches(_ table: TrialTable) throws -> (score: Double, interval: PersonInterval) {
    let curve = table.searchCurve()
    let share = try #require(curve.genuineShare)
    let score = try ReliabilityTable(calibration, on: curve, genuineShare: share).brierScore
    return (
      score,
      try #require(
        BrierBounds.ofSearches(score, calibration, table, genuineShare: nil, resamples: 300))
    )
  }

  @Test("95 % intervals hold the truth in 88 to 99 % of 150 draws of people")
  func coverage() throws {
    let truth = try searches(table(people: 400, each: 4, seed: 99)).score
    var covered = 0
    for seed: UInt64 in 0..<150 {
      let (_, interval) = try searches(table(people: 30, each: 4, seed: 1_000 + seed))
      if interval.low <= truth && truth <= interval.high { covered += 1 }
    }
    #expect((132...148).contains(covered), "\(covered) of 150")
  }

  @Test("pairs: the interval holds its score, is the same again, and few people are weak")
  func pairs() throws {
    for (people, isWeak) in [(6, true), (25, false)] {
      let table = table(people: people, each: 4, seed: 5)
      let score = try ReliabilityTable(calibration, on: ThresholdCurve(table)).brierScore
      func interval() -> PersonInterval? {
        BrierBounds.ofPairs(score, calibration, table, genuineShare: 0.5)
      }
      let once = try #require(interval())
      #expect(once.low < score && score < once.high && once.isWeak == isWeak)
      #expect(once == interval())
    }
  }

  @Test("one person tells nothing of others")
  func lone() {
    let table = RandomTrials.table(
      [("a", "a/1", [1, 2]), ("a", "a/2", [2, 1])], gallery: ["a", "b"])
    #expect(
      BrierBounds.ofSearches(0.1, calibration, table, genuineShare: nil) == nil)
  }
}
