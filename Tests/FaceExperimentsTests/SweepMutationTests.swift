import CooperativeWork
import DurableFiles
import FaceEvaluation
import FaceVocabulary
import TestSupport
import Testing

@testable import FaceExperiments

@Suite("files of sweeps, changed at random", .timeLimit(.minutes(5)))
struct SweepMutationTests {
  /// Three cells on three pictures, the last one stopped; a face has no yaw.
  private func outcome() -> DetectorSweepOutcome {
    let known = [
      PixelRect(x: 0, y: 0, width: 20, height: 20), PixelRect(x: 50, y: 0, width: 20, height: 20),
    ]
    let cells = (1...3).map { neighbors -> DetectorCell in
      var settings = DetectorSettings()
      settings.neighbors = neighbors
      if neighbors == 2 { settings.maxSize = 100 }
      guard neighbors < 3 else {
        return DetectorCell(settings: settings, pictures: [], levels: 9, isTimedOut: true)
      }
      return DetectorCell(
        settings: settings,
        pictures: (0..<3).map { picture in
          PictureCount(
            found: Array(known.prefix(picture)), known: known, pixels: 500_000,
            windows: 1000 * neighbors, milliseconds: [1.5], spentMilliseconds: 0.75)
        }, levels: 9)
    }
    let faces = (0..<3).map { number in
      [
        SearchedPicture.Face(person: "Ann", yawDegrees: Double(number) * 15 - 15),
        SearchedPicture.Face(person: "Zoë, B", yawDegrees: nil),
      ]
    }
    return DetectorSweepOutcome(
      cells: cells, files: ["a.pgm", "b c.pgm", "d,e.pgm"], faces: faces, searches: 4,
      spentMilliseconds: 9.5)
  }

  /// All that commands make of a sweep's rows.
  private func use(_ rows: [DetectorRow]) {
    for row in rows {
      for rate in [row.precision, row.recall, row.f1] {
        #expect(rate?.isNaN != true)
      }
      _ = row.falsePerMegapixel
    }
    _ = DetectorScore.front(of: rows.map(\.score))
  }

  /// All that commands make of what each cell found.
  private func use(_ outcome: DetectorSweepOutcome) throws {
    for rule in MatchRule.allCases {
      use(outcome.rows(rule))
      do {
        _ = try DetectorChoice(from: outcome, recall: 0.1, by: rule, seed: 1)
      } catch {
        #expect(complaint(about: error) == nil)
      }
    }
    _ = outcome.profiles()
    _ = (outcome.faceList, outcome.pictureList, outcome.countedRows, outcome.aloneMilliseconds)
  }

  @Test("a stored detector sweep is refused, or has rows, pictures and a number that can be used")
  func detectorSweeps() throws {
    let book = Workbook()
    let dataset = try book.dataset(people: 1, images: 1)
    let stored = try book.results.store(
      outcome(), by: .iou, of: dataset, as: "one", work: Work())
    #expect(try book.results.outcome(of: stored).rows(.iou) == outcome().rows(.iou))
    let path = book.folder + "/results/one/detector.json"
    let whole = try FileBytes.read(path)
    let words = ["null", "true", "false", "{}", "[]", "-9223372036854775808"]
    survive(Mutations(ofBytes: [whole], words: words, seed: 101), trials: 300) {
      try AtomicFile.write($0, to: path)
      _ = try book.results.survey()
      let sweep = try book.results.detectorSweep("one")
      #expect(sweep.name == "one" && sweep.number < Int.max)
      use(sweep.rows)
      let copy = book.folder + "/again.json"
      try AtomicFile.write(try ResultFile.encoded(sweep), to: copy)
      let again: StoredDetectorSweep = try ResultFile.decoded(copy)
      #expect(again == sweep)
      try use(try book.results.outcome(of: sweep))
    }
  }

  @Test("a stopped cell that is told as one with numbers, and the other way round, is damage")
  func stopped() throws {
    let book = Workbook()
    let dataset = try book.dataset(people: 1, images: 1)
    _ = try book.results.store(outcome(), by: .iou, of: dataset, as: "one", work: Work())
    let path = book.folder + "/results/one/detector.json"
    let whole = String(decoding: try FileBytes.read(path), as: UTF8.self)
    for (from, to) in [("true", "false"), ("false", "true")] {
      let changed = whole.replacing("\"isTimedOut\" : \(from)", with: "\"isTimedOut\" : \(to)")
      try #require(changed != whole)
      try AtomicFile.write(changed, to: path)
      let sweep = try book.results.detectorSweep("one")
      #expect(throws: ResultError.self) { try book.results.outcome(of: sweep) }
    }
  }

  @Test("a detector sweep whose lists have the right digest is refused, or can be used")
  func lists() throws {
    let outcome = outcome()
    let sweep = StoredDetectorSweep(
      name: "one", number: 1, dataset: "d", rows: outcome.rows(.iou), searches: 4,
      spentMilliseconds: 9.5)
    let (faces, pictures) = (outcome.faceList, outcome.pictureList)
    survive(Mutations(of: [pictures], words: ["1,a.pgm,", "00", "11"], seed: 102), trials: 800) {
      try use(
        try DetectorSweepOutcome(
          sweep, faces: faces, pictures: String(decoding: $0, as: UTF8.self), folder: "f"))
    }
    survive(Mutations(of: [faces], words: ["a.pgm,Ann,", "1e30", "180"], seed: 103), trials: 800) {
      try use(
        try DetectorSweepOutcome(
          sweep, faces: String(decoding: $0, as: UTF8.self), pictures: pictures, folder: "f"))
    }
  }

  @Test(
    "the cells of a plan and the notes of its setup are refused, or are written as they were read")
  func plans() throws {
    let book = Workbook()
    let ledger = SweepLedger(folder: book.folder + "/x.cells")
    try ledger.prepare()
    try ledger.store(
      SweepIndex(
        plan: "faces.plan",
        cells: (1...3).map {
          SweepCell(
            id: "ab0\($0)", line: $0, command: "evaluate 'Zoë' --seed \($0)",
            words: ["evaluate", "Zoë", "--seed", "\($0)"],
            parameters: [.init(key: "dataset", value: "Zoë"), .init(key: "seed", value: "\($0)")])
        }), plan: [])
    var notes = SetupNotes()
    notes.done = ["dataset synth d", "model train 'm'"]
    notes.begun = "dataset mirror d"
    notes.made = ["dataset d": "f00d"]
    try ledger.store(notes)
    let words = ["{}", "[]", "null", "../../etc/passwd", "\"formatVersion\":2"]
    let index = try FileBytes.read(ledger.indexPath)
    survive(Mutations(ofBytes: [index], words: words, seed: 104), trials: 400) {
      try AtomicFile.write($0, to: ledger.indexPath)
      let read = try ledger.index()
      for cell in read.cells {
        guard case .missing = ledger.state(of: cell.id) else {
          Issue.record("a cell is found at \(ledger.path(of: cell.id))")
          continue
        }
      }
      try ledger.store(read, plan: [])
      #expect(try ledger.index() == read)
    }
    let setup = try FileBytes.read(ledger.setupPath)
    survive(Mutations(ofBytes: [setup], words: words, seed: 105), trials: 400) {
      try AtomicFile.write($0, to: ledger.setupPath)
      let read = ledger.setup()
      try ledger.store(read)
      #expect(ledger.setup() == read)
    }
  }
}
