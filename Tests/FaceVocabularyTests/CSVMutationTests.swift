import FaceVocabulary
import TestSupport
import Testing

@Suite("CSV of others")
struct CSVMutationTests {
  @Test("is refused, or its fields are written and read back", .timeLimit(.minutes(5)))
  func mutations() throws {
    var mutations = Mutations(
      of: [
        "a,b,c\n1,\"two, three\",4\n", "\u{FEFF}x;y\r\n\"q\"\"r\";\"line\nbreak\"\r\n",
        "# comment\n\n,,\n\"\"\n#,\" #\"\n",
      ], seed: 81)
    for trial in Mutations.trials(4_000) {
      let bytes = mutations.next()
      guard let rows = try? CSVText.parse(bytes, separators: [0x2C, 0x3B]) else { continue }
      // A mark at the very beginning is taken off, a line of one empty field is no row.
      let fields = [["start"]] + rows.map(\.fields).filter { $0 != [""] }
      let text = fields.map(CSVText.line).joined()
      #expect(CSVText.fields(of: text) == fields, "trial \(trial): \(bytes)")
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.line < $1.line }, "trial \(trial)")
    }
  }
}
