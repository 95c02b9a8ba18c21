import CooperativeWork
import FaceDatasets
import FaceReports
import Testing

@testable import FaceCommands

@Suite("Evaluation at the prompt")
struct EvaluationCommandTests {
  private func desk() throws -> Desk {
    let desk = Desk()
    let pictures = try desk.makePictures()
    try desk.run("dataset import tiny \(pictures)")
    return desk
  }

  @Test("every key that scripts may rely on is there, nulls included")
  func keys() throws {
    let desk = try desk()
    let row = try #require(try desk.rows("evaluate tiny --method eigen --folds 5").first)
    let promised = [
      "result", "dataset", "model", "method", "components", "light", "mirror", "fuse", "protocol",
      "group_rule", "same_capture", "pooled", "part", "optimistic", "folds", "repeats", "correct",
      "total", "accuracy", "rank1", "accuracy_sd", "interval_low", "interval_high", "weak",
      "threshold", "failures", "mated_probes", "nonmated_probes", "fpir", "fnir",
      "gallery_subjects", "train_ms_median", "train_ms_p95", "shared_ms", "predict_ms_median",
      "predict_ms_p95", "runs", "threads", "seed", "split_hash", "fingerprint",
    ]
    #expect(promised.filter { row[$0] == nil } == [])
    #expect(row["threshold"] == .null && row["fpir"] == .null && row["model"] == .null)
    #expect(row["total"] == .integer(30) && row["folds"] == .integer(5))
  }

