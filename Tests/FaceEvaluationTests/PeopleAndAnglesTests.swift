import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@Suite("People, ranks, hard examples and angles")
struct PeopleAndAnglesTests {
  /// Leave-one-out distances of points around each person's own centre.
  static func leaveOneOut(people: Int, images: Int, seed: UInt64, wrong: (person: Int, label: Int)?)
    -> TrialTable
  {
    var generator = SeededGenerator(seed: seed)
    func gaussian() -> Double { NormalDistribution.quantile(max(1e-12, generator.uniform())) }
    let centres = (0..<people).map { _ in (0..<8).map { _ in 2 * gaussian() } }
    var points: [(label: Int, file: String, values: [Double])] = []
    for person in 0..<people {
      for image in 0..<images {
        let isWrong = wrong?.person == person && image == 0
        points.append(
          (
            isWrong ? wrong?.label ?? person : person, isWrong ? "planted" : "p\(person)/\(image)",
            centres[person].map { $0 + gaussian() }
          ))
      }
    }
    let gallery = (0..<people).map { SubjectID("p" + String($0 + 100)) }
    var elements: [Double] = []
    for (row, probe) in points.enumerated() {
      for person in 0..<people {
        let distances = points.enumerated().filter {
          $0.offset != row && $0.element.label == person
        }
        .map { other in
          zip(probe.values, other.element.values).reduce(0) {
            $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
          }.squareRoot()
        }
        elements.append(distances.min() ?? .nan)
      }
    }
    return TrialTable(
      gallery: gallery,
      probes: points.map { .init(file: $0.file, subject: gallery[$0.label]) },
      distances: Matrix(rows: points.count, columns: people, elements: elements))
  }

  @Test(
    "a planted wrong label is among the first five suspects", arguments: Array(1...20) as [UInt64])
  func wrongLabel(seed: UInt64) {
    let table = Self.leaveOneOut(people: 20, images: 6, seed: seed, wrong: (3, 11))
    let suspects = table.suspectLabels(5)
    #expect(suspects.contains { $0.file == "planted" })
  }

  @Test("equal distances place the own person last")
  func ties() {
    let table = RandomTrials.table(
      [("a", "a/1", [1, 1, 2]), ("b", "b/1", [3, 2, 2]), ("c", "c/1", [3, 2, 1])],
      gallery: ["a", "b", "c"])
    #expect(table.decisions(in: nil).map(\.rank) == [2, 2, 1])
    #expect(RankCurve(table).hits == [1, 3, 3])
    #expect(table.personResults().map(\.mistakenFor) == ["b", "c", nil])
    #expect(AccuracySummary(table).correct == 1)
  }

  @Test("ranks equal a plain count and the curve never falls", arguments: [1, 2, 3, 4] as [UInt64])
  func ranks(seed: UInt64) {
    let table = RandomTrials.table(seed: seed)
    let curve = RankCurve(table)
    #expect(zip(curve.hits, curve.hits.dropFirst()).allSatisfy { $0 <= $1 })
    for decision in table.decisions(in: .evaluation) {
      guard let own = decision.own else { continue }
      let row = table.distances.row(decision.probe)
      let others = row.enumerated().filter {
        $0.offset != own && $0.element <= decision.ownDistance
      }
      #expect(decision.rank == others.count + 1)
    }
    #expect(curve.rankOne == AccuracySummary(table).rankOne)
  }

  @Test("without a threshold accuracy is the rank-1 rate of mated probes; without those it is nil")
  func accuracyWithoutThreshold() {
    let table = RandomTrials.table(
      [("a", "a/1", [1, 2]), ("s", "s/1", [1, 2]), ("s", "s/2", [5, 4])], gallery: ["a", "b"])
    let open = AccuracySummary(table)
    #expect(open.total == 1 && open.accuracy == 1 && open.fpir == nil)
    let closed = AccuracySummary(table, threshold: 3)
    #expect(closed.total == 3 && closed.correct == 2)
    #expect(closed.fpir == 0.5 && closed.fnir == 0)
    let onlyStrangers = RandomTrials.table([("s", "s/1", [1])], gallery: ["a"])
    #expect(AccuracySummary(onlyStrangers).accuracy == nil)
    #expect(AccuracySummary(onlyStrangers).rankOne == nil)
  }

  @Test("people, mistakes and confusion add up", arguments: [1, 2, 3] as [UInt64])
  func people(seed: UInt64) {
    let table = RandomTrials.table(seed: seed)
    for threshold in [nil, 0.6] {
      let results = table.personResults(threshold: threshold)
      let summary = AccuracySummary(table, threshold: threshold)
      #expect(results.reduce(0) { $0 + $1.correct } == summary.correct)
      #expect(results.reduce(0) { $0 + $1.probes } == summary.total)
      #expect(results.map(\.subject) == results.map(\.subject).sorted())
      let confusions = table.confusions(threshold: threshold)
      #expect(confusions.reduce(0) { $0 + $1.count } == summary.total)
      let right = confusions.filter { $0.actual == $0.predicted }.reduce(0) { $0 + $1.count }
      let known = table.decisions(in: .evaluation).count {
        $0.isMated && $0.isCorrect(at: threshold)
      }
      #expect(right == known)
    }
  }

