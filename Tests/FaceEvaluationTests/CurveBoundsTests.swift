import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@Suite("Where EER, AUC, d′, HTER and costs lie")
struct CurveBoundsTests {
  /// People whose probes share a lucky or unlucky offset: own distances around 0, others around 2.
  private func table(
    people: Int, each: Int, seed: UInt64, spread: Double = 0.7
  ) -> TrialTable {
    var generator = SeededGenerator(seed: seed)
    func normal() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + generator.uniform() }
    }
    let names = (0..<people).map { SubjectID(String(format($0))) }
    let ownLuck = names.map { _ in spread * normal() }
    let otherLuck = names.map { _ in spread * normal() }
    var probes: [TrialTable.Probe] = []
    var distances: [Double] = []
    for (person, name) in names.enumerated() {
      for index in 1...each {
        probes.append(
          .init(file: "\(name.name)/\(index)", subject: name, isMated: true, failed: false))
        for other in names.indices {
          distances.append(
            10
              + (other == person
                ? ownLuck[person] + 0.7 * normal()
                : 2 + (otherLuck[person] + otherLuck[other]) / 2 + 0.7 * normal()))
        }
      }
    }
    return TrialTable(
      gallery: names, probes: probes,
      distances: Matrix(rows: probes.count, columns: people, elements: distances))
  }

  private func format(_ number: Int) -> String {
    String(repeating: "0", count: 4 - String(number).count) + String(number)
  }

  private func rates(_ table: TrialTable) -> [(
    name: String, value: Double?, interval: PersonInterval?
  )] {
    let curve = ThresholdCurve(table)
    let bounds = CurveBounds(of: curve, table)
    return [
      ("EER", curve.equalErrorRate?.rate, bounds.equalErrorRate), ("AUC", curve.auc, bounds.auc),
      ("d′", curve.dPrime, bounds.dPrime),
    ]
  }

  @Test("intervals hold their value, are the same again, and shrink with more people")
  func shrink() throws {
    var widths: [String: (few: Double, many: Double)] = [:]
    for seed: UInt64 in 3...6 {
      let few = rates(table(people: 15, each: 4, seed: seed))
      let again = rates(table(people: 15, each: 4, seed: seed))
      let many = rates(table(people: 120, each: 4, seed: seed))
      for index in few.indices {
        let value = try #require(few[index].value)
        let interval = try #require(few[index].interval)
        #expect(interval.low < value && value < interval.high, "\(few[index].name)")
        #expect(interval == again[index].interval)
        let narrow = try #require(many[index].interval)
        widths[few[index].name, default: (0, 0)].few += interval.high - interval.low
        widths[few[index].name, default: (0, 0)].many += narrow.high - narrow.low
      }
    }
    // Eight times as many people: about a third as wide.
    for (name, width) in widths { #expect(width.many < 0.6 * width.few, "\(name)") }
  }

  @Test(
    "more pictures of the same people tell little more, where pictures taken alone would halve it")
  func byPerson() throws {
    for (few, many) in zip(
      rates(table(people: 30, each: 2, seed: 5)), rates(table(people: 30, each: 16, seed: 5)))
    {
      let (wide, narrow) = (try #require(few.interval), try #require(many.interval))
      #expect(narrow.high - narrow.low > 0.55 * (wide.high - wide.low), "\(few.name)")
    }
  }

  @Test("95 % intervals of AUC hold the truth in 88 to 99 % of 200 draws of people")
  func coverage() throws {
    let truth = try #require(ThresholdCurve(table(people: 700, each: 3, seed: 11)).auc)
    var covered = 0
    for seed in 0..<200 {
      let table = table(people: 40, each: 3, seed: 1_000 + UInt64(seed))
      let interval = try #require(
        CurveBounds(of: ThresholdCurve(table), table, resamples: 300).auc)
      if interval.low <= truth && truth <= interval.high { covered += 1 }
    }
    #expect((176...198).contains(covered), "\(covered) of 200")
  }

  @Test("without any error the people bound it; without scores nothing is measured")
  func noErrors() throws {
    let apart = RandomTrials.table(
      [("a", "a/1", [1, 8]), ("b", "b/1", [9, 2])], gallery: ["a", "b"])
    let all = rates(apart)
    #expect(all[0].value == 0 && all[1].value == 1)
    let wilson = ProportionInterval.wilson(share: 0, trials: 2).high
    #expect(all[0].interval == PersonInterval(low: 0, high: wilson, isWeak: true))
    let area = try #require(all[1].interval)
    #expect(abs(area.low - (1 - wilson)) < 1e-12 && area.high == 1 && area.isWeak)
    let lone = RandomTrials.table([("a", "a/1", [1])], gallery: ["a"])
    #expect(rates(lone).allSatisfy { $0.value == nil && $0.interval == nil })
  }

  @Test("HTER and costs lie within the bounds of both rates, and vary with both")
  func means() throws {
    let table = table(people: 40, each: 4, seed: 7)
    let bounds = ThresholdBounds(table)
    let curve = ThresholdCurve(table)
    for threshold in [10.5, 11, 11.5] {
      let point = curve.point(at: threshold)
      let rates = bounds.intervals(at: threshold)
      let (fmr, fnmr) = (try #require(rates.fmr), try #require(rates.fnmr))
      let hter = try #require(
        bounds.errorMean(at: threshold, falseMatch: 0.5, falseNonMatch: 0.5))
      let value = try #require(point.hter)
      #expect(hter.low < value && value < hter.high)
      #expect(hter.low >= (fmr.low + fnmr.low) / 2 - 0.02)
      #expect(hter.high <= (fmr.high + fnmr.high) / 2 + 0.02)
      let alone = try #require(bounds.errorMean(at: threshold, falseMatch: 1, falseNonMatch: 0))
      #expect(abs(alone.low - fmr.low) < 1e-12 && abs(alone.high - fmr.high) < 1e-12)
    }
    // Nobody accepted: no draw varies, both rates' own bounds are what is known.
    let none = try #require(bounds.errorMean(at: 0, falseMatch: 0.5, falseNonMatch: 0.5))
    let rates = bounds.intervals(at: 0)
    let (fmr, fnmr) = (try #require(rates.fmr), try #require(rates.fnmr))
    #expect(abs(none.low - fnmr.low / 2) < 1e-12)
    #expect(abs(none.high - (1 + fmr.high) / 2) < 1e-12)
  }

  @Test("every rate of the list has bounds where it is measured", arguments: 1...4)
  func all(seed: Int) {
    let sheet = RateSheet(RandomTrials.table(seed: UInt64(seed)), threshold: 0.6)
    for row in sheet.rows {
      #expect((row.value == nil) == (row.interval == nil), "\(row.rate)")
    }
  }
}
