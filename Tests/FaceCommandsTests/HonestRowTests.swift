import FaceEvaluation
import FaceReports
import Testing

@testable import FaceCommands

@Suite("What rows say of their own limits")
struct HonestRowTests {
  @Test(
    "every row with an interval says whether it is weak, and text does where a row is",
    arguments: [
      ("threshold choose --fpir 0.3 r-eigen-3", "fpir_weak"),
      ("threshold sweep r-eigen-3 --points 4", "fnir_weak"),
      ("threshold sweep r-eigen-3 --by reconstruction --points 4", "mated_accepted_weak"),
      ("threshold calibrate r-eigen-3 --of nearest", "brier_weak"),
      ("results show r-eigen-3 --by rank", "weak"), ("results show r-eigen-3 --by fold", "weak"),
      ("results show r-eigen-3 --by rates --threshold 300", "weak"),
      ("compare r-eigen-3 r-lbph", "weak"),
    ])
  func weak(line: String, key: String) throws {
    let desk = try evaluatedDesk()
    // Three strangers, seven known people: none of these can be known well.
    let rows = try desk.rows(line)
    #expect(rows.contains { $0[key] == .boolean(true) }, "\(line)")
    #expect(try desk.text(line).contains("weak: "), "\(line)")
  }

  @Test("every breakdown of an optimistic result says so, to programs too")
  func optimistic() throws {
    let desk = Desk()
    let pictures = try desk.makePictures()
    try desk.run("dataset import tiny \(pictures)")
    try desk.run("model train m --on tiny --method eigen --components 3")
    try desk.run("evaluate tiny --model m --optimistic --as o")
    for by in ["subject", "fold", "trial", "rates", "rank", "confusion"] {
      let rows = try desk.rows("results show o --by \(by)")
      #expect(!rows.isEmpty && rows.allSatisfy { $0["optimistic"] == .boolean(true) }, "\(by)")
    }
  }

  @Test("a person's own interval is over that person's groups of pictures")
  func subjects() throws {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 4, images: 6, noise: 30)
    try desk.run("dataset import tiny \(pictures)")
    try desk.run(
      "evaluate tiny --method eigen --protocol per-person --train-per-person 2 --repeats 5 --as r")
    let rows = try desk.rows("results show r --by subject")
    #expect(rows.count == 4)
    for row in rows {
      // Twenty probes, but of six pictures.
      #expect(row["probes"] == .integer(20) && row["correct"] == .integer(20))
      #expect(
        row["interval_low"] == .number(ProportionInterval.wilson(share: 1, trials: 6).low))
      #expect(row["interval_over"] == .text("groups"))
    }
    #expect(try desk.text("results show r --by subject").contains("95% interval"))
  }

  @Test("with a threshold FNIR is measured, and no sentence denies it")
  func missedKnown() throws {
    let desk = Desk()
    let pictures = try desk.makePictures()
    try desk.run("dataset import tiny \(pictures)")
    let line = "evaluate tiny --method eigen --components 3 --folds 2 --threshold 300"
    let row = try #require(try desk.rows(line).first)
    #expect(row["fnir"] != .null && row["fpir"] == .null)
    let text = try desk.text(line)
    #expect(text.contains("so FPIR is not measured") && !text.contains("FNIR are not measured"))
    #expect(
      try desk.text("evaluate tiny --method eigen --components 3 --folds 2").contains(
        "so FPIR and FNIR are not measured"))
  }

  @Test("who is enrolled and never looked for is told, by evaluate and by split")
  func unprobed() throws {
    let desk = Desk()
    let pictures = try desk.makePictures(people: 4, images: 5, repeating: [2])
    try desk.run("dataset import tiny \(pictures)")
    let division = "--protocol per-person --train-per-person 2"
    let row = try #require(try desk.rows("evaluate tiny --method eigen \(division)").first)
    #expect(row["unprobed_subjects"] == .integer(1))
    let text = try desk.text("evaluate tiny --method eigen \(division)")
    #expect(text.contains("p2 is enrolled and never looked for"))
    let split = try desk.rows("dataset split tiny \(desk.folder)/s.csv \(division)").first
    #expect(split?["unprobed_subjects"] == .integer(1))
    #expect(
      try desk.text("dataset split tiny \(desk.folder)/t.csv \(division)").contains(
        "Enrolled and never looked for: p2."))
    let folds = "evaluate tiny --method eigen --folds 2 --allow-unmated"
    #expect(try desk.rows(folds).first?["unprobed_subjects"] == .integer(0))
    #expect(try !desk.text(folds).contains("never looked for"))
  }

  @Test("rates at an angle have their intervals beside them")
  func angles() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 4 --angles -30:30:30 --lights 1 --size 24x28")
    try desk.run(
      "evaluate heads --method eigen --components 4 --folds 2 --unknown 0.25 --threshold 900 --as a"
    )
    let rows = try desk.rows("results show a --by angle")
    #expect(rows.count == 3)
    for row in rows {
      for rate in ["fmr", "fnmr", "fpir", "fnir"] {
        guard case .number(let value)? = row[rate], case .number(let low)? = row[rate + "_low"],
          case .number(let high)? = row[rate + "_high"]
        else {
          Issue.record("\(rate) is not measured")
          continue
        }
        #expect(low <= value && value <= high && row[rate + "_weak"] == .boolean(true))
      }
      #expect(row["weak"] == .boolean(true))
    }
  }
}
