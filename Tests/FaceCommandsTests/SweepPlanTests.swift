import CommandLanguage
import FaceReports
import FaceVocabulary
import Testing

@testable import FaceCommands

@Suite("Plans of sweeps")
struct SweepPlanTests {
  private func plan(_ text: String) throws -> SweepPlan {
    try SweepPlan(file: "faces.plan", bytes: Array(text.utf8))
  }

  private func commands(_ text: String) throws -> [String] {
    try plan(text).cells.flatMap { line in
      line.settings.map { line.choices.words($0).joined(separator: " ") }
    }
  }

  @Test("the cells of evaluate are the rows that it would give")
  func rows() throws {
    #expect(
      try commands(
        "evaluate orl --method eigen,fisher,lbph --components 10,20 --light none,equalize")
        == [
          "evaluate orl --method eigen --components 10 --light none",
          "evaluate orl --method eigen --components 10 --light equalize",
          "evaluate orl --method eigen --components 20 --light none",
          "evaluate orl --method eigen --components 20 --light equalize",
          "evaluate orl --method fisher --light none",
          "evaluate orl --method fisher --light equalize",
          "evaluate orl --method lbph --light none",
          "evaluate orl --method lbph --light equalize",
        ])
    #expect(
      try commands("evaluate orl --method fisher,lbph --components 5,7 --lbph-radius 1,2")
        == [
          "evaluate orl --method fisher --components 5",
          "evaluate orl --method fisher --components 7",
          "evaluate orl --method lbph --lbph-radius 1",
          "evaluate orl --method lbph --lbph-radius 2",
        ])
  }

  @Test("options that take one value at the prompt list several in a plan")
  func lists() throws {
    #expect(
      try commands("evaluate orl --method lbph --protocol loo,kfold --seed 1:2:1").map {
        String($0.dropFirst("evaluate orl --method lbph ".count))
      } == [
        "--protocol loo --seed 1", "--protocol loo --seed 2", "--protocol kfold --seed 1",
        "--protocol kfold --seed 2",
      ])
    #expect(try commands("evaluate orl --method lbph --unknown s1,s2").count == 1)
    #expect(try commands("evaluate orl --method lbph --size 46x56,92x112").count == 2)
  }

  @Test("a detector sweep keeps in one cell what shares searches")
  func detector() throws {
    #expect(
      try commands("detector sweep s --cascade a.xml,b.xml --scale 1.1,1.2 --neighbors 1:3:1") == [
        "detector sweep s --cascade a.xml --scale 1.1,1.2 --neighbors 1,2,3",
        "detector sweep s --cascade b.xml --scale 1.1,1.2 --neighbors 1,2,3",
      ])
  }

  @Test("comments, blanks, quotes and line ends are those of the shell")
  func text() throws {
    let plan = try plan(
      "# a plan\r\n\r\n  dataset import orl '/data/my faces' # once\r\n\tevaluate orl --method lbph"
    )
    #expect(plan.setup.map(\.text) == ["dataset import orl '/data/my faces'"])
    #expect(plan.setup.map(\.place.line) == [3] && plan.cells.map(\.place.line) == [4])
  }

  @Test(
    "what is wrong is said with its place and what to type",
    arguments: [
      (
        "evaluate orl --method fishr", "faces.plan:1:23: no method 'fishr'",
        "did you mean 'fisher'?"
      ),
      (
        "# x\nevaluate orl --methd eigen", "faces.plan:2:14: 'evaluate' has no option '--methd'",
        "did you mean '--method'?"
      ),
      ("evaluate orl", "faces.plan:1: nothing to test: --method or --model", "--method eigen"),
      (
        "compare a b", "faces.plan:1:1: 'compare' cannot stand in a plan",
        "evaluate and detector sweep"
      ),
      ("evalute orl", "faces.plan:1:1: no command 'evalute'", "did you mean 'evaluate'?"),
      (
        "sweep run other.plan", "faces.plan:1:1: 'sweep run' cannot stand in a plan", "cells are"
      ),
      (
        "evaluate orl --method lbph --as x", "faces.plan:1:33: --as cannot stand in a plan",
        "its own file"
      ),
      (
        "evaluate orl --method lbph --jobs 2", "faces.plan:1:28: 'evaluate' has no option '--jobs'",
        "options:"
      ),
      (
        "detector sweep s --cell-limit 5", "faces.plan:1:31: --cell-limit cannot stand in a plan",
        "depends on the machine"
      ),
      (
        "evaluate orl --method lbph\nrecipe set --size 46x56",
        "faces.plan:2: 'recipe set' prepares, but the cells begin in line 1", "above line 1"
      ),
      (
        "dataset synth heads --subjects 5,6\nevaluate heads --method lbph",
        "faces.plan:1:32: --subjects: '5,6' is no whole number", nil
      ),
      ("evaluate orl --method 'eigen", "faces.plan:1:23: the quote ' is never closed", "closing '"),
      (
        "evaluate orl --method eigen --components 1:1000:1 --folds 2:1000:1",
        "faces.plan:1: the plan has more than 100000 cells", "larger steps"
      ),
      ("# nothing\n", "faces.plan has no cell", "evaluate faces --method"),
    ] as [(String, String, String?)])
  func errors(text: String, message: String, hint: String?) throws {
    do {
      _ = try plan(text)
      Issue.record("it was read")
    } catch let error as any ExplainedError {
      #expect(error.message.hasPrefix(message), "\(error.message)")
      if let hint { #expect(error.hint?.contains(hint) ?? false, "\(error.hint ?? "")") }
    }
  }

  @Test("a file of other bytes is no plan")
  func bytes() {
    #expect(throws: PlanError.notText(file: "x")) { try SweepPlan(file: "x", bytes: [0xFF, 0xFE]) }
    #expect(throws: PlanError.notText(file: "x")) { try SweepPlan(file: "x", bytes: [65, 0]) }
  }

  @Test(
    "the folder stands beside the plan",
    arguments: [
      ("faces.plan", "faces.cells"), ("a.b/faces", "a.b/faces.cells"),
      ("./x.y.plan", "./x.y.cells"),
      (".plan", ".plan.cells"), ("/p/q.txt", "/p/q.cells"),
    ])
  func folder(plan: String, folder: String) {
    #expect(SweepNames.folder(beside: plan) == folder)
  }

  /// Draws lines of lists and compares with the product counted by hand.
  @Test("as many cells as there are combinations that differ", arguments: 0..<60)
  func counts(seed: UInt64) throws {
    var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func some(_ values: [String]) -> [String] {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let start = Int(state >> 33) % values.count
      return Array(values[start...].prefix(1 + Int(state >> 40) % values.count))
    }
    let methods = some(["eigen", "fisher", "lbph"])
    let components = some(["3", "7", "20", "all"])
    let drops = some(["0", "3"])
    let grids = some(["2", "8", "9"])
    let folds = some(["2", "5", "10"])
    let line =
      "evaluate orl --method \(methods.joined(separator: ",")) "
      + "--components \(components.joined(separator: ",")) --drop-first \(drops.joined(separator: ",")) "
      + "--lbph-grid-x \(grids.joined(separator: ",")) --folds \(folds.joined(separator: ","))"
    var expected = 0
    for method in methods {
      switch method {
      case "eigen": expected += components.count * drops.count
      case "fisher": expected += methods.contains("eigen") ? 1 : components.count
      default: expected += grids.count
      }
    }
    let cells = try commands(line)
    #expect(cells.count == expected * folds.count)
    #expect(Set(cells).count == cells.count)
    for cell in cells { #expect(try commands(cell) == [cell]) }
  }
}
