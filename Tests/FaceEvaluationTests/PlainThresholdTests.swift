import FaceVocabulary
import Matrices
import Testing

@testable import FaceEvaluation

@Suite struct PlainThresholdTests {
  @Test(
    "the fewest digits between two scores",
    arguments: [
      (1207.45, 1207.4576338338777, 1207.457), (999.0, 2400.0, 2000.0), (2399.99, 2400.0, 2400.0),
      (0.0, 0.00123, 0.001), (0.0012, 0.00123, 0.00123), (-Double.infinity, 1.5, 1.0),
      (99.0, 100.0, 100.0),
    ] as [(Double, Double, Double)])
  func fewestDigits(low: Double, high: Double, plain: Double) {
    #expect(PlainNumber.between(low, andAtMost: high) == plain)
  }

  @Test func nothingLiesBetweenNeighbours() {
    #expect(PlainNumber.between(1.5.nextDown, andAtMost: 1.5) == 1.5)
    #expect(PlainNumber.between((1.0 / 3).nextDown, andAtMost: 1.0 / 3) == nil)
    #expect(PlainNumber.between(2, andAtMost: 2) == nil)
    #expect(PlainNumber.between(0, andAtMost: .infinity) == nil)
  }

  @Test("every score is decided as before", arguments: 1...40)
  func sameDecisions(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let scores = (0..<60).map { _ in 1000 + 800 * Double.random(in: 0..<1, using: &random) }
    let trials = TrialTable(
      gallery: (0..<6).map { SubjectID("s\($0)") },
      probes: (0..<10).map { TrialTable.Probe(file: "\($0)", subject: SubjectID("s0")) },
      distances: Matrix(rows: 10, columns: 6, elements: scores))
    for threshold in scores.flatMap({ [$0, $0.nextUp] }) + [0.5, 1e6] {
      let plain = trials.plainest(threshold)
      #expect(scores.map { $0 < plain } == scores.map { $0 < threshold })
      #expect("\(plain)".count <= "\(threshold)".count)
    }
  }
}
