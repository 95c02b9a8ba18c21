import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Trying thresholds")
struct ThresholdIndexTests {
  @Test(
    "changes between two thresholds equal a comparison of all probes",
    arguments: Array(1...12) as [UInt64])
  func changes(seed: UInt64) {
    let table = RandomTrials.table(seed: seed)
    let index = ThresholdIndex(table, reconstructionThreshold: 0.8)
    let decisions = table.decisions(in: .evaluation, reconstructionThreshold: 0.8)
    for old in [0, 0.25, 0.5, 0.75, 1, 3] {
      for new in [0, 0.25, 0.5, 0.8, 3] {
        let change = index.changes(from: old, to: new)
        let accepted = decisions.filter { !$0.isAccepted(at: old) && $0.isAccepted(at: new) }
        let rejected = decisions.filter { $0.isAccepted(at: old) && !$0.isAccepted(at: new) }
        #expect(Set(change.accepted.map(\.probe)) == Set(accepted.map(\.probe)))
        #expect(Set(change.rejected.map(\.probe)) == Set(rejected.map(\.probe)))
      }
      let counts = index.accepted(at: old)
      #expect(counts.known == decisions.count { $0.isMated && $0.isAccepted(at: old) })
      #expect(counts.strangers == decisions.count { !$0.isMated && $0.isAccepted(at: old) })
    }
  }

  @Test("a reconstruction gate reports acceptance of both kinds of probe")
  func reconstruction() {
    let table = RandomTrials.table(seed: 2)
    let curve = ReconstructionCurve(table)
    let rows = table.probes.filter { $0.part == .evaluation && $0.isMated }
    let passing = rows.filter { ($0.reconstructionError ?? 2) < 0.5 }
    #expect(curve.acceptance(at: 0.5).mated == Double(passing.count) / Double(rows.count))
    let thresholds = curve.thresholds(atMost: 5)
    #expect(thresholds.count == 5 && thresholds == thresholds.sorted())
    #expect(
      ReconstructionCurve(
        TrialTable(gallery: [], probes: [], distances: Matrix(rows: 0, columns: 0, elements: []))
      ).acceptance(at: 1).mated == nil)
  }
}

@Suite("Fusion of several gallery faces")
struct FusionRuleTests {
  @Test(
    "distance to the mean template follows from distances alone",
    arguments: [1, 2, 3, 4] as [UInt64])
  func template(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func points(_ count: Int) -> [[Double]] {
      (0..<count).map { _ in (0..<5).map { _ in generator.uniform() } }
    }
    func distance(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
    func matrix(_ rows: [[Double]], _ columns: [[Double]]) -> Matrix {
      Matrix(
        rows: rows.count, columns: columns.count,
        elements: rows.flatMap { row in columns.map { distance(row, $0) } })
    }
    let gallery = points(7)
    let probes = points(4)
    let subjects: [SubjectID] = ["b", "a", "b", "a", "b", "c", "a"]
    let fused = try FusionRule.template.fused(
      matrix(probes, gallery), subjects: subjects, mutual: matrix(gallery, gallery))
    #expect(fused.gallery == ["a", "b", "c"])
    for (row, probe) in probes.enumerated() {
      for (column, person) in fused.gallery.enumerated() {
        let own = gallery.indices.filter { subjects[$0] == person }.map { gallery[$0] }
        let mean = (0..<5).map { axis in own.reduce(0) { $0 + $1[axis] } / Double(own.count) }
        #expect(abs(fused.distances[row, column] - distance(probe, mean)) < 1e-12)
      }
    }
  }

  @Test("nearest and mean leave out faces that must not be compared")
  func missing() throws {
    let distances = Matrix(rows: 1, columns: 4, elements: [.nan, 3, 5, .nan])
    let subjects: [SubjectID] = ["a", "a", "a", "b"]
    let nearest = try FusionRule.nearest.fused(distances, subjects: subjects)
    #expect(nearest.distances[0, 0] == 3 && nearest.distances[0, 1].isNaN)
    #expect(try FusionRule.mean.fused(distances, subjects: subjects).distances[0, 0] == 4)
    #expect(throws: EvaluationError.templatesNeedMutualDistances) {
      try FusionRule.template.fused(distances, subjects: subjects)
    }
  }
}

@Suite("Calibration")
struct CalibrationTests {
  static func curve(seed: UInt64) -> ThresholdCurve {
    var generator = SeededGenerator(seed: seed)
    func gaussian() -> Double { NormalDistribution.quantile(max(1e-12, generator.uniform())) }
    return ThresholdCurve(
      genuine: (0..<400).map { _ in 1000 + 200 * gaussian() },
      impostor: (0..<4000).map { _ in 1600 + 200 * gaussian() })
  }

  @Test("a logistic fit finds the true curve of two equal bells")
  func logistic() throws {
    // log odds = −(x − 1300) · 600 / 200²
    let fitted = try Calibration.logistic(fitting: Self.curve(seed: 1))
    #expect(abs(fitted.probability(at: 1300) - 0.5) < 0.05)
    guard case .logistic(let slope, _) = fitted else {
      Issue.record("not logistic")
      return
    }
    #expect(abs(slope - 0.015) < 0.003)
  }

  @Test(
    "probabilities fall with the distance and are reliable on other scores",
    arguments: [true, false])
  func reliable(isLogistic: Bool) throws {
    let development = Self.curve(seed: 2)
    let fitted =
      isLogistic
      ? try Calibration.logistic(fitting: development) : try .isotonic(fitting: development)
    let probabilities = stride(from: 0.0, to: 3000, by: 50).map(fitted.probability)
    #expect(zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 >= $1 })
    let table = try ReliabilityTable(fitted, on: Self.curve(seed: 3))
    #expect(table.expectedCalibrationError < 0.05)
    #expect(table.brierScore < 0.08)
    #expect(table.bins.reduce(0) { $0 + $1.scores } == 4400)
  }

  @Test("separable scores still converge, and one kind alone is refused")
  func edges() throws {
    let fitted = try Calibration.logistic(
      fitting: ThresholdCurve(genuine: [1, 2], impostor: [8, 9]))
    #expect(fitted.probability(at: 1) > 0.6 && fitted.probability(at: 9) < 0.4)
    #expect(throws: EvaluationError.tooFewScores(genuine: 0, impostor: 1)) {
      try Calibration.isotonic(fitting: ThresholdCurve(genuine: [.infinity], impostor: [1]))
    }
  }
}
