import CommandLanguage
import TestSupport
import Testing

@testable import FaceCommands

@Suite("commands and plans, changed at random", .timeLimit(.minutes(5)))
struct CommandMutationTests {
  @Test("every command's examples are refused in words or read")
  func commands() {
    let tree = CommandTree(Commands.all)
    let lines = Commands.all.flatMap { $0.declaration.examples.map(\.line) }
    #expect(lines.count > 50)
    var mutations = Mutations(
      of: lines, words: [" --json", " --", " -x", " --help", "=", " --jobs 0", "1:2:0"], seed: 93)
    for trial in Mutations.trials(1_500) {
      let line = mutations.nextText()
      do throws(UsageError) {
        for words in try LineParser.commands(in: line, allowingSemicolons: true) {
          _ = try tree.read(words)
        }
      } catch {
        #expect(!error.message.isEmpty && !error.kind.isEmpty, "trial \(trial): \(line)")
      }
    }
  }

  @Test("plans are refused with their line, or have cells")
  func plans() {
    var mutations = Mutations(
      of: [
        "# faces\nrecipe set --size 70x70\nevaluate orl --method eigen,lbph --components 5:15:5\n"
          + "evaluate orl --method fisher --protocol kfold --folds 2,5\n",
        "detector sweep photos --scale 1.1,1.2 --neighbors 1:4\n",
      ], words: ["evaluate", "--method", "eigen", ":", "0:1:0.0001", "--seed 1:5"], seed: 94)
    for trial in Mutations.trials(800) {
      let bytes = mutations.next()
      do {
        let plan = try SweepPlan(file: "faces.plan", bytes: bytes)
        #expect(!plan.cells.isEmpty, "trial \(trial)")
      } catch {
        if let complaint = complaint(about: error) {
          Issue.record("trial \(trial): \(complaint) for \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }
}
