import CooperativeWork
import DurableFiles
import FaceExperiments
import FaceImages
import FaceReports
import FaceVocabulary
import Glibc
import Synchronization
import Testing

@testable import FaceCommands

@Suite("Sweeps at the prompt")
struct SweepCommandTests {
  /// A workspace with a dataset `tiny`, and a plan of `text`.
  private func desk(_ text: String) throws -> (desk: Desk, plan: String, cells: String) {
    let desk = Desk()
    let pictures = try desk.makePictures()
    try desk.run("dataset import tiny \(pictures)")
    let plan = desk.folder + "/faces.plan"
    try AtomicFile.write(text, to: plan)
    return (desk, plan, desk.folder + "/faces.cells")
  }

  private static let line = "evaluate tiny --method eigen,lbph --components 2,5 --folds 3,5\n"

  private func files(_ folder: String) -> [String: [[UInt8]]] {
    var files: [String: [[UInt8]]] = [:]
    for id in SweepLedger(folder: folder).others(besides: []) {
      let path = SweepLedger(folder: folder).path(of: id)
      files[id] = ((try? FileBytes.read(path)) ?? []).split(separator: 10).map(Array.init)
    }
    return files
  }

  private func set(_ rows: [[String: Table.Value]], _ key: String) -> [Table.Value] {
    rows.map { $0[key] ?? .text("no \(key)") }
  }

