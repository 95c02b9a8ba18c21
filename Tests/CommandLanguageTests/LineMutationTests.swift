import CommandLanguage
import TestSupport
import Testing

@Suite("lines of the shell, changed at random")
struct LineMutationTests {
  @Test("are refused with their column, or words that quoting brings back", .timeLimit(.minutes(5)))
  func words() {
    var mutations = Mutations(
      of: [
        "evaluate orl --method eigen,lbph --components 5:50:5 --out 'a b' # why",
        "model predict \"Zoë 李\" it\\'s.jpg; dataset list ;; ''",
      ], words: ["--", "$HOME", "~", "`", "|", "\\;"], seed: 91)
    for trial in Mutations.trials(1_000) {
      let line = mutations.nextText()
      for allowing in [false, true] {
        do throws(UsageError) {
          let commands = try LineParser.commands(in: line, allowingSemicolons: allowing)
          for words in commands {
            let texts = words.map(\.text)
            for written in [
              texts.map(LineParser.quoted),
              texts.map { $0.isEmpty ? "''" : LineParser.escaped($0) },
            ] {
              let again = try LineParser.commands(in: written.joined(separator: " "))
              #expect(again.map { $0.map(\.text) } == [texts], "trial \(trial): \(line)")
            }
          }
        } catch {
          #expect(!error.message.isEmpty, "trial \(trial): \(line)")
          #expect(error.column.map { (0...line.count).contains($0) } ?? false, "trial \(trial)")
        }
      }
    }
  }
}
