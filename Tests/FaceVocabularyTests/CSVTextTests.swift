import FaceVocabulary
import Testing

@Suite("CSV rows")
struct CSVTextTests {
  @Test(
    "any field reads back",
    arguments: [
      ["a", "b"], ["", ""], ["a,b", "c\"d", "e\nf"], ["Zoë 李", " x "], ["-1.5", "\r"],
      ["#1", "# 2"], ["a,\u{301}", "\r\n"],
    ])
  func roundTrip(fields: [String]) throws {
    let text = CSVText.line(fields) + CSVText.line(["end"])
    #expect(CSVText.fields(of: text) == [fields, ["end"]])
  }

  @Test("an open quote, and text behind a closing one, are refused")
  func openQuote() {
    #expect(CSVText.fields(of: "a,\"b\n") == nil)
    #expect(CSVText.fields(of: "a,\"b\"c\n") == nil)
  }
}
