import DurableFiles
import FaceReports
import FaceVocabulary
import FoundationEssentials
import TestSupport
import Testing

@testable import FaceCommands

/// One evaluated result with strangers and a development part, and a second method on the same split.
func evaluatedDesk() throws -> Desk {
  let desk = Desk()
  let pictures = try desk.makePictures(people: 10, images: 6, noise: 75)
  try desk.run("dataset import tiny \(pictures)")
  try desk.run(
    "evaluate tiny --method eigen,lbph --components 3 --unknown 0.3 --dev 0.5 --folds 3 --as r")
  return desk
}

@Suite("Tables about results")
struct ResultTableTests {
  /// Every command that shows a result, and the keys scripts may rely on.
  static let commands: [(line: String, keys: [String])] = [
    (
      "results show r-eigen-3 --by rates",
      [
        "result", "part", "optimistic", "rate", "value", "low", "high", "weak", "events", "trials",
        "threshold",
      ]
    ),
    (
      "results show r-eigen-3 --by rank",
      ["result", "optimistic", "rank", "rate", "low", "high", "found", "mated_probes", "weak"]
    ),
    (
      "results show r-eigen-3 --by confusion",
      ["result", "optimistic", "subject", "taken_for", "count", "probes", "share", "correct"]
    ),
    (
      "results show r-eigen-3 --by subject",
      [
        "result", "subject", "accuracy", "correct", "probes", "failures", "mistaken_for",
        "mistakes", "interval_low", "interval_high", "interval_over", "optimistic",
      ]
    ),
    (
      "results show r-eigen-3 --hard 3",
      ["kind", "file", "subject", "other_subject", "distance", "ratio", "count", "optimistic"]
    ),
    (
      "threshold choose --cost 10:1:0.1 r-eigen-3",
      [
        "criterion", "optimistic", "part", "threshold", "fmr", "fmr_low", "fmr_high", "fnmr",
        "fnmr_low", "fnmr_high", "fpir", "fpir_low", "fpir_high", "fnir", "fnir_low", "fnir_high",
        "cost", "accuracy", "genuine_scores", "impostor_scores", "mated_probes", "nonmated_probes",
        "false_matches", "false_nonmatches", "gallery_subjects", "accuracy_low", "accuracy_high",
        "cost_low", "cost_high", "fmr_weak", "fnmr_weak", "fpir_weak", "fnir_weak",
        "accuracy_weak", "cost_weak",
      ]
    ),
    (
      "threshold calibrate r-eigen-3",
      [
        "result", "optimistic", "part", "of", "form", "prior", "slope", "intercept", "low", "high",
        "scores", "said", "seen", "brier", "calibration_error", "brier_low", "brier_high",
        "brier_weak",
      ]
    ),
    (
      "threshold calibrate r-eigen-3 --of nearest --trials",
      [
        "result", "optimistic", "of", "file", "subject", "nearest", "distance", "probability",
        "correct",
      ]
    ),
    (
      "compare r-eigen-3 r-lbph",
      [
        "a", "b", "difference", "difference_low", "difference_high", "sign_flip_p", "mcnemar_p",
        "only_a_correct", "only_b_correct", "wins", "ties", "losses", "no_draws",
        "optimistic", "weak",
      ]
    ),
  ]

  @Test("each is written in all seven forms from one value")
  func forms() throws {
    let desk = try evaluatedDesk()
    for (line, keys) in Self.commands {
      let table = try #require(try desk.run(line).tables.first, "\(line)")
      #expect(table.columns.map(\.key).filter { !$0.isEmpty } == keys, "\(line)")
      #expect(!table.rows.isEmpty && table.rows.allSatisfy { $0.count == table.columns.count })
      try checkMachineForms(table, keys: keys)
      checkPeopleForms(table)
    }
  }

  private func checkMachineForms(_ table: Table, keys: [String]) throws {
    let tsv = table.rendered(as: .tsv).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
    #expect(tsv.count == table.rows.count + 1 && tsv[0] == keys)
    let csv = table.rendered(as: .csv).split(separator: "\n")
    #expect(csv.count == tsv.count && csv[0] == keys.joined(separator: ","))
    let json = table.rendered(as: .json).split(separator: "\n")
    #expect(json.count == table.rows.count)
    for (row, line) in json.enumerated() {
      let object = try JSONDecoder().decode(
        [String: JSONScalar].self, from: Data(line.utf8))
      #expect(Set(object.keys) == Set(keys))
      for (column, key) in keys.enumerated() {
        // TSV and JSON hold the same number to the last digit, and null is empty.
        switch object[key] {
        case .number(let number): #expect(Double(tsv[row + 1][column]) == number)
        case .text(let text): #expect(tsv[row + 1][column] == text)
        case .flag(let flag): #expect(tsv[row + 1][column] == "\(flag)")
        case .none?, nil: #expect(tsv[row + 1][column].isEmpty)
        }
      }
    }
  }

