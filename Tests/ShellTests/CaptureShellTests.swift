import Glibc
import TestSupport
import Testing

/// Captures at a terminal, and what is left when they are cut short.
@Suite(.serialized) struct CaptureShellTests {
  private let folder: String

  init() throws { folder = try scratchFolder() }

  private func terminal() throws -> Terminal {
    let terminal = try Terminal(["--workspace", folder], columns: 140)
    try terminal.prompt()
    return terminal
  }

  @Test func aLineGuidesThroughASweep() throws {
    let terminal = try terminal()
    try terminal.type(
      "dataset sweep demo --subject S --from synth:3 --every 10 --angles -90:90:30\r")
    // The dot, the nose, where to turn, and what is missing.
    let first = try terminal.expect("turn to your left")
    #expect(first.contains("@") && first.contains("o"))
    try terminal.expect("missing: ")
    let rest = try terminal.prompt(seconds: 60)
    #expect(rest.contains("demo: 7 of 7 angles of S, 7 faces from 19 frames, capture 1"))
    // The live line is gone when the table comes.
    let table = try #require(rest.firstRange(of: "target"))
    #expect(rest[..<table.lowerBound].contains("\r\u{1B}[K"))
    #expect(!rest[table.lowerBound...].contains("missing: "))
  }

  @Test func aLineShowsHowVotesAddUp() throws {
    let terminal = try terminal()
    for person in ["1", "2"] {
      try terminal.type(
        "dataset capture gate --subject \(person) --from synth:\(person) --every 20 --size 40x40\r")
      try terminal.prompt(seconds: 60)
    }
    try terminal.type("model train gate --on gate --method eigen --components 6\r")
    try terminal.prompt()
    try terminal.type("model watch gate --from synth:2 --every 6 --certainty 0.9999\r")
    try terminal.expect("nearest 2 [")
    try terminal.expect("votes")
    let rest = try terminal.prompt(seconds: 60)
    #expect(rest.contains("nobody is recognised"))
  }

  @Test func ctrlCKeepsWhatWasKept() throws {
    let terminal = try terminal()
    try terminal.type("dataset capture demo --subject S --from synth:3 --margin 0.3\r")
    try terminal.expect(" kept, ")
    try terminal.type("\u{3}")
    let told = try terminal.prompt()
    #expect(told.contains("; interrupted"))
    #expect(!told.contains("error:"))
    try terminal.type("dataset check demo --pixels --json\r")
    #expect(try !terminal.prompt().contains("unreadable"))
    try terminal.type("dataset show demo --summary --csv\r")
    let faces = try terminal.prompt().split(separator: "demo,").last?.split(separator: ",").first
    #expect(Int(faces ?? "") ?? 0 > 0)
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
  }

  @Test func anInterruptedCommandKeepsTooAndEndsWith130() throws {
    let child = try start("cut")
    try waitForFaces(in: "cut")
    kill(child.id, SIGINT)
    #expect(child.wait() == 130)
    try expectWhole("cut")
  }

  @Test func aKilledCaptureLeavesADatasetThatIsWhole() throws {
    let child = try start("dead")
    try waitForFaces(in: "dead")
    kill(child.id, SIGKILL)
    #expect(child.wait() == 128 + SIGKILL)
    try expectWhole("dead")
    // And it takes more.
    let more = try Program.run(
      ["dataset", "capture", "dead", "--subject", "S", "--from", "synth:3", "--limit", "1"]
        + ["--workspace", folder])
    #expect(more.code == 0)
    try expectWhole("dead")
  }

  /// A capture that takes seconds.
  private func start(_ name: String) throws -> Spawned {
    try Spawned(
      ["dataset", "capture", name, "--subject", "S", "--from", "synth:3", "--with-mirrors"]
        + ["--workspace", folder],
      environment: [:],
      streams: [(0, "/dev/null", O_RDONLY), (1, "/dev/null", O_WRONLY), (2, "/dev/null", O_WRONLY)])
  }

  /// Waits until the first faces are stored.
  private func waitForFaces(in name: String) throws {
    let deadline = now() + 30
    let path = "\(folder)/datasets/\(name)/S"
    while access(path, F_OK) != 0 {
      try #require(now() < deadline, "no face was stored")
      usleep(5000)
    }
  }

  private func expectWhole(_ name: String) throws {
    let check = try Program.run(
      ["dataset", "check", name, "--pixels", "--json", "--workspace", folder])
    #expect(check.code == 0, "\(check.errors)")
    #expect(!check.output.contains("unreadable"))
    // Every picture on the disk is in the catalogue, and the other way round.
    let show = try Program.run(
      ["dataset", "show", name, "--summary", "--json", "--workspace", folder])
    #expect(show.output.contains("\"faces\":\(pictures(in: name)),"), "\(show.output)")
  }

  private func pictures(in name: String) -> Int {
    guard let listing = opendir("\(folder)/datasets/\(name)/S") else { return 0 }
    defer { closedir(listing) }
    var count = 0
    while let entry = readdir(listing) {
      let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if file.hasSuffix(".pgm") { count += 1 }
    }
    return count
  }
}
