import FaceReports
import Testing

@Suite("Rounding that hides nothing")
struct RoundingTests {
  @Test(
    "a share that is neither none nor all never looks like it",
    arguments: [
      (0, "0.00 %"), (0.000_02, "0.002 %"), (0.000_000_6, "0.00006 %"), (0.000_05, "0.01 %"),
      (0.000_049, "0.005 %"),
      (0.0049, "0.49 %"), (1, "100.00 %"), (0.999_98, "99.998 %"), (0.999_95, "99.995 %"),
      (0.9999, "99.99 %"), (0.999_999_4, "99.99994 %"), (1e-17, "0.00 %"),
      (0.999_999_999_999_999_9, "100.00 %"), (-0.000_02, "-0.002 %"),
    ])
  func percent(share: Double, words: String) {
    #expect(Table.displayed(.number(share), as: .percent(2)) == words)
  }

  @Test("a small number is not 0, an area short of 1 is not 1")
  func decimals() {
    #expect(Table.displayed(.number(0.0004), as: .decimals(2)) == "0.0004")
    #expect(Table.displayed(.number(0), as: .decimals(2)) == "0.00")
    #expect(Table.displayed(.number(0.999_98), as: .share(4)) == "0.99998")
    #expect(Table.displayed(.number(1), as: .share(4)) == "1.0000")
    #expect(Table.displayed(.number(0.9978), as: .share(4)) == "0.9978")
  }

  @Test("the ends of an interval are told the same way")
  func intervals() {
    #expect(
      Table.Value.interval(from: 0.000_01, to: 0.999_99) == .text("0.001 – 99.999"))
    #expect(Table.Value.interval(from: 0, to: 1) == .text("0.00 – 100.00"))
    #expect(
      Table.Value.numberInterval(from: 0.99, to: 0.999_99, isShare: true)
        == .text("0.9900 – 0.99999"))
  }
}
