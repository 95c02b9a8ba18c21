import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@Suite("Paired comparison")
struct PairedComparisonTests {
  static func outcomes(_ flags: [[Bool]]) -> [ProbeOutcome] {
    flags.enumerated().flatMap { person, images in
      images.enumerated().map {
        ProbeOutcome(
          subject: SubjectID("p\(person)"), file: "p\(person)/\($0)", isCorrect: $1)
      }
    }
  }

  @Test("identical results give p = 1, no difference, and no claim that nobody would differ")
  func identical() throws {
    let outcomes = Self.outcomes([[true, false], [true, true], [false, false]])
    let comparison = try PairedComparison(outcomes, outcomes)
    #expect(comparison.signFlipP == 1)
    #expect(comparison.mcNemarP == 1)
    #expect(comparison.difference == 0)
    let bound = ProportionInterval.wilson(share: 0, trials: 3).high
    #expect(comparison.differenceLow == -bound && comparison.differenceHigh == bound)
    #expect(comparison.isWeak && comparison.repeats == 1)
  }

  @Test("fewer than ten people who differ are too few for the interval")
  func weak() throws {
    let none = Self.outcomes(Array(repeating: [true, true], count: 40))
    for count in [9, 10] {
      let other = Self.outcomes((0..<40).map { [$0 >= count, true] })
      #expect(try PairedComparison(none, other).isWeak == (count < 10))
    }
  }

  @Test("the sign-flip test equals the enumeration of all signs", arguments: 1...12)
  func enumeration(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let differences = (0..<seed).map { _ in generator.below(9) - 4 }
    let seen = abs(differences.reduce(0, +))
    var extreme = 0
    for signs in 0..<1 << differences.count {
      let total = differences.indices.reduce(0) {
        $0 + (signs >> $1 & 1 == 1 ? differences[$1] : -differences[$1])
      }
      if abs(total) >= seen { extreme += 1 }
    }
    let expected = Double(extreme) / Double(1 << differences.count)
    #expect(abs(PairedComparison.signFlip(differences) - expected) < 1e-12)
  }

  @Test("eight people who all gain: p = 2/256")
  func allGain() {
    #expect(PairedComparison.signFlip([1, 2, 1, 3, 1, 1, 2, 1]) == 2.0 / 256)
    #expect(PairedComparison.signFlip(Array(repeating: 1, count: 2000)) < 1e-300)
  }

  @Test("McNemar's test as SciPy 1.17.1 has it (`binomtest(b, b + c).pvalue`)")
  func mcNemar() {
    for (first, second, p) in [
      (0, 0, 1.0), (5, 0, 0.0625), (10, 2, 0.03857421875), (7, 7, 1.0), (30, 15, 0.0356978036),
    ] {
      #expect(abs(PairedComparison.mcNemar(first, second) - p) < 1e-9)
      #expect(abs(PairedComparison.mcNemar(second, first) - p) < 1e-9)
    }
  }

  @Test("exchanging the results changes signs only", arguments: [1, 2, 3, 4] as [UInt64])
  func antisymmetric(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let first = Self.outcomes((0..<9).map { _ in (0..<4).map { _ in generator.uniform() < 0.8 } })
    let second = Self.outcomes((0..<9).map { _ in (0..<4).map { _ in generator.uniform() < 0.6 } })
    let forth = try PairedComparison(first, second)
    let back = try PairedComparison(second, first)
    #expect(forth.difference == -back.difference)
    #expect(forth.signFlipP == back.signFlipP)
    #expect(forth.mcNemarP == back.mcNemarP)
    #expect(forth.onlyFirstCorrect == back.onlySecondCorrect)
    #expect(forth.differenceLow <= forth.difference && forth.difference <= forth.differenceHigh)
  }

  @Test("different probes cannot be paired")
  func different() {
    let first = Self.outcomes([[true, false], [true]])
    let second = Self.outcomes([[true, false]])
    #expect(throws: EvaluationError.differentProbes(onlyInFirst: 1, onlyInSecond: 0)) {
      try PairedComparison(first, second)
    }
  }
}
