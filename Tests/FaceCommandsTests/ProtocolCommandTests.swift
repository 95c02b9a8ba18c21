import DurableFiles
import FaceDatasets
import FaceReports
import Glibc
import TestSupport
import Testing

@testable import FaceCommands

@Suite("Protocols at the prompt")
struct ProtocolCommandTests {
  private func desk(people: Int = 6, images: Int = 5) throws -> Desk {
    let desk = Desk()
    let pictures = try desk.makePictures(people: people, images: images)
    try desk.run("dataset import tiny \(pictures)")
    return desk
  }

  /// Two folds of pairs of six people with five pictures each.
  private func writePairs(_ desk: Desk) throws -> String {
    let path = desk.folder + "/pairs.txt"
    try AtomicFile.write(
      Array(
        """
        2\t3
        p0\t1\t2
        p1\t1\t5
        p2\t3\t4
        p0\t1\tp1\t2
        p1\t3\tp2\t1
        p2\t2\tp0\t5
        p3\t1\t2
        p4\t1\t5
        p5\t3\t4
        p3\t1\tp4\t2
        p4\t3\tp5\t1
        p5\t2\tp3\t5

        """.utf8), to: path)
    return path
  }

  private func numbers(_ rows: [[String: Table.Value]], _ key: String) -> [Double?] {
    rows.map { $0[key]?.asNumber }
  }

  @Test("pairs give the rates of each fold and of all, and LFW's mean accuracy")
  func pairs() throws {
    let desk = try desk()
    let file = try writePairs(desk)
    let line = "evaluate tiny --method eigen --components 4 --protocol pairs --split"
    let row = try #require(try desk.rows("\(line) \(file) --as p").first)
    #expect(row["protocol"] == .text("pairs") && row["pooled"] == .boolean(true))
    #expect(row["folds"] == .integer(2) && row["total"] == .integer(12))
    #expect(row["genuine_scores"] == .integer(6) && row["impostor_scores"] == .integer(6))
    // Nobody is searched for.
    #expect(row["rank1"] == .null && row["fpir"] == .null && row["fnir"] == .null)
    let folds = try desk.rows("results show p --by fold")
    #expect(numbers(folds, "genuine_scores") == [3, 3] && numbers(folds, "probes") == [6, 6])
    let mean = numbers(folds, "accuracy").compactMap(\.self).reduce(0, +) / 2
    #expect(row["accuracy"]?.asNumber == mean && row["accuracy_sd"] != .null)
    #expect(folds.allSatisfy { $0["eer"] != .null && $0["auc"] != .null && $0["fmr"] != .null })
    for (rate, bound) in [
      ("accuracy", "interval"), ("fmr", "fmr"), ("fnmr", "fnmr"), ("eer", "eer"), ("auc", "auc"),
    ] {
      for fold in folds {
        let value = try #require(fold[rate]?.asNumber, "\(rate)")
        #expect(fold[bound + "_low"]?.asNumber ?? .infinity <= value, "\(rate)")
        #expect(fold[bound + "_high"]?.asNumber ?? -.infinity >= value, "\(rate)")
      }
    }
    // Rates again from the scores of single pairs.
    let trials = try desk.rows("results show p --by trial")
    let distances = trials.map {
      (
        $0["mated"] == .boolean(true),
        $0[$0["mated"] == .boolean(true) ? "own_distance" : "distance"]
      )
    }
    let genuine = distances.filter(\.0).compactMap { $0.1?.asNumber }
    let impostor = distances.filter { !$0.0 }.compactMap { $0.1?.asNumber }
    let wins = genuine.reduce(0.0) { sum, own in
      sum + impostor.reduce(0.0) { $0 + ($1 > own ? 1 : $1 == own ? 0.5 : 0) }
    }
    #expect(abs((row["auc"]?.asNumber ?? 0) - wins / 36) < 1e-12)
    let correct = trials.count { $0["correct"] == .boolean(true) }
    #expect(row["correct"] == .integer(correct))
    let text = try desk.text("results show p")
    #expect(text.contains("standard error") && text.contains("EER"))
    #expect(desk.error("results show p --by subject")?.hint?.contains("--by fold") == true)

    // Nor at any threshold, and there are no ranks to draw.
    for point in try desk.rows("threshold sweep p") {
      #expect(point["fpir"] == .null && point["fnir"] == .null && point["fnir_low"] == .null)
      #expect(point["fmr"] != .null && point["fnmr"] != .null)
    }
    #expect(desk.error("plot cmc p \(desk.folder)/p.png")?.message.contains("no ranks") == true)
    // Both parts have pairs of either kind, and no threshold is chosen by a rate that does not exist.
    for row in try desk.rows("threshold choose p --fmr 0.5") {
      #expect(row["genuine_scores"] != .integer(0) && row["impostor_scores"] != .integer(0))
    }
    let refused = try #require(desk.error("threshold choose p --fpir 0.5"))
    #expect(refused.message.contains("no FPIR") && refused.hint?.contains("--fmr") == true)

    // At one threshold for all folds.
    let fixed = try #require(try desk.rows("\(line) \(file) --threshold 300").first)
    let below = genuine.count { $0 < 300 }
    #expect(fixed["fnmr"]?.asNumber == Double(6 - below) / 6)
    #expect(fixed["correct"] == .integer(below + impostor.count { $0 >= 300 }))
  }

