import CooperativeWork
import DurableFiles
import FaceVocabulary
import Testing

@testable import FaceCommands

/// What cannot end well is refused before any work: cancelled work, which ends at its first step,
/// never begins.
@Suite("A long command is refused before its work, not after it")
struct EarlyRefusalTests {
  /// The error of a line whose work would be cancelled at once.
  private func refusal(_ line: String, at desk: Desk) -> (any ExplainedError)? {
    let cancellation = Cancellation()
    cancellation.cancel()
    do {
      try desk.run(
        line, console: Console(confirm: { _ in false }), cancellation: cancellation)
      return nil
    } catch {
      return error as? any ExplainedError
    }
  }

  @Test("where the name is taken")
  func takenNames() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
    try desk.run("evaluate heads --method eigen --components 2 --folds 2 --as first")
    try desk.run("detector sweep heads --scale 1.3 --neighbors 3 --as swept")
    for (line, kind) in [
      ("dataset synth heads", "dataset_exists"),
      ("dataset synth heads --scenes 40", "dataset_exists"),
      ("evaluate heads --method eigen --as first", "declined"),
      ("detector sweep heads --as swept", "declined"),
      ("detector sweep heads --as first", "declined"),
      ("results rerun first --as swept", "declined"),
      ("results rerun swept --as first", "declined"),
    ] {
      #expect(refusal(line, at: desk)?.kind == kind, "\(line)")
    }
  }

  @Test("where nothing can be saved")
  func badPlaces() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
    try desk.run("evaluate heads --method eigen --components 2 --folds 2 --as first")
    try desk.run("model train gate --on heads --method eigen --components 2")
    let paths = try desk.export("heads", to: desk.folder + "/heads")
    for line in [
      "dataset sheet heads FOLDER/a.png", "dataset split heads FOLDER/a.csv --folds 2",
      "detector run \(paths[0]) --overlay FOLDER/a.png", "report first FOLDER/a.html",
      "recipe preview \(paths[0]) FOLDER/a.png", "model sheet gate FOLDER/a.png",
      "model reconstruct gate \(paths[0]) FOLDER/a.png", "plot roc first FOLDER/a.svg",
      "results export first FOLDER/a --scores pyeer",
    ] {
      let nowhere = line.replacing("FOLDER", with: desk.folder + "/nowhere")
      let error = refusal(nowhere, at: desk)
      #expect(error?.kind == "not_saved", "\(line)")
      #expect(error?.hint?.contains("its folder does not exist") == true, "\(line)")
    }
    #expect(
      refusal("detector run \(paths[0]) --overlay a.jpg", at: desk)?.kind == "bad_suffix")
  }

  @Test("where memory would not hold the pictures")
  func memory() throws {
    let desk = Desk()
    try desk.run("settings set --max-memory-mib 100")
    for line in [
      "dataset synth big --scenes 100000",
      "dataset synth big --subjects 1 --angles 0 --lights 1 --size 9999x9999",
      "dataset synth big --subjects 10000 --angles -90:90:1 --lights 16 --size 65535x65535",
    ] {
      let error = refusal(line, at: desk)
      #expect(error?.kind == "too_large", "\(line)")
      #expect(error?.message.hasSuffix("and 100.0 MiB are allowed") == true, "\(line)")
    }
    try desk.run("dataset synth big --subjects 2 --angles 0 --lights 1 --size 40x50")
  }

  @Test("where memory would not hold faces of the size asked for")
  func faceSizes() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
    let paths = try desk.export("heads", to: desk.folder + "/heads")
    try desk.run("settings set --max-memory-mib 100")
    for line in [
      "recipe preview \(paths[0]) \(desk.folder)/a.png --size 60000x60000",
      "recipe preview \(paths[0]) \(desk.folder)/a.png --size 2000x2000 --light tantriggs",
      "evaluate heads --method eigen --components 2 --size 60000x60000",
      "evaluate heads --method lbph --size 60000x60000",
      "evaluate heads --method eigen,fisher --light none,tantriggs --size 2000x2000",
      "model train gate --on heads --method eigen --size 60000x60000",
      "model train gate --on heads --method lbph --size 60000x60000",
      "dataset capture new --subject A --from synth:1 --limit 2 --size 7600x7600",
      "dataset sweep new --subject A --from synth:1 --angles 0 --size 6000x6000",
    ] {
      let error = refusal(line, at: desk)
      #expect(error?.kind == "too_large", "\(line)")
      #expect(error?.message.hasSuffix("MiB of memory, allowed are 100.0 MiB") == true, "\(line)")
      #expect(error?.hint?.contains("set a smaller --size") == true, "\(line)")
      #expect(error?.hint?.contains("'settings set --max-memory-mib'") == true, "\(line)")
    }
    try desk.run("recipe set --size 60000x60000")
    #expect(refusal("evaluate heads --method eigen", at: desk)?.kind == "too_large")
    #expect(refusal("model train gate --on heads --method fisher", at: desk)?.kind == "too_large")
    try desk.run("recipe set --size auto")
    try desk.run("recipe preview \(paths[0]) \(desk.folder)/a.png --light tantriggs")
    try desk.run("evaluate heads --method eigen --components 2 --folds 2 --size 80x100")
    try desk.run("dataset capture new --subject A --from synth:1 --limit 2 --size 200x200")
  }

  @Test("where no face could be read again, however much memory there is")
  func unreadableFaces() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
    let paths = try desk.export("heads", to: desk.folder + "/heads")
    try desk.run("settings set --max-memory-mib 1000000")
    for line in [
      "dataset synth big --subjects 1 --angles 0 --lights 1 --size 8001x8000",
      "dataset synth big --scenes 1 --size 8001x8000",
      "dataset capture new --subject A --from synth:1 --limit 2 --size 8001x8000",
      "dataset sweep new --subject A --from synth:1 --angles 0 --size 8001x8000",
      "recipe preview \(paths[0]) \(desk.folder)/a.png --size 8001x8000",
      "evaluate heads --method eigen --components 2 --size 8001x8000",
      "model train gate --on heads --method lbph --size 8001x8000",
      "model load gate \(paths[0]) --method lbph --size 8001x8000",
    ] {
      let error = refusal(line, at: desk)
      #expect(error?.kind == "too_large", "\(line)")
      #expect(
        error?.message == "a face of 8001x8000 has more than the 64000000 pixels of any picture",
        "\(line)")
    }
  }

  @Test("where the workspace takes no files")
  func workspace() throws {
    let desk = Desk()
    try desk.run("dataset synth heads --subjects 2 --angles 0,10 --lights 2 --size 40x50")
    let paths = try desk.export("heads", to: desk.folder + "/heads")
    // Files where folders belong: no account can save there.
    for room in ["models", "results"] { try AtomicFile.write("", to: "\(desk.folder)/\(room)") }
    for (line, room) in [
      ("evaluate heads --method eigen --components 2 --folds 2", "results"),
      ("detector sweep heads --scale 1.3 --neighbors 3", "results"),
      ("model train gate --on heads --method eigen", "models"),
      ("model load gate \(paths[0])", "models"),
    ] { expectRefusal(of: line, room: "\(desk.folder)/\(room)", at: desk) }
    let other = Desk()
    try AtomicFile.write("", to: other.folder + "/datasets")
    for line in [
      "dataset synth new --subjects 2", "dataset import new \(desk.folder)/heads",
      "dataset capture new --subject A --from synth:1 --limit 2",
      "dataset sweep new --subject A --from synth:1 --angles 0",
      "dataset merge a b --into new",
    ] { expectRefusal(of: line, room: "\(other.folder)/datasets/new", at: other) }
  }

  private func expectRefusal(of line: String, room: String, at desk: Desk) {
    let error = refusal(line, at: desk)
    #expect(error?.kind == "not_saved", "\(line)")
    #expect(
      error?.message
        == "nothing can be saved in '\(room)': a part of the path is not a folder (ENOTDIR)",
      "\(line)")
    #expect(error?.hint?.hasSuffix("'--workspace DIR' names another place") == true, "\(line)")
  }
}
