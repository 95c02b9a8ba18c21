import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import FoundationEssentials
import Matrices
import Testing

@testable import FaceExperiments

/// Distances between single faces: which results keep them, and what `compare` draws from them.
@Suite("Protocols with a world set")
struct WorldSetTests {
  /// Two people form the world; of four others, three faces enrol and two are probes.
  static func split(_ dataset: Dataset, worldRole: Split.Role = .world) throws -> Split {
    Split(
      rows: try dataset.records().map { record in
        let person = Int(record.subject.name.dropFirst()) ?? 0
        let role: Split.Role =
          person < 2 ? worldRole : record.index <= 3 ? .gallery : .probe
        return Split.Row(
          repetition: 1, fold: 1, role: role, subject: record.subject, file: record.file)
      })
  }

  private func plan(_ dataset: Dataset, _ cells: [EvaluationPlan.Cell]) -> EvaluationPlan {
    var split = SplitPlan(kind: .enrol, seed: 1)
    split.allowUnmated = true
    return EvaluationPlan(dataset: dataset.name, cells: cells, split: split)
  }

  private func evaluated(
    _ book: Workbook, noise: Double = 70
  ) throws -> (dataset: Dataset, results: [StoredResult]) {
    let dataset = try book.dataset(noise: noise)
    let cells: [EvaluationPlan.Cell] = [
      .init(.trained(.eigen, .all)), .init(.trained(.eigen, .count(1))),
      .init(.trained(.lbph, .all)),
    ]
    let outcomes = try EvaluationRunner(
      plan: plan(dataset, cells), dataset: dataset, givenSplit: try Self.split(dataset),
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work()
    ).run()
    return (
      dataset,
      try zip(outcomes, ["all", "one", "lbph"]).map {
        try book.results.store($0, as: $1, host: "", stored: 0)
      }
    )
  }

  @Test("every pair of the tested people's faces is kept once, as it was compared")
  func kept() throws {
    let book = Workbook()
    let (_, results) = try evaluated(book)
    for result in results {
      let pairs = try #require(result.facePairs)
      #expect(pairs.count == 20 && pairs.distances.count == 190)
      #expect(Set(pairs.subjects.map(\.name)) == ["p2", "p3", "p4", "p5"])
      // A probe's fused distance is the smallest one to its person's gallery faces.
      let gallery = Set(try result.split.read().rows.filter { $0.role == .gallery }.map(\.file))
      for (row, probe) in result.trials.probes.enumerated() {
        let own = try #require(pairs.files.firstIndex(of: probe.file))
        for (column, person) in result.trials.gallery.enumerated() {
          let smallest = pairs.files.indices
            .filter { pairs.subjects[$0] == person && gallery.contains(pairs.files[$0]) }
            .map { distance(pairs, own, $0) }.min()
          let stored = result.trials.distances[row, column]
          #expect(abs(Double(try #require(smallest)) - stored) <= 1e-6 * max(1, stored))
        }
      }
    }
  }

  /// The distance of two different faces, looked up as SciPy's `pdist` orders them.
  private func distance(_ pairs: FacePairs, _ first: Int, _ second: Int) -> Float {
    let (low, high) = (min(first, second), max(first, second))
    return pairs.distances[low * (2 * pairs.count - low - 1) / 2 + high - low - 1]
  }

  @Test("stored and loaded they are the same, and a rerun gives the same bytes")
  func roundTrip() throws {
    let book = Workbook()
    let (dataset, results) = try evaluated(book)
    let loaded = try book.results.load("lbph")
    #expect(loaded.facePairs == results[2].facePairs)
    let rerun = ResultRerun(
      loaded, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work(jobs: 2))
    #expect(try rerun.run().differing == [])
    var tampered = loaded
    tampered.facePairs = nil
    let other = ResultRerun(
      tampered, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work())
    #expect(try other.run().differing == ["face-distances.npy", "faces.csv"])
  }

  @Test("a changed byte is found", arguments: ["faces.csv", "face-distances.npy"])
  func damage(file: String) throws {
    let book = Workbook()
    _ = try evaluated(book)
    let path = book.folder + "/results/one/" + file
    var bytes = try FileBytes.read(path)
    bytes[bytes.count / 2] ^= 1
    try AtomicFile.write(bytes, to: path)
    let error = #expect(throws: ResultError.self) { try book.results.load("one") }
    #expect(error?.message.contains(file) == true)
  }

