import FaceEvaluation
import FaceVocabulary
import Matrices
import Testing

@testable import FaceExperiments

/// Score files read back by what their formats say, not by what wrote them.
@Suite("Score files")
struct ScoreFileTests {
  /// A result with both parts, strangers, a failed probe and a person who is in no gallery of a probe.
  static func result(_ book: Workbook) throws -> StoredResult {
    let dataset = try book.dataset(people: 8, noise: 70)
    var plan = EvaluationPlan.plain(dataset)
    plan.split.unknown = .fraction(0.25)
    plan.split.development = .fraction(0.5)
    let cell = try #require(try book.run(plan, on: dataset).first)
    var stored = try book.results.store(cell, as: "one", host: "", stored: 0)
    var probes = stored.trials.probes
    var distances = stored.trials.distances
    let failing = try #require(probes.firstIndex { $0.isMated && $0.part == .evaluation })
    probes[failing].failed = true
    for column in 0..<distances.columns { distances[failing, column] = .nan }
    let missing = try #require(probes.lastIndex { !$0.isMated && $0.part == .evaluation })
    distances[missing, 1] = .nan
    stored.trials = TrialTable(
      gallery: stored.trials.gallery, probes: probes, distances: distances)
    return stored
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test("CSV: every score of both parts, with what is known of it")
  func csv() throws {
    let book = Workbook()
    let result = try Self.result(book)
    let rows = try #require(CSVText.fields(of: ScoreExport.csv.files(of: result)[0].text))
    #expect(
      rows[0] == [
        "file", "subject", "repeat", "fold", "part", "mated", "gallery_subject", "distance",
      ])
    let columns = Dictionary(
      uniqueKeysWithValues: result.trials.gallery.enumerated().map { ($1, $0) })
    var read = Matrix(
      rows: result.trials.probes.count, columns: columns.count, filledWith: .nan)
    var failed: Set<Int> = []
    for row in rows.dropFirst() {
      let probe = try #require(
        result.trials.probes.firstIndex { $0.file == row[0] && $0.fold == Int(row[3]) })
      #expect(row[1] == result.trials.probes[probe].subject.name)
      #expect(row[4] == result.trials.probes[probe].part.rawValue)
      #expect(row[5] == "\(result.trials.probes[probe].isMated)")
      if row[7].isEmpty {
        failed.insert(probe)
      } else {
        read[probe, try #require(columns[SubjectID(row[6])])] = try #require(Double(row[7]))
      }
    }
    #expect(
      read.elements.map(\.bitPattern.isNaNPattern)
        == result.trials.distances.elements.map(\.bitPattern.isNaNPattern))
    #expect(
      zip(read.elements, result.trials.distances.elements).allSatisfy { $0 == $1 || $0.isNaN })
    #expect(failed == Set(result.trials.probes.indices.filter { result.trials.probes[$0].failed }))
  }

  @Test("Bob: four columns, larger is more alike, a failure to acquire is nan")
  func bob() throws {
    let book = Workbook()
    let result = try Self.result(book)
    var genuine: [Double] = []
    var impostor: [Double] = []
    var unacquired = 0
    for line in lines(ScoreExport.bob.files(of: result)[0].text) {
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      #expect(fields.count == 4)
      let similarity = try #require(Double(fields[3]))
      if similarity.isNaN {
        if fields[0] == fields[1] { unacquired += 1 }
      } else if fields[0] == fields[1] {
        genuine.append(0 - similarity)
      } else {
        impostor.append(0 - similarity)
      }
    }
    let curve = ThresholdCurve(result.trials)
    #expect(SortedScores(genuine).values == curve.genuine.values.filter(\.isFinite))
    #expect(SortedScores(impostor) == curve.impostor)
    #expect(unacquired == 1 && curve.genuine.count == genuine.count + 1)
  }

  @Test("pyeer: one distance a line, genuine and impostor apart, evaluation part only")
  func pyeer() throws {
    let book = Workbook()
    let result = try Self.result(book)
    let files = ScoreExport.pyeer.files(of: result)
    #expect(files.map(\.suffix) == [".genuine", ".impostor"])
    let curve = ThresholdCurve(result.trials)
    let genuine = lines(files[0].text).compactMap { Double($0) }
    let impostor = lines(files[1].text).compactMap { Double($0) }
    #expect(genuine.count == lines(files[0].text).count)
    #expect(SortedScores(genuine).values == curve.genuine.values.filter(\.isFinite))
    #expect(SortedScores(impostor) == curve.impostor)
    let read = ThresholdCurve(genuine: genuine, impostor: impostor)
    #expect(read.dPrime == curve.dPrime)
  }
}

extension UInt64 {
  /// Whether a double with these bits is no number.
  fileprivate var isNaNPattern: Bool { Double(bitPattern: self).isNaN }
}
