import Matrices
import Testing

@Suite("Seeded generator")
struct SeededGeneratorTests {
  @Test("the same seed gives the same numbers")
  func repeats() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)
    #expect((0..<100).map { _ in first.next() } == (0..<100).map { _ in second.next() })
  }

  @Test("whole numbers below a bound stay below it and reach every value", arguments: [1, 2, 7])
  func bounded(bound: Int) {
    var generator = SeededGenerator(seed: 3)
    let drawn = (0..<500).map { _ in generator.below(bound) }
    #expect(Set(drawn) == Set(0..<bound))
  }
}
