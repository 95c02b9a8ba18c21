import DurableFiles
import Glibc
import Testing

@testable import FaceExperiments

@Suite("A folder of cells")
struct SweepLedgerTests {
  private func identity() -> SweepCell.Identity {
    SweepCell.Identity(
      words: ["evaluate", "orl", "--method", "eigen"], fingerprint: "f00d",
      session: ["recipe": "{}"], digests: ["split": "ab"], versions: ["facebench 0.1.0"])
  }

  @Test("the id is the same in every version that writes it so")
  func pinned() {
    #expect(identity().id == "95e8c379f1b57576")
  }

  @Test("anything that a cell depends on changes its id")
  func identities() {
    var ids: Set<String> = [identity().id]
    func expectNew(_ change: (inout SweepCell.Identity) -> Void) {
      var other = identity()
      change(&other)
      #expect(ids.insert(other.id).inserted, "\(other)")
    }
    expectNew { $0.words[3] = "lbph" }
    expectNew { $0.words = ["evaluate", "orl --method", "eigen"] }
    expectNew { $0.words = ["evaluate", "orl", "--method", "eigen", ""] }
    expectNew { $0.fingerprint = "f00e" }
    expectNew { $0.session["recipe"] = "{ }" }
    expectNew { $0.session["detector"] = "" }
    expectNew { $0.digests["split"] = "ac" }
    expectNew { $0.digests = ["dev": "ab"] }
    expectNew { $0.versions.append("OpenCV 4.6.0") }
    expectNew { $0.versions = [] }
  }

  private func record(_ id: String, failure: CellFailure? = nil) -> CellRecord {
    CellRecord(
      outcome: CellOutcome(
        id: id, command: "evaluate 'Zoë 李' --method eigen",
        rows: CellRows(
          columns: [
            .init(key: "method", isReal: false), .init(key: "accuracy", isReal: true),
            .init(key: "correct", isReal: false), .init(key: "weak", isReal: false),
            .init(key: "fpir", isReal: true),
          ],
          rows: [
            [.text("a\"\n\u{2028}"), .number(0.1 + 0.2), .integer(.max), .boolean(true), .null],
            [
              .text(""), .integer(1), .integer(-5), .boolean(false),
              .number(.leastNonzeroMagnitude),
            ],
          ]), failure: failure),
      timing: CellTiming(
        host: "here", threads: 2, spentSeconds: 1.25,
        rows: CellRows(columns: [.init(key: "train_ms", isReal: true)], rows: [[.number(0.5)]])))
  }

  private func ledger() throws -> (book: Workbook, ledger: SweepLedger) {
    let book = Workbook()
    let ledger = SweepLedger(folder: book.folder + "/odd 'name' %x.cells")
    try ledger.prepare()
    return (book, ledger)
  }

  @Test("what is stored is read")
  func roundTrip() throws {
    let (book, ledger) = try ledger()
    try withExtendedLifetime(book) {
      #expect(ledger.state(of: "ab") == .missing)
      for record in [
        record("ab"), record("cd", failure: CellFailure(message: "m", hint: nil, kind: "k")),
      ] {
        try ledger.store(record)
        #expect(ledger.state(of: record.outcome.id) == .recorded(record))
        #expect(ledger.state(of: record.outcome.id).isFinished == record.isFinished)
      }
      #expect(ledger.others(besides: ["ab", "ef"]) == ["cd"])
    }
  }

  @Test("a file that was cut off or changed anywhere is damaged, never another record")
  func damage() throws {
    let (book, ledger) = try ledger()
    try withExtendedLifetime(book) {
      let record = record("ab")
      let bytes = try record.encoded()
      func expectDamaged(_ changed: [UInt8], _ what: String) throws {
        try AtomicFile.write(changed, to: ledger.path(of: "ab"))
        guard case .damaged = ledger.state(of: "ab") else {
          Issue.record("\(what) is \(ledger.state(of: "ab"))")
          return
        }
      }
      for count in stride(from: 0, to: bytes.count, by: 7) {
        try expectDamaged(Array(bytes.prefix(count)), "cut off after \(count) bytes")
      }
      for place in stride(from: 0, to: bytes.count, by: 11) {
        var changed = bytes
        changed[place] ^= 0x11
        try expectDamaged(changed, "changed at \(place)")
      }
      try expectDamaged(bytes + [10], "with a line more")
      try expectDamaged(try self.record("cd").encoded(), "the file of another cell")
    }
  }

  @Test("a file of a later version is not read")
  func newer() throws {
    let (book, ledger) = try ledger()
    try withExtendedLifetime(book) {
      var later = record("ab")
      later.outcome.formatVersion = 2
      try ledger.store(later)
      guard case .damaged(let found) = ledger.state(of: "ab") else {
        Issue.record("read all the same")
        return
      }
      #expect(found.contains("newer facebench"))
    }
  }

  @Test("a folder of other things is not taken")
  func foreign() throws {
    let book = Workbook()
    try FolderListing.make(book.folder + "/mine")
    try AtomicFile.write("x", to: book.folder + "/mine/thesis.tex")
    #expect(
      throws: SweepError.foreignFolder(book.folder + "/mine", holds: "thesis.tex")
    ) { try SweepLedger(folder: book.folder + "/mine").prepare() }
    #expect(throws: SweepError.notASweep(book.folder)) {
      try SweepLedger(folder: book.folder).index()
    }
  }

  @Test("one process prepares at a time")
  func lock() throws {
    let (book, ledger) = try ledger()
    try withExtendedLifetime(book) {
      let first = try ledger.lock()
      #expect(throws: SweepError.busy(folder: ledger.folder)) { try ledger.lock() }
      withExtendedLifetime(first) {}
    }
  }

  @Test("the index is kept, and one of a later version is not read")
  func index() throws {
    let (book, ledger) = try ledger()
    try withExtendedLifetime(book) {
      var index = SweepIndex(
        plan: "faces.plan",
        cells: [
          SweepCell(
            id: "ab", line: 3, command: "evaluate orl", words: ["evaluate", "orl"],
            parameters: [.init(key: "dataset", value: "orl")])
        ])
      try ledger.store(index, plan: Array("evaluate orl\n".utf8))
      #expect(try ledger.index() == index)
      index.formatVersion = 2
      try ledger.store(index, plan: [])
      #expect(throws: SweepError.tooNew(file: ledger.indexPath, version: 2)) {
        try ledger.index()
      }
    }
  }
}
