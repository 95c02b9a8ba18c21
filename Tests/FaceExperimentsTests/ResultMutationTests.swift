import DurableFiles
import FaceEvaluation
import FaceVocabulary
import Matrices
import TestSupport
import Testing

@testable import FaceExperiments

/// Tries changed samples; errors must be explained.
func survive(_ mutations: Mutations, trials: Int, _ body: ([UInt8]) throws -> Void) {
  var mutations = mutations
  for trial in Mutations.trials(trials) {
    let bytes = mutations.next()
    do {
      try body(bytes)
    } catch {
      if let complaint = complaint(about: error) {
        Issue.record("trial \(trial): \(complaint) for \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}

@Suite("files of results, changed at random", .timeLimit(.minutes(5)))
struct ResultMutationTests {
  @Test("a manifest is refused, or the result is read and listed by it")
  func manifests() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let cell = try #require(try book.run(.plain(dataset), on: dataset).first)
    try book.results.store(cell, as: "one", host: "here", stored: 5)
    let path = book.folder + "/results/one/manifest.json"
    let whole = try FileBytes.read(path)
    survive(Mutations(ofBytes: [whole], words: ["{}", "[]", "\"x\":1,"], seed: 95), trials: 100) {
      try AtomicFile.write($0, to: path)
      _ = try book.results.survey()
      let loaded = try book.results.load("one")
      #expect(loaded.trials.probes.count == loaded.trials.distances.rows)
      #expect(loaded.manifest.name == "one")
      // There is a number for the next one.
      #expect(loaded.manifest.number < Int.max)
      let copy = book.folder + "/again.json"
      try AtomicFile.write(try ResultFile.encoded(loaded.manifest), to: copy)
      let again: ResultManifest = try ResultFile.decoded(copy)
      #expect(again == loaded.manifest)
    }
  }

  @Test("a list of probes is refused, or has a group for each")
  func probes() throws {
    let text =
      "file,subject,repeat,fold,part,mated,failed,reconstruction_error,yaw_deg,group,reference,"
      + "detection\na.pgm,Ann,1,1,eval,true,false,0.5,-15,3,b.pgm,found\n"
      + "\"b,c.pgm\",Bob,1,2,dev,false,true,,,4,,missed\n"
    survive(Mutations(of: [text], words: ["true", "false"], seed: 96), trials: 3_000) { bytes in
      let read = try StoredResult.probes(
        from: String(decoding: bytes, as: UTF8.self), file: "probes.csv")
      #expect(read.probes.count == read.groups.count)
    }
  }

  @Test("an array is refused, or is written as it was read")
  func arrays() {
    var generator = SeededGenerator(seed: 97)
    let matrix = Matrix(rows: 3, columns: 4, elements: (0..<12).map { _ in generator.uniform() })
    let samples = [NumpyArray.encode(matrix), NumpyArray.encode([Float](repeating: 0.5, count: 7))]
    let words = ["'shape': (3, 4)", "(9223372036854775807, 2)", "<f8", ">f8", "True"]
    survive(Mutations(ofBytes: samples, words: words, seed: 97), trials: 4_000) { bytes in
      _ = try? NumpyArray.decodeFloats(bytes, file: "a.npy")
      let read = try NumpyArray.decode(bytes, file: "a.npy")
      let again = try NumpyArray.decode(NumpyArray.encode(read), file: "a.npy")
      #expect(again.elements.map(\.bitPattern) == read.elements.map(\.bitPattern))
      #expect(again.rows == read.rows && again.columns == read.columns)
    }
  }

  @Test("a cell's file whose sum is right is refused, or can be written and read again")
  func cells() throws {
    let folder = TemporaryFolder()
    let path = folder.file("cell")
    let record = CellRecord(
      outcome: CellOutcome(
        id: "c1", command: "evaluate 'Zoë' --method eigen",
        rows: CellRows(
          columns: [.init(key: "method", isReal: false), .init(key: "accuracy", isReal: true)],
          rows: [[.text("a\"\u{2028}"), .number(0.1 + 0.2)], [.null, .integer(.max)]])),
      timing: CellTiming(
        host: "here", threads: 2, spentSeconds: 1.25,
        rows: CellRows(columns: [.init(key: "train_ms", isReal: true)], rows: [[.number(0.5)]])))
    let lines = try record.encoded().split(separator: 10).prefix(2).map { Array($0) }
    for (place, seed) in [(0, 98), (1, 99)] {
      let mutations = Mutations(
        ofBytes: [lines[place]], words: ["{}", "null,"], seed: UInt64(seed))
      survive(mutations, trials: 700) { changed in
        var content = lines
        content[place] = changed.filter { $0 != 10 }
        let text = content[0] + [10] + content[1] + [10]
        let sum = "{\"sha256\":\"\(ContentDigest.hex(of: text))\"}\n"
        _ = try folder.write(text + Array(sum.utf8), as: "cell")
        let read = try CellRecord.read(path, id: "c1")
        _ = try folder.write(try read.encoded(), as: "cell")
        let again = try CellRecord.read(path, id: "c1")
        #expect(again.outcome.rows.columns == read.outcome.rows.columns)
        // Written once, a number without a fraction is a whole number; from then on nothing changes.
        _ = try folder.write(try again.encoded(), as: "cell")
        #expect(try CellRecord.read(path, id: "c1") == again)
      }
    }
  }
}