  @Test(
    "pairs of people add up their mistakes in both directions", arguments: [1, 2, 3] as [UInt64])
  func confusedPairs(seed: UInt64) {
    let table = RandomTrials.table(seed: seed, levels: 6)
    let mistakes = table.confusions().filter { $0.predicted != nil && $0.predicted != $0.actual }
    let pairs = table.confusedPairs()
    #expect(pairs.reduce(0) { $0 + $1.count } == mistakes.reduce(0) { $0 + $1.count })
    #expect(pairs.map(\.count) == pairs.map(\.count).sorted(by: >))
    #expect(pairs.allSatisfy { $0.first < $0.second })
    for pair in pairs {
      let forth = mistakes.first { $0.actual == pair.first && $0.predicted == pair.second }
      #expect(pair.firstForSecond == forth?.count ?? 0)
    }
  }

  @Test("a reconstruction gate decides about people as it does about the accuracy")
  func gate() {
    let table = RandomTrials.table(seed: 5)
    for threshold in [nil, 0.6] {
      let summary = AccuracySummary(table, threshold: threshold, reconstructionThreshold: 0.5)
      let people = table.personResults(threshold: threshold, reconstructionThreshold: 0.5)
      #expect(people.reduce(0) { $0 + $1.correct } == summary.correct)
      #expect(people.reduce(0) { $0 + $1.probes } == summary.total)
    }
  }

  @Test("worst genuine and worst impostor pairs are ordered and limited")
  func hardExamples() {
    let table = RandomTrials.table(seed: 8)
    let genuine = table.worstGenuine(4)
    #expect(genuine.count == 4)
    #expect(genuine.map(\.distance) == genuine.map(\.distance).sorted(by: >))
    #expect(genuine.allSatisfy { $0.subject == $0.other })
    let impostors = table.worstImpostors(4)
    #expect(impostors.map(\.distance) == impostors.map(\.distance).sorted())
    #expect(impostors.allSatisfy { $0.subject != $0.other })
  }

  /// One probe every 15 degrees, right exactly where the flag says so.
  static func sweep(_ flags: [(yaw: Double, isRight: Bool)]) -> TrialTable {
    TrialTable(
      gallery: ["a", "b"],
      probes: flags.map { .init(file: "a/\($0.yaw)", subject: "a", yawDegrees: $0.yaw) },
      distances: Matrix(
        rows: flags.count, columns: 2, elements: flags.flatMap { [1, $0.isRight ? 2 : 0.5] }))
  }

  @Test("the widest span is the longest run of good bins without a gap")
  func span() {
    let yaws = stride(from: -60.0, through: 60, by: 15).map { $0 }
    let flags = yaws.map { (yaw: $0, isRight: abs($0) <= 30 || $0 == 60) }
    let profile = AngleProfile(Self.sweep(flags))
    #expect(profile.bins.map(\.yawDegrees) == yaws)
    #expect(profile.widestSpan(keeping: 0.9) == -30...30)
    #expect(profile.widestSpan(keeping: 0) == -60...60)
    let gap = AngleProfile(Self.sweep(flags.filter { $0.yaw != 15 }))
    #expect(gap.widestSpan(keeping: 0.9) == -30...0)
    let none = AngleProfile(Self.sweep([(0, false)]))
    #expect(none.widestSpan(keeping: 0.5) == nil)
  }

  @Test("a reconstruction gate alone decides by angle as it does in all", arguments: [0.1, 0.3, 1])
  func gateAlone(gate: Double) {
    let trials = TrialTable(
      gallery: ["a", "b"],
      probes: (0..<8).map {
        .init(
          file: "\($0)", subject: $0 < 6 ? "a" : "c", isMated: $0 < 6,
          reconstructionError: 0.05 * Double($0), yawDegrees: 15 * Double($0 % 2))
      },
      distances: Matrix(rows: 8, columns: 2, elements: (0..<8).flatMap { _ in [1.0, 2.0] }))
    let all = AccuracySummary(trials, reconstructionThreshold: gate)
    let bins = AngleProfile(trials, reconstructionThreshold: gate).bins
    #expect(bins.reduce(0) { $0 + $1.correct } == all.correct)
    #expect(bins.reduce(0) { $0 + $1.probes } == all.total)
  }

  @Test("a yaw goes to the nearest multiple of the step")
  func bins() {
    let profile = AngleProfile(Self.sweep([(-7.5, true), (7.4, true), (7.5, true), (-8, false)]))
    #expect(profile.bins.map(\.yawDegrees) == [-15, 0, 15])
    #expect(profile.bins.map(\.probes) == [1, 2, 1])
  }
}
