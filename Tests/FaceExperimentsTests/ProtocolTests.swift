import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Matrices
import Testing

@testable import FaceExperiments

/// Every protocol from the plan to the stored result, counted again without the runner.
@Suite("Protocols from end to end")
struct ProtocolTests {
  /// A protocol on the faces of ``dataset(_:)``, with what it must give.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Probes in all.
    let probes: Int
    /// Folds of one repeat.
    let folds: Int
    let makePlan: @Sendable () -> SplitPlan
    /// Roles that come from a file.
    var roles: (@Sendable ([FaceRecord]) throws -> Split)?

    var testDescription: String { name }

    init(
      _ kind: SplitPlan.Kind, _ name: String? = nil, probes: Int, folds: Int,
      change: @escaping @Sendable (inout SplitPlan) -> Void = { _ in },
      roles: (@Sendable ([FaceRecord]) throws -> Split)? = nil
    ) {
      self.name = name ?? kind.rawValue
      self.probes = probes
      self.folds = folds
      self.roles = roles
      makePlan = {
        var plan = SplitPlan(kind: kind, seed: 3)
        change(&plan)
        return plan
      }
    }
  }

  /// Five people, six pictures each: three captures of two frames, three sessions, three angles.
  private static func dataset(_ book: Workbook) throws -> Dataset {
    let dataset = try book.datasets.create("tiny")
    var faces: [NewFace] = []
    for person in 0..<5 {
      for image in 0..<6 {
        var face = NewFace(
          subject: SubjectID("p\(person)"),
          image: Workbook.picture(person: person, image: image, noise: 60, seed: 5))
        face.index = image + 1
        face.session = "day \(image / 2 + 1)"
        face.capture = Int64(person * 10 + image / 2)
        face.yawDegrees = Double(image % 3 - 1) * 30
        faces.append(face)
      }
    }
    try dataset.add(faces)
    return dataset
  }

  static let cases: [Case] = [
    // A group is a capture of two frames, and is left out together.
    Case(.leaveOneOut, probes: 30, folds: 15),
    Case(.folds, "kfold by seed", probes: 60, folds: 3) {
      $0.folds = 3
      $0.repeats = 2
    },
    Case(.folds, "kfold by index", probes: 30, folds: 3) {
      $0.folds = 3
      $0.foldBy = .index
    },
    // Of three captures of two frames each, one trains.
    Case(.perPerson, "per-person, repeated", probes: 5 * 4 * 3, folds: 1) {
      $0.trainPerPerson = 2
      $0.repeats = 3
    },
    Case(.session, probes: 30, folds: 3), Case(.sweep, probes: 30, folds: 15),
    Case(.angle, probes: 30, folds: 3), Case(.person, probes: 30, folds: 5),
    // Three bins trained on, six pairs of different ones and three bins in two parts.
    Case(.anglePair, probes: 3 * 30, folds: 6 + 3 * 2),
    Case(.folds, "kfold with strangers", probes: 30, folds: 3) {
      $0.folds = 3
      $0.unknown = .named(["p3"])
    },
    Case(
      .list, probes: 10, folds: 1,
      roles: { records in
        Split(
          rows: records.map { row($0.index < 5 ? .train : .probe, $0) })
      }),
    Case(
      .enrol, probes: 9, folds: 1,
      roles: { records in
        Split(
          rows: records.map {
            row(
              $0.subject < "p2" ? .world : [2, 4, 5].contains($0.index) ? .gallery : .probe, $0)
          })
      }),
    Case(
      .pairs, probes: 8, folds: 2,
      roles: { records in
        try PairList.parse(
          """
          2 2
          p0 1 2
          p1 3 6
          p0 1 p1 1
          p1 2 p0 3
          p3 1 5
          p4 2 3
          p3 1 p4 4
          p4 6 p3 1

          """, file: "pairs.txt", records: records
        ).roles(of: records)
      }),
  ]

  private static func row(_ role: Split.Role, _ record: FaceRecord) -> Split.Row {
    Split.Row(repetition: 1, fold: 1, role: role, subject: record.subject, file: record.file)
  }

  private func cell(
    _ plan: SplitPlan, given: Split?, on dataset: Dataset,
    method: RecognitionMethod = .eigen, jobs: Int = 1
  ) throws -> EvaluatedCell {
    let cells = [EvaluationPlan.Cell(.trained(method, method == .eigen ? .count(4) : .all))]
    let runner = EvaluationRunner(
      plan: EvaluationPlan(dataset: dataset.name, cells: cells, split: plan), dataset: dataset,
      givenSplit: given, model: { _ in throw ExperimentError.noFaces(dataset: "") },
      clock: { 0 }, work: Work(jobs: jobs))
    return try #require(try runner.run().first)
  }

  @Test(
    "every distance and every right answer is that of models trained one by one", arguments: cases,
    [RecognitionMethod.eigen, .lbph])
  func recount(of case: Case, method: RecognitionMethod) throws {
    let book = Workbook()
    let dataset = try Self.dataset(book)
    let plan = `case`.makePlan()
    let cell = try cell(
      plan, given: try `case`.roles?(dataset.records()), on: dataset, method: method)
    #expect(cell.trials.probes.count == `case`.probes)
    #expect(cell.outline.folds == `case`.folds)
    let recount = try Recount(cell, dataset: dataset, method: method)
    #expect(recount.distances.count == cell.trials.distances.elements.count)
    for (mine, theirs) in zip(recount.distances, cell.trials.distances.elements) {
      #expect(mine.isNaN == theirs.isNaN)
      if !mine.isNaN { #expect(abs(mine - theirs) <= 1e-9 * max(1, mine)) }
    }
    let summary = cell.plan.summary(of: cell.trials)
    #expect(summary.correct == recount.correct && summary.total == recount.total)
    #expect(plan.kind != .person || summary.rankOne == nil && summary.total == 0)
  }

  @Test("the division is the same when it was written to a file and read back", arguments: cases)
  func readBack(of case: Case) throws {
    let book = Workbook()
    let dataset = try Self.dataset(book)
    let plan = `case`.makePlan()
    let cell = try cell(plan, given: try `case`.roles?(dataset.records()), on: dataset)
    let text = cell.split.csv()
    let read = try Split.parse(csv: text, file: "split.csv")
    #expect(read.csv() == text && read.hash() == cell.outline.splitHash)
    let kind: SplitPlan.Kind = plan.kind.readsFile ? plan.kind : .list
    let again = try self.cell(SplitPlan(kind: kind, seed: 99), given: read, on: dataset)
    #expect(again.outline.splitHash == cell.outline.splitHash)
    // A list may hold strangers, so it measures reconstruction errors where others do not.
    func withoutErrors(_ probes: [TrialTable.Probe]) -> [TrialTable.Probe] {
      probes.map { probe in
        var plain = probe
        plain.reconstructionError = nil
        return plain
      }
    }
    #expect(withoutErrors(again.trials.probes) == withoutErrors(cell.trials.probes))
    #expect(
      again.trials.distances.elements.map(\.bitPattern)
        == cell.trials.distances.elements.map(\.bitPattern))
  }

  @Test("run again from the stored result, one and two jobs give the same bytes", arguments: cases)
  func rerun(of case: Case) throws {
    let book = Workbook()
    let dataset = try Self.dataset(book)
    let cell = try cell(
      `case`.makePlan(), given: try `case`.roles?(dataset.records()), on: dataset, jobs: 2)
    try book.results.store(cell, as: "one", host: "", stored: 0)
    let stored = try book.results.load("one")
    #expect(stored.trials.probes == cell.trials.probes)
    #expect(stored.manifest.outline.splitHash == cell.split.hash())
    for jobs in 1...2 {
      let rerun = ResultRerun(
        stored, library: book.results, dataset: dataset,
        model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 },
        work: Work(jobs: jobs))
      #expect(try rerun.run().differing == [])
    }
  }

  @Test("an enrolment whose world set shows somebody enrolled is refused by name")
  func worldNotApart() throws {
    let book = Workbook()
    let dataset = try Self.dataset(book)
    let rows = try dataset.records().map {
      Self.row($0.subject < "p2" ? .world : $0.index < 4 ? .gallery : .probe, $0)
    }
    let first = try #require(try dataset.records().first)
    let error = #expect(throws: SplitError.self) {
      let swapped = rows.map {
        $0.file == first.file ? Self.row(.probe, first) : $0
      }
      _ = try cell(SplitPlan(kind: .enrol), given: Split(rows: swapped), on: dataset)
    }
    #expect(error == .worldNotApart(["p0"]))
    let loose = rows.filter { $0.role != .world }
    #expect(throws: SplitError.rolesMissing([.world], repetition: 1, fold: 1)) {
      _ = try cell(SplitPlan(kind: .enrol), given: Split(rows: loose), on: dataset)
    }
  }

  @Test("pairs that train on a face they compare are refused, and rows that are no pair")
  func badPairs() throws {
    let book = Workbook()
    let dataset = try Self.dataset(book)
    let records = try dataset.records()
    func row(_ role: Split.Role, _ record: Int, repetition: Int = 1) -> Split.Row {
      Split.Row(
        repetition: repetition, fold: 1, role: role, subject: records[record].subject,
        file: records[record].file)
    }
    let world = (12..<30).map { row(.world, $0) }
    let pair = [row(.gallery, 0, repetition: 2), row(.probe, 12, repetition: 2)]
    let error = #expect(throws: SplitError.self) {
      _ = try cell(SplitPlan(kind: .pairs), given: Split(rows: world + pair), on: dataset)
    }
    guard case .leaks(let leaks)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(leaks.map(\.kind) == [.sameFace])
    #expect(throws: SplitError.notAPair(repetition: 2, fold: 1, gallery: 1, probes: 0)) {
      _ = try cell(SplitPlan(kind: .pairs), given: Split(rows: world + [pair[0]]), on: dataset)
    }
  }
}

