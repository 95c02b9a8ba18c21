import CommandLanguage
import DurableFiles
import FaceVocabulary
import Testing

@testable import FaceCommands

/// What is said about files of roles that are wrong, and about their absence.
@Suite("Files of roles")
struct SplitFileTests {
  private let desk = Desk()

  init() throws {
    let pictures = try desk.makePictures(people: 4, images: 4)
    try desk.run("dataset import tiny \(pictures)")
  }

  private func write(_ rows: [String]) throws -> String {
    let path = desk.folder + "/plan.csv"
    let text = (["repeat,fold,role,subject,file"] + rows).joined(separator: "\n") + "\n"
    try AtomicFile.write(text, to: path)
    return path
  }

  private static let good = ["1,1,train,p0,p0/1.pgm", "1,1,probe,p0,p0/2.pgm"]

  @Test(
    "a wrong row is told by its file and line, whoever reads it",
    arguments: [
      ("1,1,probe,p0,p0/77.pgm", "'p0/77.pgm' is no face of the dataset"),
      ("1,1,probe,p1,p0/3.pgm", "'p0/3.pgm' is given to 'p1', in the dataset it is of 'p0'"),
      ("1,1,looker,p0,p0/3.pgm", "'looker' is no role; roles: "),
      ("1,0,probe,p0,p0/3.pgm", "'0' is no fold; they count from 1"),
    ])
  func wrongRow(row: String, reason: String) throws {
    let path = try write(Self.good + [row])
    for line in [
      "evaluate tiny --method eigen --split \(path)",
      "evaluate tiny --method eigen --protocol enrol --split \(path)",
      "evaluate tiny --method eigen --protocol pairs --split \(path)",
      "dataset split tiny --split \(path)", "dataset check tiny --split \(path)",
    ] {
      let error = try #require(desk.error(line), "\(line)")
      #expect(error.message.hasPrefix("'\(path)', row 4: \(reason)"), "\(line): \(error.message)")
      #expect(error.hint != nil, "\(line)")
    }
  }

  @Test("what is wrong with a whole file is told by its name")
  func wrongFile() throws {
    let lonely = try write(Self.good)
    for kind in ["enrol", "pairs"] {
      let error = try #require(
        desk.error("evaluate tiny --method eigen --protocol \(kind) --split \(lonely)"))
      #expect(error.message.hasPrefix("'\(lonely)': "), "\(kind): \(error.message)")
    }
    let leaking = try write(Self.good + ["1,1,train,p0,p0/2.pgm"])
    let error = try #require(desk.error("evaluate tiny --method eigen --split \(leaking)"))
    #expect(error.message.hasPrefix("'\(leaking)': 1 probe has a twin"))
  }

  @Test(
    "a protocol that reads a file needs one: a mistake of usage that names the option",
    arguments: ["pairs", "enrol", "list"])
  func missingFile(kind: String) throws {
    for line in [
      "evaluate tiny --method eigen --protocol \(kind)", "dataset split tiny --protocol \(kind)",
    ] {
      let error = #expect(throws: UsageError.self) { try desk.run(line) }
      #expect(error?.message.contains("--split is needed") == true)
      #expect(error?.hint?.contains(kind == "pairs" ? "pairs.txt" : "dataset split") == true)
    }
  }

  @Test("a list of faces to choose thresholds on is held against the dataset, row by row")
  func developmentFile() throws {
    let path = desk.folder + "/dev.txt"
    for (text, reason) in [
      ("p0/1.pgm\n\np9/1.pgm\n", "row 3: 'p9/1.pgm' is no face of the dataset"),
      ("\n", "row 1: it names no face"),
    ] {
      try AtomicFile.write(text, to: path)
      for line in [
        "evaluate tiny --method eigen --dev \(path)", "dataset split tiny --dev \(path)",
      ] {
        #expect(desk.error(line)?.message == "'\(path)', \(reason)")
      }
    }
  }
}