  @Test("a merged table has what evaluate itself gives, in the order of the plan")
  func merge() throws {
    let (desk, plan, cells) = try desk(Self.line)
    let ran = try desk.rows("sweep run \(plan)")
    #expect(set(ran, "state") == Array(repeating: .text("finished"), count: 6))
    let merged = try desk.rows("sweep merge \(cells)")
    #expect(merged.count == 6)
    let text = try desk.text("sweep merge \(cells)")
    #expect(
      text.split(separator: "\n").count { $0.contains("weak") && !$0.hasPrefix("weak:") } == 6)
    #expect(text.contains("weak: too few people"))
    let timing = ["cell_s"]
    for row in merged {
      guard case .text(let command) = row["command"] else { continue }
      let alone = try #require(try desk.rows(command).first)
      for (key, value) in alone where key != "result" && !Table.Column(key, title: nil).isTiming {
        #expect(row[key] == value, "\(key) of \(command)")
      }
      for key in alone.keys where Table.Column(key, title: nil).isTiming {
        #expect(row[key] != nil, "\(key)")
      }
      #expect(timing.allSatisfy { row[$0] != nil } && row["result"] == .null)
    }
    #expect(
      set(merged, "components_asked") == [
        .integer(2), .integer(2), .integer(5), .integer(5), .null, .null,
      ])
    #expect(
      set(merged, "folds_asked") == [3, 5, 3, 5, 3, 5].map { .integer($0) })
    #expect(try desk.rows("results list").filter { $0["result"] != nil }.count == 6)
  }

  @Test("the files are the same for any number of jobs, times aside")
  func jobs() throws {
    let (desk, plan, cells) = try desk(Self.line)
    try desk.run("sweep run \(plan)", jobs: 1)
    try desk.run("sweep run \(plan) --into \(desk.folder)/two", jobs: 2)
    let one = files(cells)
    let two = files(desk.folder + "/two")
    #expect(one.count == 6 && one.keys == two.keys)
    for (id, lines) in one { #expect(lines.first == two[id]?.first) }
    func text(_ folder: String) throws -> [String] {
      try desk.run("sweep merge \(folder)").parts.map { part in
        guard case .table(let table) = part else { return "" }
        return table.masked().json() + table.masked().csv()
      }
    }
    #expect(try text(cells) == text(desk.folder + "/two"))
  }

  @Test("finished cells are never run again in silence")
  func resume() throws {
    let (desk, plan, cells) = try desk(Self.line)
    try desk.run("sweep run \(plan)")
    let before = files(cells)
    let error = try #require(desk.error("sweep run \(plan)"))
    #expect(error.message == "'\(cells)' holds 6 cells that finished")
    #expect(error.hint?.contains("--resume") ?? false)
    #expect(desk.error("sweep run \(plan) --only \(before.keys.first ?? "")") != nil)
    let ids = before.keys.sorted()
    unlink("\(cells)/\(ids[2]).cell")
    let rows = try desk.rows("sweep run \(plan) --resume")
    #expect(rows.filter { $0["ran"] == .boolean(true) }.map { $0["cell"] } == [.text(ids[2])])
    let after = files(cells)
    for id in ids { #expect(after[id]?.first == before[id]?.first) }
    for id in ids where id != ids[2] { #expect(after[id] == before[id]) }
  }

  @Test("what is missing, damaged or failed is named, and the exit code is 3")
  func skipped() throws {
    let (desk, plan, cells) = try desk(
      "evaluate tiny --method eigen --components 2,5,7\n"
        + "evaluate tiny --method lbph --protocol session\n")
    let ran = try desk.run("sweep run \(plan)")
    #expect(ran.skipped.count == 1)
    #expect(ran.skipped[0].name == "evaluate tiny --method lbph --protocol session")
    let ids = try desk.rows("sweep run \(plan) --dry-run").compactMap { row -> String? in
      guard case .text(let id) = row["cell"] else { return nil }
      return id
    }
    unlink("\(cells)/\(ids[0]).cell")
    let whole = try FileBytes.read("\(cells)/\(ids[1]).cell")
    try AtomicFile.write(Array(whole.prefix(100)), to: "\(cells)/\(ids[1]).cell")
    let merged = try desk.run("sweep merge \(cells)")
    #expect(merged.skipped.map(\.name) == [ids[0], ids[1], ids[3]])
    #expect(merged.skipped[0].reason.hasPrefix("missing: evaluate tiny"))
    #expect(merged.skipped[1].reason.hasPrefix("it is no whole file of a cell: evaluate"))
    #expect(merged.skipped[2].reason.hasPrefix("failed: evaluate tiny --method lbph"))
    #expect(Desk.rows(of: merged).map { $0["cell"] } == [.text(ids[2])])
    #expect(
      set(try desk.rows("sweep run \(plan) --dry-run"), "state") == [
        .text("missing"), .text("damaged"), .text("finished"), .text("failed"),
      ])
    let said = Mutex<[String]>([])
    let again = try desk.run(
      "sweep run \(plan) --resume",
      console: Console(warn: { line in said.withLock { $0.append(line) } }))
    #expect(said.withLock { $0 }.contains { $0.contains("\(ids[1]).cell runs again") })
    #expect(
      set(Desk.rows(of: again), "ran") == [true, true, false, true].map { .boolean($0) })
    #expect(
      try FileBytes.read("\(cells)/\(ids[1]).cell").split(separator: 10)[0]
        == whole.split(separator: 10)[0])
    #expect(try desk.run("sweep merge \(cells)").skipped.map(\.name) == [ids[3]])
  }

  @Test("a changed plan keeps the cells that are the same and leaves the others alone")
  func changedPlan() throws {
    let (desk, plan, cells) = try desk(Self.line)
    try desk.run("sweep run \(plan)")
    let before = files(cells)
    try AtomicFile.write(
      "# less\nevaluate 'tiny' --folds 3 --method lbph,eigen --components 2,9\n", to: plan)
    let said = Mutex<[String]>([])
    let outcome = try desk.run(
      "sweep run \(plan) --resume",
      console: Console(say: { line in said.withLock { $0.append(line) } }))
    #expect(set(Desk.rows(of: outcome), "ran") == [false, false, true].map { .boolean($0) })
    #expect(said.withLock { $0 }.contains { $0.contains("has 4 cells of another plan") })
    #expect(Set(files(cells).keys).isSuperset(of: before.keys))
    let table = try desk.run("sweep merge \(cells)")
    #expect(Desk.rows(of: table).count == 3 && table.skipped.isEmpty)
    #expect(try desk.text("sweep merge \(cells)").contains("4 cells of another plan"))
  }

  @Test("another dataset, recipe, seed or file makes another cell; other words do not")
  func identities() throws {
    let (desk, plan, _) = try desk("")
    try desk.run("dataset split tiny \(desk.folder)/split.csv --folds 3")
    var seen: Set<String> = []
    func ids(_ text: String, seed: UInt64? = nil) throws -> [String] {
      try AtomicFile.write(text + "\n", to: plan)
      return try desk.rows("sweep run \(plan) --dry-run", seed: seed).map { row in
        guard case .text(let id) = row["cell"] else { return "no id" }
        return id
      }
    }
    let first = try ids("evaluate tiny --method lbph")
    seen.formUnion(first)
    #expect(first.count == 1)
    for same in [
      "evaluate tiny --method lbph --seed 1",
      "evaluate --mirror none --method lbph --repeats 1 tiny",
      "recipe set --light none\nevaluate tiny --method lbph",
      "evaluate tiny --method lbph --fuse nearest",
    ] { #expect(try ids(same) == first, "\(same)") }
    for other in [
      "evaluate tiny --method lbph --seed 2", "evaluate tiny --method lbph --lbph-radius 2",
      "recipe set --light equalize\nevaluate tiny --method lbph",
      "detector set --scale 1.3\nevaluate tiny --method lbph", "evaluate tiny --method fisher",
      "evaluate tiny --method lbph --split \(desk.folder)/split.csv",
    ] { #expect(try seen.insert(ids(other)[0]).inserted, "\(other)") }
    #expect(try seen.insert(ids("evaluate tiny --method lbph", seed: 7)[0]).inserted)
    try desk.run("dataset split tiny \(desk.folder)/split.csv --folds 5")
    #expect(
      try seen.insert(ids("evaluate tiny --method lbph --split \(desk.folder)/split.csv")[0])
        .inserted)
    try desk.run("dataset mirror tiny")
    #expect(try seen.insert(ids("evaluate tiny --method lbph")[0]).inserted)
  }

  @Test("the session of the prompt plays no part in a plan, and the plan none in it")
  func session() throws {
    let (desk, plan, cells) = try desk("recipe set --light clahe\nevaluate tiny --method lbph\n")
    try desk.run("recipe set --light equalize")
    try desk.run("sweep run \(plan)")
    #expect(try desk.rows("sweep merge \(cells)").first?["light"] == .text("clahe"))
    #expect(desk.session.recipe.light == .equalize)
  }

  @Test("setup lines run once, and are known to be done")
  func setup() throws {
    let text = """
      dataset synth heads --subjects 3 --angles 0,10 --lights 2 --size 24x28
      dataset mirror heads
      model train gate --on heads --method lbph
      evaluate heads --model gate --optimistic
      evaluate heads --method lbph --folds 2

      """
    let (desk, plan, cells) = try desk(text)
    #expect(
      set(try desk.rows("sweep run \(plan) --dry-run"), "cell") == [.null, .null])
    #expect(try desk.rows("dataset list").count == 1)
    try desk.run("sweep run \(plan)")
    let before = files(cells)
    try desk.run("sweep run \(plan) --resume")
    #expect(files(cells) == before && before.count == 2)
    // What the lines made is gone: it is made again, and the cells are the same.
    try desk.run("dataset remove heads")
    try desk.run("sweep run \(plan) --resume")
    #expect(files(cells) == before)
  }

  @Test("what somebody else made is never replaced by a setup line")
  func setupConflict() throws {
    let (desk, plan, cells) = try desk(
      "dataset synth tiny --subjects 3\nevaluate tiny --method lbph --folds 2\n")
    let fingerprint = try desk.rows("dataset show tiny --summary")[0]["fingerprint"]
    for _ in 0..<2 {
      let error = try #require(desk.error("sweep run \(plan)"))
      #expect(error.message.hasPrefix("\(plan):1: the dataset 'tiny' is there already"))
      #expect(error.hint?.contains("'dataset remove tiny'") ?? false)
    }
    #expect(try desk.rows("dataset show tiny --summary")[0]["fingerprint"] == fingerprint)
    // A line that was begun, and whose dataset was not there before, made it: it makes it again.
    var notes = SetupNotes()
    notes.begun = "dataset synth tiny --subjects 3"
    try SweepLedger(folder: cells).store(notes)
    #expect(throws: CommandError.declined("removing 'tiny'")) {
      try desk.run("sweep run \(plan)", console: Console(confirm: { _ in false }))
    }
    #expect(try desk.rows("dataset show tiny --summary")[0]["fingerprint"] == fingerprint)
    try desk.run("sweep run \(plan)")
    #expect(try desk.rows("dataset show tiny --summary")[0]["subjects"] == .integer(3))
    // Another line would make another dataset.
    try AtomicFile.write(
      "dataset synth tiny --subjects 4\nevaluate tiny --method lbph --folds 2\n", to: plan)
    #expect(desk.error("sweep run \(plan) --resume") != nil)
    #expect(try desk.rows("dataset show tiny --summary")[0]["subjects"] == .integer(3))
  }

  @Test("what prepares is a whole: other settings above a line, or another dataset, are told")
  func setupIsAWhole() throws {
    let cells = "evaluate tiny --model gate --optimistic\n"
    let (desk, plan, _) = try desk(
      "recipe set --size 12x14\nmodel train gate --on tiny --method lbph\n" + cells)
    try desk.run("sweep run \(plan)")
    try desk.run("sweep run \(plan) --resume")
    #expect(
      try desk.rows("model show gate").contains {
        $0["property"] == .text("size") && $0["value"] == .text("12x14")
      })
    try AtomicFile.write(
      "recipe set --size 14x12\nmodel train gate --on tiny --method lbph\n" + cells, to: plan)
    #expect(
      desk.error("sweep run \(plan) --resume")?.message.contains("'gate' is there already") ?? false
    )
    // Below the line, a setting is nothing to it.
    try AtomicFile.write(
      "model train gate --on tiny --method lbph\nrecipe set --size 14x12\n" + cells, to: plan)
    try desk.run("model remove gate")
    try desk.run("sweep run \(plan) --resume")
    #expect(
      try desk.rows("model show gate").contains {
        $0["property"] == .text("size") && $0["value"] == .text("16x20")
      })
    try desk.run("model train gate --on tiny --method fisher")
    #expect(
      desk.error("sweep run \(plan) --resume")?.message
        == "\(plan):1: the model 'gate' has changed since this plan made it")
  }

  @Test("another file of a cascade makes another cell, where faces are looked for")
  func cascadeFiles() throws {
    let (desk, plan, _) = try desk("")
    let file = desk.folder + "/mine.xml"
    func ids() throws -> [Table.Value] {
      set(try desk.rows("sweep run \(plan) --dry-run"), "cell")
    }
    try AtomicFile.write(
      """
      detector set --cascade \(file)
      evaluate tiny --method lbph --locate none,largest
      detector sweep tiny --cascade haarcascade_frontalface_alt,\(file)

      """, to: plan)
    let installed = try #require(Cascades.file(of: "haarcascade_frontalface_alt"))
    let bytes = try FileBytes.read(installed)
    try AtomicFile.write(bytes, to: file)
    let one = try ids()
    try AtomicFile.write(bytes + [10], to: file)
    let two = try ids()
    #expect(one.count == 4)
    #expect(zip(one, two).map { $0 == $1 } == [true, false, true, false])
  }

  @Test("a setup line that fails says where, and leaves nothing of its own behind")
  func setupFailure() throws {
    let (desk, plan, _) = try desk(
      "dataset import other \(Desk().folder)/nowhere\nevaluate other --method lbph --folds 2\n")
    let error = try #require(desk.error("sweep run \(plan)"))
    #expect(error.message.hasPrefix("\(plan):1: "), "\(error.message)")
    // Whoever makes it now keeps it.
    try desk.run("dataset synth other --subjects 3 --angles 0,5 --lights 2")
    #expect(desk.error("sweep run \(plan)")?.message.contains("is there already") ?? false)
    #expect(try desk.rows("dataset show other --summary")[0]["subjects"] == .integer(3))
  }

  @Test("a cell is chosen by the beginning of its id")
  func only() throws {
    let (desk, plan, _) = try desk(Self.line)
    let ids = try desk.rows("sweep run \(plan) --dry-run").compactMap { row -> String? in
      guard case .text(let id) = row["cell"] else { return nil }
      return id
    }
    let rows = try desk.rows("sweep run \(plan) --only \(ids[3].prefix(9)),\(ids[1])")
    #expect(set(rows, "cell") == [.text(ids[1]), .text(ids[3])])
    #expect(
      desk.error("sweep run \(plan) --resume --only xyz")?.message
        == "none of the plan's 6 cells begins with 'xyz'")
  }

  @Test("a line's detector sweep is marked as the command marks it")
  func detector() throws {
    let desk = Desk()
    try desk.run("dataset synth scenes --scenes 2 --size 160x120")
    let line =
      "detector sweep scenes --cascade haarcascade_frontalface_alt,haarcascade_frontalface_default "
      + "--scale 1.1,1.3 --neighbors 1,2,3"
    let plan = desk.folder + "/d.plan"
    try AtomicFile.write(line + "\n", to: plan)
    let ran = try desk.rows("sweep run \(plan)")
    #expect(ran.count == 2)
    let merged = try desk.rows("sweep merge \(desk.folder)/d.cells")
    let alone = try desk.rows(line)
    #expect(merged.count == 12 && alone.count == 12)
    for (row, own) in zip(merged, alone) {
      #expect(row["dataset"] == .text("scenes"))
      for (key, value) in own where !Table.Column(key, title: nil).isTiming {
        #expect(row[key] == value, "\(key)")
      }
    }
  }

  @Test("a cancelled run drops the cell in hand and keeps the others")
  func cancelled() throws {
    let (desk, plan, cells) = try desk(Self.line)
    let cancellation = Cancellation()
    let sweep = try PlannedSweep(
      SweepPlan(file: plan),
      in: Workbench(
        folder: desk.folder, session: Session(),
        work: Work(
          jobs: 1, cancellation: cancellation,
          progress: { if $0.done == 2 { cancellation.cancel() } }),
        seed: nil, clock: { 0 }, console: Console()))
    let ledger = SweepLedger(folder: cells)
    try ledger.prepare()
    let all = try sweep.cells()
    #expect(throws: Cancelled.self) {
      try SweepPass(sweep: sweep, ledger: ledger, cells: all, total: all.count).run()
    }
    #expect(files(cells).count == 2)
  }
}