  @Test("results are compared over ten thousand draws, and one with itself ties in all")
  func draws() throws {
    let book = Workbook()
    let (_, results) = try evaluated(book)
    let same = try ResultComparison(results[0], results[0])
    #expect(same.draws.map { [$0.wins, $0.ties, $0.losses] } == [0, 10_000, 0])
    #expect(same.paired.signFlipP == 1 && same.paired.mcNemarP == 1 && same.noDraws == nil)
    let better = try #require(try ResultComparison(results[0], results[1]).draws)
    #expect(better.wins > better.losses)
    #expect(better.wins + better.ties + better.losses == 10_000 && better.people == 4)
  }

  /// Rewrites the stored result `name` as the first version of the program wrote it.
  private func age(_ name: String, in book: Workbook) throws {
    let folder = book.folder + "/results/" + name
    let bytes = try FileBytes.read(folder + "/manifest.json")
    var text = String(decoding: bytes, as: UTF8.self)
    text = text.replacing("\"formatVersion\" : 3", with: "\"formatVersion\" : 1")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.contains("\"faces.csv\"") && !$0.contains("\"face-distances.npy\"")
    }
    try AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: folder + "/manifest.json")
    for file in ["faces.csv", "face-distances.npy"] {
      try FileManager.default.removeItem(atPath: folder + "/" + file)
    }
  }

  @Test("a result of the first version loads, reruns and compares, and says that it kept no draws")
  func oldVersion() throws {
    let book = Workbook()
    let (dataset, results) = try evaluated(book)
    try age("all", in: book)
    let old = try book.results.load("all")
    #expect(old.manifest.formatVersion == 1 && old.facePairs == nil)
    #expect(old.trials.probes == results[0].trials.probes)
    let comparison = try ResultComparison(old, results[1])
    #expect(comparison.draws == nil && comparison.noDraws == .notKept(result: "all"))
    #expect(comparison.paired.probes == 8)
    let rerun = ResultRerun(
      old, library: book.results, dataset: dataset,
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work())
    #expect(try rerun.run().differing == [])
  }

  @Test("protocols without a free gallery keep nothing, and the reason is told")
  func reasons() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let folds = try #require(try book.run(.plain(dataset), on: dataset).first)
    #expect(folds.facePairs == nil)
    let stored = try book.results.store(folds, as: "folds", host: "", stored: 0)
    let comparison = try ResultComparison(stored, stored)
    #expect(comparison.draws == nil && comparison.noDraws == .noWorldSet)

    let plain = try Self.split(dataset)
    #expect(try FreeFaces.files(of: plain).count == 20)
    var twice = plain
    twice.rows += plain.rows.map {
      .init(repetition: 1, fold: 2, role: $0.role, subject: $0.subject, file: $0.file)
    }
    #expect(throws: NoDraws.severalTrainings(2)) { try FreeFaces.files(of: twice) }
    #expect(throws: NoDraws.noWorldSet) {
      try FreeFaces.files(of: try Self.split(dataset, worldRole: .train))
    }
    var shared = plain
    shared.rows[0] = .init(
      repetition: 1, fold: 1, role: .probe, subject: plain.rows[0].subject,
      file: plain.rows[0].file)
    #expect(throws: NoDraws.worldPeopleTested(["p0"])) { try FreeFaces.files(of: shared) }
    let lone = Split(rows: plain.rows.filter { ["p0", "p1", "p2"].contains($0.subject.name) })
    #expect(throws: NoDraws.tooFewPeople(1)) { try FreeFaces.files(of: lone) }
    let reasons: [NoDraws] = [
      .noWorldSet, .severalTrainings(2), .worldPeopleTested(["a"]), .tooFewPeople(1),
      .tooManyFaces(5000), .notKept(result: "r"), .differentFaces,
    ]
    #expect(Set(reasons.map(\.reason)).count == reasons.count)
  }

  @Test("development probes take no part in the draws")
  func development() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let plain = try Self.split(dataset)
    let split = Split(
      rows: plain.rows.map { row in
        let isLast = row.file.contains("5.") && row.role == .probe
        return Split.Row(
          repetition: 1, fold: 1, role: isLast ? .developmentProbe : row.role,
          subject: row.subject, file: row.file)
      })
    let moved = split.rows.count { $0.role == .developmentProbe }
    #expect(moved == 4)
    #expect(try FreeFaces.files(of: split).count == 16)
  }
}
