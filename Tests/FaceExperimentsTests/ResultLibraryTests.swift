import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices
import Testing

@testable import FaceExperiments

@Suite("Stored results")
struct ResultLibraryTests {
  private func evaluated(_ book: Workbook) throws -> (dataset: Dataset, cell: EvaluatedCell) {
    let dataset = try book.dataset()
    return (dataset, try #require(try book.run(.plain(dataset), on: dataset).first))
  }

  @Test("what is stored is loaded, NaN and odd names included")
  func roundTrip() throws {
    let book = Workbook()
    var (_, cell) = try evaluated(book)
    cell.plan.split.unknown = .named(["Zoë, 李", "a\"b"])
    let stored = try book.results.store(cell, as: "one", host: "here", stored: 5)
    let loaded = try book.results.load("one")
    #expect(loaded.manifest == stored.manifest && loaded.measurement == stored.measurement)
    #expect(try loaded.split.read().hash() == cell.split.hash())
    #expect(loaded.trials.probes == cell.trials.probes && loaded.groups == cell.groups)
    #expect(
      loaded.trials.distances.elements.map(\.bitPattern)
        == cell.trials.distances.elements.map(\.bitPattern))
    #expect(book.results.contents(of: loaded) == book.results.contents(of: stored))
  }

  @Test("names are made from method and components, and counted")
  func names() throws {
    let book = Workbook()
    let (_, cell) = try evaluated(book)
    #expect(try book.results.store(cell, as: nil, host: "", stored: 0).name == "eigen-23-001")
    #expect(try book.results.store(cell, as: nil, host: "", stored: 0).name == "eigen-23-002")
    try book.results.store(cell, as: "alpha", host: "", stored: 0)
    #expect(try book.results.names() == ["eigen-23-001", "eigen-23-002", "alpha"])
    #expect(try book.results.resolve(nil) == "alpha")
    try book.results.remove("alpha")
    #expect(try book.results.resolve(nil) == "eigen-23-002")
  }

  @Test("a name is not taken twice, and a missing one tells what there is")
  func errors() throws {
    let book = Workbook()
    #expect(throws: ResultError.noResults) { try book.results.resolve(nil) }
    let (_, cell) = try evaluated(book)
    try book.results.store(cell, as: "one", host: "", stored: 0)
    #expect(throws: ResultError.alreadyExists(name: "one")) {
      try book.results.store(cell, as: "one", host: "", stored: 0)
    }
    #expect(throws: ResultError.notFound(name: "onw", known: ["one"])) {
      try book.results.load("onw")
    }
    #expect(
      ResultError.notFound(name: "onw", known: ["one"]).hint
        == "did you mean 'one'? results: one")
  }

  @Test(
    "a changed byte in any file is found and the file named",
    arguments: ["probes.csv", "distances.npy"])
  func damage(file: String) throws {
    let book = Workbook()
    let (_, cell) = try evaluated(book)
    try book.results.store(cell, as: "one", host: "", stored: 0)
    try changeByte(of: file, in: book)
    let error = #expect(throws: ResultError.self) { try book.results.load("one") }
    #expect(error?.message.contains(file) == true)
  }

  @Test("a damaged split keeps nobody from trying thresholds, and a rerun from starting")
  func damagedSplit() throws {
    let book = Workbook()
    let (dataset, cell) = try evaluated(book)
    try book.results.store(cell, as: "one", host: "", stored: 0)
    let whole = try book.results.load("one")
    try changeByte(of: "split.csv", in: book)
    let loaded = try book.results.load("one")
    #expect(
      ThresholdBench(loaded, developmentShare: nil).tryOut(900, from: 100)
        == ThresholdBench(whole, developmentShare: nil).tryOut(900, from: 100))
    let rerun = ResultRerun(
      loaded, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work())
    let error = #expect(throws: ResultError.self) { try rerun.run() }
    #expect(error?.message.contains("split.csv") == true)
  }

  private func changeByte(of file: String, in book: Workbook) throws {
    let path = book.folder + "/results/one/" + file
    var bytes = try FileBytes.read(path)
    bytes[bytes.count / 2] ^= 1
    try AtomicFile.write(bytes, to: path)
  }

  @Test("an unfinished draft is no result")
  func draft() throws {
    let book = Workbook()
    let (_, cell) = try evaluated(book)
    try book.results.store(cell, as: "one", host: "", stored: 0)
    mkdir(book.folder + "/results/.two.1.draft", 0o755)
    mkdir(book.folder + "/results/empty", 0o755)
    #expect(try book.results.names() == ["one"])
  }

  @Test("run again, for any number of threads, the bytes are the same")
  func rerun() throws {
    let book = Workbook()
    let (dataset, cell) = try evaluated(book)
    let stored = try book.results.store(cell, as: "one", host: "", stored: 0)
    for jobs in 1...2 {
      let rerun = ResultRerun(
        try book.results.load("one"), library: book.results, dataset: dataset,
        model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 },
        work: Work(jobs: jobs))
      #expect(try rerun.run().differing == [])
    }
    var other = stored
    other.trials = DevelopmentSplit.divided(
      stored.trials, groups: stored.groups, share: 0.5, seed: 1)
    let rerun = ResultRerun(
      other, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work())
    #expect(try rerun.run().differing == ["probes.csv"])
  }

  @Test("a changed dataset is refused before anything is computed")
  func changed() throws {
    let book = Workbook()
    let (dataset, cell) = try evaluated(book)
    let stored = try book.results.store(cell, as: "one", host: "", stored: 0)
    try dataset.remove(.subject("p0"))
    let rerun = ResultRerun(
      stored, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work())
    #expect(throws: ResultError.datasetChanged(dataset: "tiny")) { try rerun.run() }
  }

  @Test("results on different splits are not compared; a result against itself gives p = 1")
  func comparison() throws {
    let book = Workbook()
    let (dataset, cell) = try evaluated(book)
    let first = try book.results.store(cell, as: "one", host: "", stored: 0)
    let same = try ResultComparison(first, first)
    #expect(same.paired.signFlipP == 1 && same.paired.mcNemarP == 1)
    #expect(same.paired.difference == 0)
    let other = try #require(try book.run(.plain(dataset, folds: 3), on: dataset).first)
    let second = try book.results.store(other, as: "two", host: "", stored: 0)
    #expect(throws: ResultError.differentSplits("one", "two")) {
      try ResultComparison(first, second)
    }
  }

  @Test("score files hold every score once, in each form")
  func export() throws {
    let book = Workbook()
    let (_, cell) = try evaluated(book)
    let stored = try book.results.store(cell, as: "one", host: "", stored: 0)
    func rows(_ text: String) -> Int { text.split(separator: "\n").count }
    let scores = stored.trials.probes.count * stored.trials.gallery.count
    #expect(rows(ScoreExport.csv.files(of: stored)[0].text) == scores + 1)
    let bob = ScoreExport.bob.files(of: stored)[0].text
    #expect(rows(bob) == scores)
    #expect(bob.split(separator: "\n").allSatisfy { $0.split(separator: " ").count == 4 })
    let pyeer = ScoreExport.pyeer.files(of: stored)
    #expect(pyeer.map(\.suffix) == [".genuine", ".impostor"])
    #expect(rows(pyeer[0].text) == stored.trials.probes.count)
    #expect(rows(pyeer[0].text) + rows(pyeer[1].text) == scores)
  }
}
