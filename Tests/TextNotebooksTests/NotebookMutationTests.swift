import TestSupport
import Testing
import TextNotebooks

@Suite("notebooks, changed at random")
struct NotebookMutationTests {
  @Test("are refused with a line of theirs, or keep all their lines", .timeLimit(.minutes(5)))
  func mutations() {
    var mutations = Mutations(
      of: [NotebookReadingTests.text, "<!-- skip timing -->\r\n```facebench\r\n> a\r\n[3]\r\n```"],
      words: ["```", "```facebench", "<!-- env=X -->", "tolerance=1e-3", "> ", "...", "[1]"],
      seed: 92)
    for trial in Mutations.trials(2_500) {
      let text = mutations.nextText()
      let lines = text.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
      do throws(NotebookError) {
        let notebook = try Notebook(text)
        #expect(lines.starts(with: notebook.lines, by: ==), "trial \(trial): \(text)")
        for block in notebook.blocks {
          for entry in block.entries {
            #expect(notebook.lines[entry.line].hasSuffix(entry.command), "trial \(trial): \(text)")
          }
        }
      } catch {
        let line =
          switch error {
          case .unclosedBlock(let line), .outputBeforeCommand(let line), .unknownLabel(_, let line),
            .fileOfCommands(let line):
            line
          }
        #expect((1...lines.count).contains(line), "trial \(trial): \(text)")
      }
    }
  }
}