  @Test("pairs are divided into a file, read back and run again with the same hash and bytes")
  func pairsReadBack() throws {
    let desk = try desk()
    let file = try writePairs(desk)
    let written = try #require(
      try desk.rows("dataset split tiny \(desk.folder)/roles.csv --protocol pairs --split \(file)")
        .first)
    let line = "evaluate tiny --method eigen,lbph --components 4 --protocol pairs --split"
    let first = try desk.rows("\(line) \(file) --as a")
    let second = try desk.rows("\(line) \(desk.folder)/roles.csv --as b")
    #expect(first.map { $0["split_hash"] } == [written["split_hash"], written["split_hash"]])
    #expect(first.map { $0["auc"] } == second.map { $0["auc"] })
    #expect(second.map { $0["split_hash"] } == first.map { $0["split_hash"] })
    for jobs in 1...2 {
      for name in ["a-eigen-4", "b-lbph"] {
        #expect(
          try desk.rows("results rerun \(name)", jobs: jobs).first?["same"] == .boolean(true))
      }
    }
    let same = try #require(try desk.rows("compare a-eigen-4 b-eigen-4").first)
    #expect(same["sign_flip_p"] == .number(1))
  }

  @Test(
    "every protocol's division is written, read back and has the hash that its results have",
    arguments: [
      "--protocol loo", "--protocol kfold --folds 5 --fold-by index", "--folds 3 --repeats 2",
      "--protocol per-person --train-per-person 3 --repeats 3", "--protocol person",
      "--folds 5 --unknown 0.34 --dev 0.5",
    ])
  func readBack(options: String) throws {
    let desk = try desk()
    let file = desk.folder + "/roles.csv"
    let written = try #require(try desk.rows("dataset split tiny \(file) \(options)").first)
    let drawn = try #require(
      try desk.rows("evaluate tiny --method eigen --components 4 \(options)").first)
    let read = try #require(
      try desk.rows("evaluate tiny --method eigen --components 4 --split \(file)").first)
    #expect(written["split_hash"] == drawn["split_hash"])
    #expect(read["split_hash"] == drawn["split_hash"] && read["protocol"] == .text("list"))
    for key in ["correct", "total", "rank1", "mated_probes", "nonmated_probes", "auc"] {
      #expect(read[key] == drawn[key], "\(key)")
    }
    #expect(
      try desk.rows("results rerun", jobs: 1).first?["same"] == .boolean(true))
  }

  @Test("enrolled people are told apart by a world set's axes, and their error rates are printed")
  func enrol() throws {
    let desk = try desk()
    let file = desk.folder + "/enrol.csv"
    var text = "repeat,fold,role,subject,file\n"
    for row in try desk.rows("dataset split tiny --folds 5 --fold-by index") {
      guard row["fold"] == .integer(1), case .text(let subject)? = row["subject"],
        case .text(let face)? = row["file"]
      else { continue }
      let index = face.split(separator: "/").last.map(String.init) ?? ""
      let role =
        subject < "p2"
        ? "world" : ["1.pgm", "2.pgm", "3.pgm"].contains(index) ? "gallery" : "probe"
      text += "1,1,\(role),\(subject),\(face)\n"
    }
    try AtomicFile.write(Array(text.utf8), to: file)
    let rows = try ["nearest", "mean", "template"].compactMap {
      try desk.rows(
        "evaluate tiny --method eigen --components 4 --protocol enrol --split \(file) --fuse \($0)"
      ).first
    }
    #expect(rows.map { $0["total"] } == Array(repeating: .integer(8), count: 3))
    #expect(rows.map { $0["gallery_subjects"] } == Array(repeating: .integer(4), count: 3))
    #expect(rows.allSatisfy { $0["genuine_scores"] == .integer(8) })
    #expect(rows.allSatisfy { $0["impostor_scores"] == .integer(24) && $0["eer"] != .null })
    #expect(Set(rows.compactMap { $0["eer_threshold"]?.asNumber }).count == 3)
    #expect(try desk.text("results show").contains("EER"))
  }

  @Test(
    "options that a division would pass over are refused",
    arguments: [
      ("--protocol kfold --split roles.csv", "leave --protocol away"),
      ("--split roles.csv --unknown 0.25", "dataset split"),
      ("--split roles.csv --dev 0.5", "dataset split"),
    ])
  func refused(options: String, hint: String) throws {
    let desk = try desk(people: 3, images: 3)
    let error = try #require(desk.error("evaluate tiny --method eigen \(options)"))
    #expect(error.hint?.contains(hint) == true, "\(error)")
  }
}