  @Test("lists make one row a cell, in their order")
  func cells() throws {
    let desk = try desk()
    let rows = try desk.rows(
      "evaluate tiny --method eigen,lbph --components 2,5 --light none,equalize --folds 5")
    #expect(
      rows.map { [$0["method"], $0["components"], $0["light"]] } == [
        [.text("eigen"), .integer(2), .text("none")],
        [.text("eigen"), .integer(2), .text("equalize")],
        [.text("eigen"), .integer(5), .text("none")],
        [.text("eigen"), .integer(5), .text("equalize")],
        [.text("lbph"), .null, .text("none")], [.text("lbph"), .null, .text("equalize")],
      ])
  }

  @Test("one and two jobs give the same rows, and a rerun the same bytes")
  func jobs() throws {
    let desk = try desk()
    let line = "evaluate tiny --method eigen,fisher,lbph --components 3,5 --unknown 0.34 --folds 5"
    func withoutTimes(_ rows: [[String: Table.Value]]) -> [[String: Table.Value]] {
      rows.map { row in
        row.filter { key, _ in
          key != "result" && !Table.Column(key, title: nil).isTiming
        }
      }
    }
    let one = try desk.rows(line + " --as one", jobs: 1)
    let two = try desk.rows(line + " --as two", jobs: 2)
    #expect(withoutTimes(one) == withoutTimes(two) && one.count == 4)
    for jobs in 1...2 {
      for name in ["one-eigen-3", "one-eigen-5", "one-fisher", "one-lbph"] {
        let row = try desk.rows("results rerun \(name)", jobs: jobs).first
        #expect(row?["same"] == .boolean(true))
      }
    }
  }

  @Test("the mirror ablation prints gain, interval and paired p")
  func mirrors() throws {
    let desk = try desk()
    let text = try desk.text("evaluate tiny --method eigen --mirror none,train --folds 5")
    #expect(text.contains("Mirrors, eigen"))
    #expect(text.contains("sign-flip p ="))
    #expect(text.contains("gain"))
  }

  @Test("a threshold is chosen on dev, shown on eval, tried, and given to a model")
  func thresholds() throws {
    let desk = try desk()
    try desk.run("evaluate tiny --method eigen --unknown 0.34 --folds 5 --as strangers")
    let rows = try desk.rows("threshold choose --eer")
    #expect(rows.map { $0["part"] } == [.text("dev"), .text("eval")])
    #expect(rows[0]["threshold"] == rows[1]["threshold"])
    #expect(rows.allSatisfy { $0["criterion"] == .text("eer") })
    let chosen = try #require(rows[0]["threshold"]?.asNumber)
    let trial = try #require(try desk.rows("threshold try \(chosen * 1.2)").first)
    #expect(trial["previous"]?.asNumber == chosen)
    #expect(try desk.text("threshold try \(chosen * 1.2)").contains("nothing changes"))
    try desk.run("model train gate --on tiny --method eigen")
    let set = try #require(try desk.rows("threshold set gate \(chosen)").first)
    #expect(set["threshold"]?.asNumber == chosen)
    #expect(try desk.rows("threshold set gate none").first?["threshold"] == .null)
  }

  @Test("choosing on the evaluation part says so in every row")
  func optimistic() throws {
    let desk = try desk()
    try desk.run("evaluate tiny --method eigen --unknown 0.34 --folds 5")
    let rows = try desk.rows("threshold choose --best-accuracy --optimistic")
    #expect(rows.count == 1 && rows[0]["optimistic"] == .boolean(true))
    #expect(rows[0]["part"] == .text("eval"))
  }

  @Test("a stored model is refused on its own training pictures, unless told to be optimistic")
  func ownPictures() throws {
    let desk = try desk()
    try desk.run("model train gate --on tiny --method eigen")
    let error = try #require(desk.error("evaluate tiny --model gate"))
    #expect(error.message.contains("was trained on 30 of the pictures"))
    #expect(error.hint?.contains("--optimistic") == true)
    let row = try desk.rows("evaluate tiny --model gate --optimistic").first
    #expect(row?["optimistic"] == .boolean(true) && row?["model"] == .text("gate"))
  }

  @Test("a division written to a file and read back gives the same split and scores")
  func splitFile() throws {
    let desk = try desk()
    let file = desk.folder + "/five.csv"
    let written = try desk.rows("dataset split tiny \(file) --folds 5").first
    let plain = try desk.rows("evaluate tiny --method eigen --folds 5").first
    let listed = try desk.rows("evaluate tiny --method eigen --protocol list --split \(file)").first
    #expect(written?["split_hash"] == plain?["split_hash"])
    #expect(listed?["split_hash"] == plain?["split_hash"])
    #expect(listed?["correct"] == plain?["correct"])
  }

  @Test("a result is compared with itself at p = 1, with another at its own difference")
  func compare() throws {
    let desk = try desk()
    try desk.run("evaluate tiny --method eigen,lbph --folds 5 --as r")
    let same = try #require(try desk.rows("compare r-eigen r-eigen").first)
    #expect(same["sign_flip_p"] == .number(1) && same["mcnemar_p"] == .number(1))
    let there = try #require(try desk.rows("compare r-eigen r-lbph").first)
    let back = try #require(try desk.rows("compare r-lbph r-eigen").first)
    #expect(there["difference"]?.asNumber == back["difference"]?.asNumber.map { 0 - $0 })
    #expect(there["wins"] == .null)
    #expect(there["no_draws"] == .text("the split has no world set apart from the gallery"))
    #expect(desk.error("plot scores r-eigen r-lbph")?.hint?.contains("plot roc") == true)
  }

  @Test("results are taken apart by person, fold, angle and trial")
  func breakdowns() throws {
    let desk = try desk()
    try desk.run("evaluate tiny --method eigen --folds 5")
    #expect(try desk.rows("results show --by subject").count == 6)
    #expect(try desk.rows("results show --by fold").count == 5)
    #expect(try desk.rows("results show --by trial").count == 30)
    #expect(try desk.rows("results show --by angle").isEmpty)
    let correct = try desk.rows("results show --by fold").compactMap { $0["correct"]?.asNumber }
    let total = try desk.rows("results list").last?["correct"]?.asNumber
    #expect(correct.reduce(0, +) == total)
  }

  @Test("every rate has its bounds beside it, the same for any number of jobs")
  func bounds() throws {
    let desk = try evaluatedDesk()
    try desk.run("evaluate tiny --method eigen --components 3 --threshold 900 --unknown 0.3 --as t")
    let row = try #require(try desk.rows("results show t").first)
    for rate in ["rank1", "fpir", "fnir", "fmr", "fnmr", "hter", "eer", "auc", "d_prime"] {
      let value = try #require(row[rate]?.asNumber, "\(rate)")
      let low = try #require(row[rate + "_low"]?.asNumber, "\(rate)")
      let high = try #require(row[rate + "_high"]?.asNumber, "\(rate)")
      #expect(low <= value && value <= high && low < high, "\(rate)")
    }
    #expect(try desk.rows("results show t").first == row)
    // What is not measured has none.
    let ranks = try #require(try desk.rows("evaluate tiny --method eigen --components 3").first)
    for rate in ["fpir", "fnir", "fmr", "fnmr", "hter"] {
      #expect(ranks[rate] == .null && ranks[rate + "_low"] == .null, "\(rate)")
      #expect(ranks[rate + "_high"] == .null)
    }
    for line in ["threshold choose --cost 10:1:0.1 r-eigen-3", "threshold choose --eer r-eigen-3"] {
      for chosen in try desk.rows(line) {
        let rates =
          ["fmr", "fnmr", "fpir", "fnir", "accuracy"] + (line.contains("cost") ? ["cost"] : [])
        for rate in rates {
          let value = try #require(chosen[rate]?.asNumber, "\(rate)")
          #expect(chosen[rate + "_low"]?.asNumber ?? .infinity <= value, "\(rate)")
          #expect(chosen[rate + "_high"]?.asNumber ?? -.infinity >= value, "\(rate)")
        }
      }
    }
    for fold in try desk.rows("results show r-eigen-3 --by fold") {
      let accuracy = try #require(fold["accuracy"]?.asNumber)
      #expect(fold["interval_low"]?.asNumber ?? .infinity <= accuracy)
      #expect(fold["interval_high"]?.asNumber ?? -.infinity >= accuracy)
    }
    for gate in try desk.rows("threshold sweep r-eigen-3 --by reconstruction --points 4") {
      let passed = try #require(gate["mated_accepted"]?.asNumber)
      #expect(gate["mated_accepted_low"]?.asNumber ?? .infinity <= passed)
      #expect(gate["mated_accepted_high"]?.asNumber ?? -.infinity >= passed)
    }
  }
}

