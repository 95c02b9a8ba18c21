import FaceReports
import Testing

@Suite("p-values")
struct PValueTests {
  @Test(
    "what is smaller than the last decimal is told as smaller, never as 0",
    arguments: [
      (0, "< 0.0001"), (1e-300, "< 0.0001"), (0.000_049, "< 0.0001"), (0.000_099_9, "< 0.0001"),
      (0.0001, "0.0001"), (0.03125, "0.0313"), (1, "1.0000"),
    ])
  func shown(value: Double, words: String) {
    #expect(Table.displayed(.number(value), as: .pValue(4)) == words)
    let sentence = words.hasPrefix("<") ? "p \(words)" : "p = \(words)"
    #expect(Table.sentence(pValue: value) == sentence)
  }

  @Test(
    "forms for people have the bound, forms for programs the number",
    arguments: TableFormat.allCases)
  func forms(format: TableFormat) {
    let table = Table(
      columns: [.init("sign_flip_p", title: "p", display: .pValue(4))], rows: [[.number(1.5e-7)]])
    let text = table.rendered(as: format)
    #expect(text.contains("1.5e-07") == format.isForMachines)
    #expect(text.contains("0.0001") != format.isForMachines)
  }
}