@Suite("Angles at the prompt")
struct AngleCommandTests {
  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.run("dataset synth turn --subjects 4 --angles -30:30:30 --lights 2 --size 46x56")
    return desk
  }

  @Test("a row a bin, with the faces found, and the widest span that keeps a share")
  func profile() throws {
    let desk = try desk()
    let line = "evaluate turn --method eigen --components 6 --protocol angle --by angle"
    let rows = try desk.rows(line)
    #expect(rows.map { $0["yaw_deg"] } == [.number(-30), .number(0), .number(30)])
    #expect(rows.allSatisfy { $0["probes"] == .integer(8) && $0["detected"] == .null })
    #expect(rows.allSatisfy { $0["fnmr"] == .null })
    let correct = rows.compactMap { $0["correct"]?.asNumber }.reduce(0, +)
    #expect(try desk.rows("results show").first?["correct"]?.asNumber == correct)
    let best = rows.compactMap { $0["accuracy"]?.asNumber }.max() ?? 0
    for row in try desk.rows("results show --by angle --keep \(best)") {
      // Runs of one bin: the frontal one, or the only one, is taken.
      if row["in_span"] == .boolean(true) { #expect(row["accuracy"]?.asNumber == best) }
    }
    #expect(
      try desk.rows("results show --by angle --keep \(best)").contains {
        $0["in_span"] == .boolean(true)
      })
    #expect(try desk.text("results show --by angle --keep 0.01").contains("at least 1 %"))
    // At a threshold that accepts nobody, every own comparison is a miss.
    let none = try desk.rows(line + " --threshold 0")
    #expect(none.allSatisfy { $0["fnmr"] == .number(1) && $0["fmr"] == .number(0) })
  }

  @Test("pictures without a found face are counted for their angle")
  func found() throws {
    let desk = try desk()
    let rows = try desk.rows(
      "evaluate turn --method lbph --folds 2 --locate largest --size 46x56 --by angle")
    for row in rows {
      let detected = try #require(row["detected"]?.asNumber)
      let failures = try #require(row["failures"]?.asNumber)
      #expect(detected + failures == row["probes"]?.asNumber)
      #expect(row["detection_rate"]?.asNumber == detected / 8)
    }
  }

  @Test("every angle trained on meets every angle looked for")
  func matrix() throws {
    let desk = try desk()
    let line = "evaluate turn --method eigen --components 6 --protocol angle-pair"
    let rows = try desk.rows(line + " --by angle-pair")
    #expect(rows.count == 9)
    #expect(
      rows.map { $0["train_yaw_deg"] }
        == [-30, 0, 30].flatMap {
          Array(repeating: Table.Value.number($0), count: 3)
        })
    #expect(rows.allSatisfy { $0["probes"] == .integer(8) })
    let result = try #require(try desk.rows("results show").first)
    #expect(result["total"] == .integer(72) && result["same_capture"] == .boolean(true))
    let correct = rows.compactMap { $0["correct"]?.asNumber }.reduce(0, +)
    #expect(result["correct"]?.asNumber == correct)
    let text = try desk.text("results show --by angle-pair")
    #expect(text.contains("trained") && text.contains("span") && text.contains("-30"))
    // On a narrow terminal angles are left out; those that stay keep their columns.
    let parts = try desk.run("results show --by angle-pair").parts
    guard case .shown(let square, _)? = parts.first else {
      Issue.record("a matrix is a table: \(parts)")
      return
    }
    let narrow = square.text(width: 24).split(separator: "\n")
    #expect(narrow.prefix(4).allSatisfy { $0.count == narrow[0].count })
    #expect(narrow[0].hasPrefix("trained  -30  ") && narrow[4].hasPrefix("(not shown"))
    // A fold that trains on several angles is said to.
    let mixed = try desk.rows(
      "evaluate turn --method eigen --components 6 --protocol angle --by angle-pair")
    #expect(mixed.count == 3 && mixed.allSatisfy { $0["train_yaw_deg"] == .null })
  }

  @Test("the chart of angle pairs goes by the turn from the angle trained on")
  func turns() throws {
    let desk = try desk()
    try desk.run("evaluate turn --method eigen --components 6 --protocol angle-pair --as pair")
    var counts: [Double: (correct: Double, probes: Double)] = [:]
    for cell in try desk.rows("results show pair --by angle-pair") {
      let turn =
        try #require(cell["yaw_deg"]?.asNumber) - #require(cell["train_yaw_deg"]?.asNumber)
      counts[turn, default: (0, 0)].correct += try #require(cell["correct"]?.asNumber)
      counts[turn, default: (0, 0)].probes += try #require(cell["probes"]?.asNumber)
    }
    #expect(counts.count == 5)
    let points = try desk.rows("plot angles pair \(desk.folder)/turns.svg")
    #expect(points.count == counts.count)
    for point in points {
      let turn = try #require(point["x"]?.asNumber)
      let count = try #require(counts[turn])
      #expect(try #require(point["y"]?.asNumber) == count.correct / count.probes)
    }
    // Beside a result whose probes have one angle, it is left out.
    try desk.run("evaluate turn --method eigen --components 6 --protocol angle --as single")
    let both = try desk.rows("plot angles pair single \(desk.folder)/both.svg")
    #expect(both.count == 3 && both.allSatisfy { $0["series"] == both[0]["series"] })
  }

  @Test("a cell of the matrix is what a list of its roles gives")
  func cell() throws {
    let desk = try desk()
    try desk.run("evaluate turn --method eigen --components 6 --protocol angle-pair --as pair")
    let cells = try desk.rows("results show pair --by angle-pair")
    let split = try desk.rows("dataset split turn --protocol angle-pair")
    let yaws = Dictionary(
      try desk.rows("results show pair --by trial").compactMap { row -> (String, Double)? in
        guard case .text(let file)? = row["file"], case .integer(let fold)? = row["fold"] else {
          return nil
        }
        return (file, Double(fold))
      }, uniquingKeysWith: { first, _ in first })
    #expect(yaws.count == 24)
    // Trained on −30, looked for at 30.
    let fold = try #require(
      split.first { row in
        row["role"] == .text("train")
          && cells.contains { $0["train_yaw_deg"] == .number(-30) && $0["yaw_deg"] == .number(30) }
      })
    #expect(fold["fold"] == .integer(1))
    var text = "repeat,fold,role,subject,file\n"
    let number = 4
    for row in split where row["fold"] == .integer(number) {
      guard case .text(let role)? = row["role"], case .text(let subject)? = row["subject"],
        case .text(let file)? = row["file"]
      else { continue }
      text += "1,1,\(role),\(subject),\(file)\n"
    }
    try AtomicFile.write(Array(text.utf8), to: desk.folder + "/cell.csv")
    let alone = try desk.rows(
      "evaluate turn --method eigen --components 6 --split \(desk.folder)/cell.csv")
    // Folds 1 and 2 are −30 in itself, 3 is −30 against 0, 4 is −30 against 30.
    let cell = cells.first { $0["train_yaw_deg"] == .number(-30) && $0["yaw_deg"] == .number(30) }
    #expect(alone.first?["correct"] == cell?["correct"] && alone.first?["total"] == .integer(8))
  }
}

