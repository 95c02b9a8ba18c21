import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@Suite("Intervals by person")
struct IntervalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let people: Int
    let rate: Double
    let correlation: Double
    var testDescription: String { "\(people) people, \(rate), correlation \(correlation)" }
  }
  static let cases = [40, 100].flatMap { people in
    [0.5, 0.9].flatMap { rate in
      [0.05, 0.3].map { Case(people: people, rate: rate, correlation: $0) }
    }
  }
  static let images = 10

  @Test(
    "92.5 to 97 % of 20,000 draws are covered, and fewer than 92 % by Wilson over images",
    arguments: cases)
  func coverage(_ study: Case) {
    var draws = BetaBinomial(rate: study.rate, correlation: study.correlation, images: Self.images)
    var generator = SeededGenerator(seed: 11, stream: UInt64(study.people))
    var covered = 0
    var naivelyCovered = 0
    let rounds = 20_000
    let trials = study.people * Self.images
    let names = (0..<study.people).map { SubjectID(String($0)) }
    for _ in 0..<rounds {
      let tallies = names.map {
        PersonTally(subject: $0, events: draws.next(&generator), trials: Self.images)
      }
      let share = Double(tallies.reduce(0) { $0 + $1.events }) / Double(trials)
      if let interval = ProportionInterval(byPerson: tallies),
        interval.low <= study.rate && study.rate <= interval.high
      {
        covered += 1
      }
      let naive = ProportionInterval.wilson(share: share, trials: Double(trials))
      if naive.low <= study.rate && study.rate <= naive.high { naivelyCovered += 1 }
    }
    let coverage = Double(covered) / Double(rounds)
    #expect(coverage >= 0.925 && coverage <= 0.97, "covered \(coverage)")
    #expect(Double(naivelyCovered) / Double(rounds) < 0.92)
  }

  @Test("twenty people at 98 % are flagged as weak")
  func weak() {
    var draws = BetaBinomial(rate: 0.98, correlation: 0.3, images: 10)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let tallies = (0..<20).map {
        PersonTally(subject: SubjectID(String($0)), events: draws.next(&generator), trials: 10)
      }
      #expect(ProportionInterval(byPerson: tallies)?.isWeak == true)
    }
    let many = (0..<40).map {
      PersonTally(subject: SubjectID(String($0)), events: $0 < 20 ? 8 : 10, trials: 10)
    }
    #expect(ProportionInterval(byPerson: many)?.isWeak == false)
  }

  @Test("without errors the number of trials is the number of people")
  func noErrors() throws {
    let tallies = (0..<25).map {
      PersonTally(subject: SubjectID(String($0)), events: 10, trials: 10)
    }
    let interval = try #require(ProportionInterval(byPerson: tallies))
    #expect(interval.effectiveTrials == 25)
    #expect(interval.high == 1)
    // n/(n + z²)
    #expect(abs(interval.low - 25 / (25 + 3.841458820694124)) < 1e-12)
    #expect(ProportionInterval(byPerson: []) == nil)
  }

  @Test("Wilson's interval as statsmodels 0.15 has it")
  func wilson() {
    let (low, high) = ProportionInterval.wilson(share: 0.9, trials: 50)
    #expect(abs(low - 0.7863976856) < 1e-9)
    #expect(abs(high - 0.9565242351) < 1e-9)
  }

  @Test(
    "false match intervals hold the rate and do not depend on the order of probes",
    arguments: [1, 2, 3] as [UInt64])
  func falseMatches(seed: UInt64) throws {
    let table = RandomTrials.table(seed: seed, people: 15, images: 4, strangers: 5)
    let curve = ThresholdCurve(table)
    let bounds = ThresholdBounds(table)
    for threshold in [0, 0.3, 0.7, 5] {
      let interval = try #require(bounds.intervals(at: threshold).fmr)
      let rate = try #require(curve.point(at: threshold).fmr)
      #expect(interval.low <= rate && rate <= interval.high)
      #expect(interval.low >= 0 && interval.high <= 1)
    }
    #expect(bounds.intervals(at: 0.7) == ThresholdBounds(table).intervals(at: 0.7))
  }

  @Test("dependent pairs make the false match interval wider than pairs taken as independent")
  func clustered() throws {
    // One wolf in thirty people matches everybody.
    let people = (0..<30).map { "p" + String($0 + 10) }
    let rows = people.enumerated().map { index, name in
      (
        subject: name, file: name,
        distances: people.indices.map { $0 == index ? 0.1 : index == 0 || $0 == 0 ? 0.2 : 1.0 }
      )
    }
    let table = RandomTrials.table(rows, gallery: people)
    let interval = try #require(ThresholdBounds(table).intervals(at: 0.5).fmr)
    let rate = try #require(ThresholdCurve(table).point(at: 0.5).fmr)
    let naive = ProportionInterval.wilson(share: rate, trials: 30 * 29)
    #expect(interval.high - interval.low > 1.5 * (naive.high - naive.low))
  }

  @Test("rules of 3 and of 30")
  func rules() {
    #expect(EvidenceRule.upperBound(noErrorIn: 300) == 0.01)
    #expect(EvidenceRule.warning(rate: 0.1, trials: 300, of: "strangers") == nil)
    #expect(
      EvidenceRule.warning(rate: 0.01, trials: 100, of: "strangers")
        == "1 % of 100 strangers is 1: the data cannot tell 0.5 % from 2 % (rule of 30)")
    #expect(
      EvidenceRule.warning(rate: 0.1, trials: 15, of: "strangers")
        == "10 % of 15 strangers is 1.5: the data cannot tell 5 % from 20 % (rule of 30)")
    #expect(
      EvidenceRule.warning(rate: 0, trials: 300, of: "impostor scores")
        == "no error in 300 impostor scores: the rate is at most 1 % (rule of 3)")
  }
}

/// Right answers among the images of one person whose own rate varies from person to person.
struct BetaBinomial {
  /// Chances of at most 0, 1, … images.
  private let cumulative: [Double]

  init(rate: Double, correlation: Double, images: Int) {
    let strength = 1 / correlation - 1
    let a = rate * strength
    let b = (1 - rate) * strength
    func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
    var sum = 0.0
    cumulative = (0...images).map { count in
      let k = Double(count)
      let n = Double(images)
      let choose = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      sum += exp(choose + logBeta(k + a, n - k + b) - logBeta(a, b))
      return sum
    }
  }

  mutating func next(_ generator: inout SeededGenerator) -> Int {
    let drawn = generator.uniform()
    return cumulative.firstIndex { drawn < $0 } ?? cumulative.count - 1
  }
}
