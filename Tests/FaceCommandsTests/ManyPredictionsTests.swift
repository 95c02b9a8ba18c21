import DurableFiles
import FaceReports
import Testing

@testable import FaceCommands

/// Files are decoded and compared in blocks, and nothing of it can be seen in the rows.
@Suite("Predictions of many files")
struct ManyPredictionsTests {
  @Test("say what each file alone gives, unreadable ones left out", arguments: ["eigen", "lbph"])
  func blocks(method: String) throws {
    let desk = Desk()
    // Enough templates and probes for the search of batches, and for more than one block of faces.
    let training = try desk.makePictures(people: 20, images: 4)
    try desk.run("dataset import faces \(training)")
    try desk.run("model train m --on faces --method \(method)")
    var paths: [String] = []
    for number in 0..<600 {
      let path = "\(desk.folder)/probe\(number).pgm"
      let bytes = Desk.graymap(person: number % 23, image: 50 + number, noise: 40)
      try AtomicFile.write(number == 70 ? Array(bytes.prefix(40)) : bytes, to: path)
      paths.append(path)
    }
    let all = try desk.run("model predict m \(paths.joined(separator: " ")) --top 3")
    #expect(all.skipped.map(\.name) == [paths[70]])
    let rows = Desk.rows(of: all)
    #expect(rows.count == 599)
    #expect(
      rows.map { $0["file"] } == paths.filter { $0 != paths[70] }.map { Table.Value.text($0) })
    for number in [0, 63, 64, 69, 71, 448, 511, 512, 575, 599] {
      let alone = try desk.rows("model predict m \(paths[number]) --top 3", jobs: 1)
      #expect(alone == [rows[number < 70 ? number : number - 1]])
    }
    #expect(
      Desk.rows(
        of: try desk.run(
          "model predict m \(paths.joined(separator: " ")) --top 3", jobs: 1)) == rows)
  }
}