/// The trials of a cell computed from its split alone: one model a fold, trained by itself.
private struct Recount {
  /// As the elements of the trials' distances.
  var distances: [Double] = []
  var correct = 0
  var total = 0

  init(_ cell: EvaluatedCell, dataset: Dataset, method: RecognitionMethod) throws {
    let records = try dataset.records()
    let places = Dictionary(uniqueKeysWithValues: records.enumerated().map { ($1.file, $0) })
    let faces = try LabelledFaces(records, in: dataset)
    var settings = TrainingSettings(method: method)
    if method == .eigen { settings.components = .count(4) }
    let isOfPairs = cell.plan.split.kind == .pairs
    var models: [[Int]: (model: FaceModel, templates: [Int])] = [:]
    for (probe, own) in zip(cell.trials.probes, cell.trials.probes.indices) {
      let rows = cell.split.rows.filter {
        $0.fold == probe.fold && (isOfPairs || $0.repetition == probe.repetition)
      }
      let learnt = rows.filter { $0.role == .world || $0.role == .train }
      let place = try #require(places[probe.file])
      let gallery =
        isOfPairs
        ? [try #require(probe.reference)]
        : rows.filter { $0.role == .train || $0.role == .gallery }.map(\.file)
      let key = [probe.repetition, probe.fold]
      if models[key] == nil {
        let training = learnt.compactMap { places[$0.file] }.sorted()
        let model = try ModelTrainer(settings: settings)
          .fit(faces.selecting(training), recipe: Recipe(), work: Work())
        // Every face stands behind the training once, so that a template is found by its place.
        models[key] = (try model.adding(faces, work: Work()), Array(training))
      }
      let trained = try #require(models[key])
      let all = try trained.model.distances(
        to: faces.selecting([place]).pixels, work: Work()
      ).row(0)
      let base = trained.templates.count
      var nearest: [SubjectID: Double] = [:]
      for file in gallery {
        let template = try #require(places[file])
        let subject = records[template].subject
        nearest[subject] = min(nearest[subject] ?? .infinity, all[all.startIndex + base + template])
      }
      distances += cell.trials.gallery.map { nearest[$0] ?? .nan }
      #expect(own < cell.trials.probes.count)
      guard !isOfPairs, let ownDistance = nearest[probe.subject] else { continue }
      total += 1
      if nearest.allSatisfy({ $0.key == probe.subject || $0.value > ownDistance }) { correct += 1 }
    }
    if isOfPairs { countPairs(cell.trials) }
  }

  /// Each fold at the threshold, of all midpoints, with the fewest errors on the other folds; the
  /// lowest of equals.
  private mutating func countPairs(_ trials: TrialTable) {
    let pairs = trials.probes.indices.map { row -> (fold: Int, distance: Double, isSame: Bool) in
      let probe = trials.probes[row]
      let compared = trials.distances.row(row).first { !$0.isNaN } ?? .infinity
      return (probe.fold, compared, probe.isMated)
    }
    for fold in Set(pairs.map(\.fold)) {
      let others = pairs.filter { $0.fold != fold }
      let scores = others.map(\.distance).sorted()
      let steps = [scores.first ?? 0] + scores.map(\.nextUp)
      let best = steps.min { one, other in
        func errors(_ limit: Double) -> Int {
          others.count { ($0.distance < limit) != $0.isSame }
        }
        return (errors(one), one) < (errors(other), other)
      }
      for pair in pairs where pair.fold == fold {
        total += 1
        if (pair.distance < (best ?? 0)) == pair.isSame { correct += 1 }
      }
    }
  }
}