@Suite("Errors at the prompt name what was found, what was needed, and what to type")
struct CommandErrorTests {
  @Test(
    "one clear error each",
    arguments: [
      ("evaluate tinny --method eigen", "tinny", "tiny"),
      ("evaluate tiny --method fishr", "fishr", "fisher"),
      ("evaluate tiny", "--method", "evaluate tiny"),
      ("evaluate tiny --method eigen --unknown 2", "2", "0.25"),
      ("evaluate tiny --method eigen --protocol list", "list", "--split"),
      ("evaluate tiny --method lbph --fuse template", "template", "nearest"),
      ("evaluate tiny --model gone", "gone", "model train"),
      ("evaluate tiny --method eigen --protocl kfold", "--protocl", "--protocol"),
      ("threshold choose --eer", "no results", "evaluate"),
      ("threshold try 5 gone", "gone", ""),
      ("compare a b", "a", ""),
      ("plot roc", "no results", "evaluate"),
      ("plot roc curve.pdf", "curve.pdf", ".svg"),
      ("report a page.txt", "page.txt", ".html"),
      ("detector sweep tiny", "tiny", "dataset synth"),
    ])
  func clear(line: String, names: String, hints: String) throws {
    let desk = Desk()
    try desk.run("dataset import tiny \(try desk.makePictures(people: 3, images: 3))")
    let error = try #require(desk.error(line))
    #expect(error.message.contains(names), "\(error.message)")
    #expect((error.hint ?? "").contains(hints), "\(error.hint ?? "no hint")")
    #expect(error.message.first?.isUppercase == false && !error.message.hasSuffix("."))
    // The session goes on.
    #expect(try desk.rows("dataset list").count == 1)
  }

  @Test("one person cannot train Fisherfaces, and is named before any picture is read")
  func onePerson() throws {
    let desk = Desk()
    try desk.run("dataset import lone \(try desk.makePictures(people: 1))")
    let error = try #require(desk.error("evaluate lone --method fisher"))
    #expect(error.message.contains("p0"))
    #expect(error.message.contains("Fisherfaces"))
  }

  @Test("a leak that a split file plants is named with both files")
  func leak() throws {
    let desk = Desk()
    try desk.run("dataset import tiny \(try desk.makePictures())")
    try desk.run("dataset mirror tiny")
    let file = desk.folder + "/leak.csv"
    try desk.run("dataset split tiny \(file) --folds 5 --fold-by index")
    let rows = try desk.rows("dataset split tiny --folds 5 --fold-by index")
    let probe = try #require(
      rows.first { $0["role"] == .text("probe") && $0["fold"] == .integer(1) })
    guard case .text(let picture) = probe["file"], case .text(let subject) = probe["subject"] else {
      Issue.record("a probe has a file and a subject")
      return
    }
    let dataset = try Workbench(
      folder: desk.folder, session: desk.session, work: .init(), seed: nil, clock: { 0 },
      console: Console()
    ).datasets.open("tiny")
    let records = try dataset.records()
    let source = try #require(records.first { $0.file == picture })
    let mirror = try #require(records.first { $0.mirrorOf == source.id })
    try desk.append("1,1,train,\(subject),\(mirror.file)\n", to: file)
    let error = try #require(
      desk.error("evaluate tiny --method eigen --protocol list --split \(file)"))
    #expect(error.message.contains(picture) && error.message.contains(mirror.file))
  }
}
