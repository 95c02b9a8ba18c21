import Glibc
import TestSupport
import Testing

/// A first session on the AT&T faces, typed at the prompt.
@Suite struct TranscriptTests {
  @Test(.enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder of real faces"))
  func aFirstSession() throws {
    let folder = try scratchFolder()
    let terminal = try Terminal(["--workspace", folder, "--jobs", "2"], columns: 130)
    try terminal.expect("'help' to start, Ctrl-D to leave")
    try terminal.prompt()

    func answer(_ line: String) throws -> String {
      try terminal.type(line + "\r")
      return try terminal.prompt(seconds: 120)
    }
    let imported = try answer("dataset import orl \(RealFaces.path("orl_faces"))")
    #expect(imported.contains("orl: 400 faces of 40 people, 92x112, 10 each"))

    let table = try answer(
      "evaluate orl --method eigen,fisher,lbph --components 30 --protocol kfold --fold-by index")
    for row in [["eigen", "30", "98.25", "393/400"], ["fisher", "39", "95.75", "383/400"]] {
      let line = table.split(separator: "\r\n").first { $0.hasPrefix(row[0]) } ?? ""
      for cell in row { #expect(line.contains(cell), "\(cell) in \(line)") }
    }
    #expect(
      table.contains(
        "10 folds by index, groups: image; nothing unknown in the test, so FPIR and FNIR are not measured."
      ))

    let strangers = try answer(
      "evaluate orl --method eigen --components 30 --unknown 0.25 --as strangers")
    #expect(!strangers.contains("error:"))
    let chosen = try answer("threshold choose --fpir 0.01")
    #expect(chosen.contains("dev ") && chosen.contains("eval "))
    #expect(chosen.contains("rule of 30"))
    let tried = try answer("threshold try 2400")
    #expect(tried.contains("accepts") && tried.contains(" ms"))

    #expect(
      try answer("evaluate orl --method fishr").contains(
        "error: no method 'fishr'\r\nhint:  did you mean 'fisher'? methods: eigen, fisher, lbph\r\n"
      ))
    #expect(
      !(try answer("model train gate --on orl --method fisher --threshold 500")).contains("error:"))
    let saved = try answer("model save gate \(folder)/gate.yml")
    let sentence = saved.split { $0.isWhitespace }.joined(separator: " ")
    #expect(sentence.contains("39 axes of 92x112, 400 templates, 40 names"))
    #expect(sentence.contains("read back and equal"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test(.enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder of real faces"))
  func ctrlCStopsATrainingWithinASecond() throws {
    let folder = try scratchFolder()
    let terminal = try Terminal(["--workspace", folder, "--jobs", "2"], columns: 130)
    try terminal.prompt()
    try terminal.type("dataset import orl \(RealFaces.path("orl_faces"))\r")
    try terminal.prompt(seconds: 60)
    try terminal.type("evaluate orl --method eigen --protocol loo --components 5,10,20,40,80\r")
    usleep(700_000)
    let begun = now()
    try terminal.type("\u{3}")
    try terminal.expect("error: interrupted", seconds: 20)
    #expect(now() - begun < 5)
    try terminal.prompt()
    try terminal.type("dataset list\r")
    #expect(try terminal.prompt().contains("orl"))
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }
}
