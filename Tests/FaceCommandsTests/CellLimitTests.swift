import FaceReports
import Glibc
import Synchronization
import Testing

@testable import FaceCommands

@Suite("A time limit on every cell of a detector sweep")
struct CellLimitTests {
  /// A clock that moves a second at every look, for each thread by itself.
  private final class Ticks: Sendable {
    private let counts = Mutex<[pthread_t: Double]>([:])

    func next() -> Double {
      counts.withLock {
        $0[pthread_self(), default: 0] += 1
        return $0[pthread_self(), default: 0]
      }
    }
  }

  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes 4 --size 320x240")
    return desk
  }

  private let numbers = [
    "images", "faces", "hits", "misses", "false_alarms", "precision", "recall", "f1",
    "false_per_mpx", "false_per_image", "windows", "detect_ms_median", "alone_ms", "spent_ms",
    "pareto",
  ]

  @Test("a limit that every search exceeds leaves no number, no silence and a stored result")
  func all() throws {
    let desk = try desk()
    let ticks = Ticks()
    let outcome = try desk.run(
      "detector sweep scenes --scale 1.01,1.3 --neighbors 1,3 --cell-limit 0.5 --as slow",
      clock: { ticks.next() })
    let rows = Desk.rows(of: outcome)
    #expect(rows.count == 4 && outcome.skipped.count == 4)
    for row in rows {
      #expect(row["state"] == .text("timeout"))
      for key in numbers { #expect(row[key] == .null, "\(key)") }
      #expect((row["levels"]?.asNumber ?? 0) > 5)
    }
    #expect(outcome.skipped[0].reason == "timeout: it searched longer than 0.5 s")
    #expect(outcome.skipped[0].name.contains("scale 1.01, 1 neighbor"))
    #expect(try desk.rows("results show slow") == rows)
    #expect(try desk.text("results show slow").contains("timeout"))
    #expect(try desk.rows("results show slow --by image") == [])
    #expect(desk.error("results rerun slow")?.message.contains("came to its end") == true)
    #expect(try desk.rows("results list").first?["best_recall"] == .null)
  }

  @Test(
    "cells within the limit are told as without one; a narrow one outlives the wide one",
    arguments: [1, 2])
  func some(jobs: Int) throws {
    let desk = try desk()
    let line = "detector sweep scenes --scale 1.1 --neighbors 2,3 --min-size 24,100"
    let free = try desk.rows(line)
    #expect(free.allSatisfy { $0["state"] == .text("done") })
    let ticks = Ticks()
    // Every search takes a second or more by this clock, and all cells group for one a picture; the
    // few windows of 100 pixels and more are a small share of the common search.
    let outcome = try desk.run(line + " --cell-limit 7", jobs: jobs, clock: { ticks.next() })
    let rows = Desk.rows(of: outcome)
    for (row, known) in zip(rows, free) {
      let isNarrow = row["min_size_px"] == .integer(100)
      #expect(row["state"] == .text(isNarrow ? "done" : "timeout"))
      if isNarrow {
        for key in numbers.dropLast(4) { #expect(row[key] == known[key], "\(key)") }
      }
      #expect(row["levels"] == known["levels"])
    }
    #expect(outcome.skipped.count == 2)
    // Only what came to its end is run again.
    let kept = try #require(try desk.rows("results rerun detector-002").first)
    #expect(kept["cells"] == .integer(2) && kept["timed_out"] == .integer(2))
  }

  @Test("a real clock stops a search in its middle")
  func realClock() throws {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes 1 --size 1600x1200")
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try desk.run(
      "detector sweep scenes --scale 1.01 --neighbors 3 --cell-limit 0.000001",
      clock: { start.duration(to: clock.now) / .seconds(1) })
    #expect(Desk.rows(of: outcome).map { $0["state"] } == [.text("timeout")])
    // The whole search takes half a minute; one stretch of it a fraction of a second.
    #expect(start.duration(to: clock.now) < .seconds(12))
  }

  @Test("a limit must be a time", arguments: ["0", "-1", "soon"])
  func refused(limit: String) throws {
    #expect(try desk().error("detector sweep scenes --cell-limit \(limit)") != nil)
  }
}