  private func checkPeopleForms(_ table: Table) {
    let titles = table.columns.compactMap(\.title)
    let text = table.rendered(as: .text, width: 200)
    for title in titles { #expect(text.contains(title)) }
    let markdown = table.rendered(as: .markdown).split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(markdown.count == table.rows.count + 2)
    #expect(Set(markdown.map { $0.count { $0 == "|" } }) == [titles.count + 1])
    let latex = table.rendered(as: .latex)
    for part in ["table", "tabular"] {
      #expect(latex.contains("\\begin{\(part)}") && latex.contains("\\end{\(part)}"))
    }
    let rows = latex.split(separator: "\n").filter { $0.hasSuffix("\\\\") }
    #expect(rows.count == table.rows.count + 1)
    #expect(Set(rows.map { $0.components(of: " & ") }) == [titles.count])
    let html = TagReader(table.rendered(as: .html))
    #expect(html.problems == [])
    #expect(html.tags.count { $0.name == "td" } == table.rows.count * titles.count)
  }

  @Test("rates: the threshold is given, or dev's equal error point; what is not measured is null")
  func rates() throws {
    let desk = try evaluatedDesk()
    func row(_ line: String, _ rate: String) throws -> [String: Table.Value] {
      try #require(try desk.rows(line).first { $0["rate"] == .text(rate) })
    }
    let eer = try #require(try desk.rows("threshold choose --eer r-eigen-3").last)
    let own = try row("results show r-eigen-3 --by rates", "fnmr")
    #expect(own["threshold"] == eer["threshold"] && own["value"] == eer["fnmr"])
    let given = try row("results show r-eigen-3 --by rates --threshold 100", "fpir")
    #expect(given["threshold"] == .number(100))
    try desk.run("evaluate tiny --method eigen --components 3 --folds 3 --as plain")
    let none = try row("results show plain --by rates", "hter")
    #expect(none["value"] == .null && none["threshold"] == .null)
    #expect(desk.error("results show plain --threshold 5")?.hint?.contains("--by") == true)
  }

  @Test("the threshold of least cost comes from part dev and is reported unchanged on part eval")
  func cost() throws {
    let desk = try evaluatedDesk()
    let rows = try desk.rows("threshold choose --cost 10:1:0.1 r-eigen-3")
    #expect(rows.map { $0["part"] } == [.text("dev"), .text("eval")])
    #expect(rows[0]["threshold"] == rows[1]["threshold"])
    #expect(rows[0]["criterion"] == .text("cost=10.0:1.0:0.1"))
    for row in rows {
      let fmr = try #require(row["fmr"]?.asNumber)
      let fnmr = try #require(row["fnmr"]?.asNumber)
      #expect(abs(try #require(row["cost"]?.asNumber) - (9 * fmr + 0.1 * fnmr)) < 1e-12)
    }
    #expect(try desk.rows("threshold choose --eer r-eigen-3")[0]["cost"] == .null)
    // Dearer false matches never raise the threshold.
    let thresholds = try ["1:10", "1:1", "10:1", "100:1"].map {
      try desk.rows("threshold choose --cost \($0) r-eigen-3")[0]["threshold"]?.asNumber ?? .nan
    }
    #expect(thresholds == thresholds.sorted(by: >))
  }

  @Test(
    "with a world set wins, ties and losses are counted over 10,000 draws",
    arguments: ["enrol", "list"])
  func draws(word: String) throws {
    let desk = Desk()
    try desk.run("dataset import tiny \(desk.makePictures(people: 8, images: 6, noise: 90))")
    let rows = (0..<8).flatMap { person in
      (1...6).map { image in
        let role = person < 4 ? "world" : image <= 3 ? "gallery" : "probe"
        return "1,1,\(role),p\(person),p\(person)/\(image).pgm\n"
      }
    }
    let file = desk.folder + "/idiap.csv"
    let text = "repeat,fold,role,subject,file\n" + rows.joined()
    try AtomicFile.write(Array(text.utf8), to: file)
    try desk.run(
      "evaluate tiny --method eigen --components 1,10 --protocol \(word) --split \(file) --as r")
    let row = try #require(try desk.rows("compare r-eigen-10 r-eigen-1").first)
    let counts = try ["wins", "ties", "losses"].map { try #require(row[$0]?.asNumber) }
    #expect(counts.reduce(0, +) == 10_000 && counts[0] > counts[2] && row["no_draws"] == .null)
    let back = try #require(try desk.rows("compare r-eigen-1 r-eigen-10").first)
    #expect(back["wins"] == row["losses"] && back["losses"] == row["wins"])
    let same = try #require(try desk.rows("compare r-eigen-1 r-eigen-1").first)
    #expect(same["ties"] == .integer(10_000) && same["sign_flip_p"] == .number(1))
    #expect(same["mcnemar_p"] == .number(1))
    #expect(try desk.text("compare r-eigen-10 r-eigen-1").contains("4 people; a win is"))
  }

  @Test("the nearest person's probability falls with the distance and lies between 0 and 1")
  func probabilities() throws {
    let desk = try evaluatedDesk()
    for form in ["logistic", "isotonic"] {
      let rows = try desk.rows(
        "threshold calibrate r-eigen-3 --of nearest --form \(form) --trials")
      let pairs = rows.compactMap { row in
        row["distance"]?.asNumber.flatMap { d in row["probability"]?.asNumber.map { (d, $0) } }
      }.sorted { $0.0 < $1.0 }
      #expect(pairs.count == rows.count && !pairs.isEmpty)
      for (near, far) in zip(pairs, pairs.dropFirst()) { #expect(near.1 >= far.1) }
      #expect(pairs.allSatisfy { 0 <= $0.1 && $0.1 <= 1 })
    }
  }

  @Test("what was tested on what it was trained on says so in every output")
  func optimistic() throws {
    let desk = try evaluatedDesk()
    try desk.run("model train gate --on tiny --method eigen --components 3")
    try desk.run("evaluate tiny --model gate --optimistic --as seen")
    let lines =
      Self.commands.map { $0.line.replacing("r-eigen-3", with: "seen") }
      + ["results show seen", "results list", "threshold sweep seen", "threshold try 500 seen"]
    for line in lines {
      let line = line.replacing("compare seen r-lbph", with: "compare seen seen")
      // The model knows everybody: the equal error point and searches have no wrong answer.
      if line.contains("nearest") { continue }
      #expect(try desk.text(line).lowercased().contains("optimistic"), "\(line)")
      let rows = try desk.rows(line)
      if rows.first?["optimistic"] != nil {
        #expect(rows.last?["optimistic"] == .boolean(true), "\(line)")
      }
    }
    for kind in ["roc", "det", "cmc", "scores", "threshold"] {
      #expect(try desk.text("plot \(kind) seen").contains("(optimistic)"), "\(kind)")
    }
    let file = desk.folder + "/scores.csv"
    #expect(try desk.text("results export seen \(file)").contains("Optimistic"))
    #expect(try !desk.text("results show r-eigen-3").lowercased().contains("optimistic"))
  }
}

/// A planted wrong label on real faces.
@Suite(
  "Hard examples of real faces",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct PlantedLabelTests {
  @Test("a wrong label is among the first five suspects, and both people are named")
  func planted() throws {
    let desk = Desk()
    try desk.run("dataset import orl \(RealFaces.path("orl_faces"))")
    for (file, owner, other) in [
      ("s7/3.pgm", "s7", "s21"), ("s12/10.pgm", "s12", "s30"), ("s33/1.pgm", "s33", "s4"),
    ] {
      try desk.run("dataset relabel orl --file \(file) --to \(other)")
      try desk.run("evaluate orl --method eigen --components 30 --protocol kfold --as planted")
      let suspects = try desk.rows("results show planted --hard 5").filter {
        $0["kind"] == .text("label")
      }
      let found = suspects.first { $0["file"] == .text(file) }
      #expect(suspects.count == 5 && found?["subject"] == .text(other))
      #expect(found?["other_subject"] == .text(owner))
      try desk.run("dataset relabel orl --file \(file) --to \(owner)")
    }
  }
}

/// A JSON value that is no list and no object.
private enum JSONScalar: Decodable {
  case none
  case flag(Bool)
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }
}

extension Outcome {
  /// The tables among the parts.
  fileprivate var tables: [Table] {
    parts.compactMap { part in
      if case .table(let table) = part { return table }
      return nil
    }
  }
}

extension Substring {
  /// Into how many parts `separator` divides the text.
  fileprivate func components(of separator: String) -> Int {
    split(separator: separator, omittingEmptySubsequences: false).count
  }
}