@Suite("Published tables at the prompt")
struct ReproduceCommandTests {
  @Test("the list names every table with its faces and where they are offered")
  func list() throws {
    let rows = try Desk().rows("reproduce list")
    let names = rows.map { $0["table"] }
    for name in [
      "bytefish-att", "bytefish-yale", "opencv-att", "idiap-att", "uniform-lbp-att", "sklearn-lfw",
      "openface-lfw",
    ] {
      #expect(names.contains(.text(name)))
    }
    #expect(rows.allSatisfy { $0["offered"] != .null && $0["source"] != .null })
  }

  @Test("without a folder the set and its owners are named, and a wrong name is corrected")
  func needsData() throws {
    let error = try #require(Desk().error("reproduce bytefish-yale"))
    #expect(error.message.contains("Yale") && error.hint?.contains("http") == true)
    #expect(Desk().error("reproduce idiap-at --data x")?.hint?.contains("idiap-att") == true)
    #expect(
      Desk().error("reproduce idiap-att --data /nowhere")?.message.contains("/nowhere") == true)
  }

  @Test(
    "each figure is printed as published, as found, and by how much they differ",
    .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
  func figures() throws {
    let desk = Desk()
    let line = "reproduce idiap-att --data \(RealFaces.path("orl_faces"))"
    let rows = try desk.rows(line)
    #expect(rows.count == 12)
    for row in rows {
      let published = try #require(row["published"]?.asNumber)
      let ours = try #require(row["ours"]?.asNumber)
      #expect(row["difference"]?.asNumber == ours - published)
      #expect(row["table"] == .text("idiap-att") && row["source"] != .null && row["row"] != .null)
    }
    let text = try desk.text(line)
    #expect(text.contains("8.00 %") && text.contains("8.13 %") && text.contains("9.03 %"))
    #expect(text.contains("lie between three ways"))
    // Nothing is kept.
    #expect(try desk.rows("dataset list").isEmpty && desk.rows("results list").isEmpty)
  }
}
