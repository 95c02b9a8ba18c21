import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceModels
import Matrices
import FaceVocabulary
import Testing

@testable import FaceExperiments

@Suite("Evaluations of small datasets")
struct EvaluationRunnerTests {
  private let methods: [EvaluationPlan.Cell] = [
    .init(.trained(.eigen, .count(3))), .init(.trained(.eigen, .all)),
    .init(.trained(.fisher, .all)), .init(.trained(.lbph, .all)),
    .init(.trained(.eigen, .count(3)), mirror: .train),
  ]

  @Test("one and two threads give the same bytes")
  func jobs() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let plan = EvaluationPlan.plain(dataset, cells: methods)
    let one = try book.run(plan, on: dataset, jobs: 1)
    let two = try book.run(plan, on: dataset, jobs: 2)
    #expect(one.count == methods.count)
    for (first, second) in zip(one, two) {
      let stored = try book.results.store(first, as: nil, host: "", stored: 0)
      var again = stored
      again.trials = second.trials
      again.groups = second.groups
      #expect(book.results.contents(of: stored) == book.results.contents(of: again))
      #expect(first.split.csv() == second.split.csv())
      #expect(first.outline == second.outline)
    }
  }

  @Test("a cell gives the same alone as among others, to rounding; its stored plan to the byte")
  func alone() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let together = try book.run(.plain(dataset, cells: methods), on: dataset)
    for (cell, expected) in zip(methods, together) {
      let alone = try book.run(.plain(dataset, cells: [cell]), on: dataset)
      let trials = try #require(alone.first?.trials)
      #expect(trials.probes.map(\.file) == expected.trials.probes.map(\.file))
      for (mine, other) in zip(trials.distances.elements, expected.trials.distances.elements) {
        #expect(abs(mine - other) <= 1e-9 * max(1, other))
      }
      let again = try book.run(expected.plan, on: dataset)
      #expect(again.first?.trials == expected.trials)
    }
  }

  @Test("folds equal trainings of their own", arguments: [RecognitionMethod.eigen, .fisher, .lbph])
  func separate(method: RecognitionMethod) throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let cell = EvaluationPlan.Cell(.trained(method, .all))
    let plan = EvaluationPlan.plain(dataset, cells: [cell])
    let outcome = try #require(try book.run(plan, on: dataset).first)
    let records = try dataset.records()
    for fold in FoldRoles.folds(of: outcome.split, records: records) {
      let faces = try LabelledFaces(records, in: dataset)
      let model = try ModelTrainer(settings: plan.trainingSettings(for: method))
        .fit(faces.selecting(fold.training), recipe: Recipe(), work: Work())
      for probe in fold.probes {
        let file = records[probe.record].file
        let row = try #require(outcome.trials.probes.firstIndex { $0.file == file })
        let prediction = try model.predict(faces.image(at: probe.record), top: 6)
        for candidate in prediction.candidates {
          let column = try #require(outcome.trials.gallery.firstIndex(of: candidate.subject))
          let distance = outcome.trials.distances[row, column]
          #expect(abs(distance - candidate.distance) <= 1e-9 * max(1, candidate.distance))
        }
      }
    }
  }

  @Test("every original is a probe once; mirrors never are")
  func probes() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    try dataset.mirror(work: Work())
    let outcome = try #require(
      try book.run(
        .plain(dataset, cells: [.init(.trained(.eigen, .all), mirror: .train)]), on: dataset
      ).first)
    let originals = try dataset.records().filter { !$0.isMirror }.map(\.file)
    #expect(outcome.trials.probes.map(\.file).sorted() == originals.sorted())
    // Four fifths of 30, and as many mirror images, in each of five folds.
    #expect(outcome.outline.trainingFaces == 5 * 2 * 24)
  }

  @Test("stored mirrors and mirrors made on the way give the same scores")
  func mirrorsMadeOrStored() throws {
    let book = Workbook()
    let plain = try book.dataset("plain")
    let mirrored = try book.dataset("mirrored")
    try mirrored.mirror(work: Work())
    let cells = [EvaluationPlan.Cell(.trained(.eigen, .all), mirror: .train)]
    let first = try book.run(.plain(plain, cells: cells), on: plain)
    let second = try book.run(.plain(mirrored, cells: cells), on: mirrored)
    #expect(first.first?.trials == second.first?.trials)
  }

  @Test("strangers are probes once and in no gallery")
  func strangers() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    var plan = EvaluationPlan.plain(dataset)
    plan.split.unknown = .named(["p1", "p4"])
    let outcome = try #require(try book.run(plan, on: dataset).first)
    #expect(outcome.trials.gallery == ["p0", "p2", "p3", "p5"])
    let strangers = outcome.trials.probes.filter { !$0.isMated }
    #expect(Set(strangers.map(\.subject)) == ["p1", "p4"])
    #expect(strangers.count == 10 && Set(strangers.map(\.file)).count == 10)
  }

  @Test("under 'person' nobody probed is enrolled, so rank 1 does not exist")
  func person() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    var plan = EvaluationPlan.plain(dataset)
    plan.split = SplitPlan(kind: .person)
    let outcome = try #require(try book.run(plan, on: dataset).first)
    #expect(outcome.trials.probes.allSatisfy { !$0.isMated })
    for (row, probe) in outcome.trials.probes.enumerated() {
      let column = try #require(outcome.trials.gallery.firstIndex(of: probe.subject))
      #expect(outcome.trials.distances[row, column].isNaN)
    }
    #expect(AccuracySummary(outcome.trials).rankOne == nil)
  }

  @Test("three ways to join scores differ, and mean and template match their definitions")
  func fusion() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    var tables: [FusionRule: TrialTable] = [:]
    for rule in FusionRule.allCases {
      var plan = EvaluationPlan.plain(dataset)
      plan.fuse = rule
      tables[rule] = try book.run(plan, on: dataset).first?.trials
    }
    let nearest = try #require(tables[.nearest])
    let mean = try #require(tables[.mean])
    let template = try #require(tables[.template])
    for element in nearest.distances.elements.indices {
      #expect(nearest.distances.elements[element] <= mean.distances.elements[element])
      #expect(template.distances.elements[element] <= mean.distances.elements[element] + 1e-9)
    }
    var plan = EvaluationPlan.plain(dataset, cells: [.init(.trained(.lbph, .all))])
    plan.fuse = .template
    #expect(throws: ExperimentError.fusionNeedsSubspace(method: .lbph)) {
      try book.run(plan, on: dataset)
    }
  }

  @Test("one person cannot train Fisherfaces, and is named")
  func onePerson() throws {
    let book = Workbook()
    let dataset = try book.dataset(people: 1)
    #expect(throws: TrainingError.tooFewPeople(found: 1, only: "p0")) {
      try book.run(.plain(dataset, cells: [.init(.trained(.fisher, .all))]), on: dataset)
    }
  }

  @Test("an empty dataset is refused by name")
  func empty() throws {
    let book = Workbook()
    let dataset = try book.datasets.create("nothing")
    #expect(throws: ExperimentError.noFaces(dataset: "nothing")) {
      try book.run(.plain(dataset), on: dataset)
    }
  }

  @Test("pictures without a face are counted misses under a recipe that looks for one")
  func undetected() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    var plan = EvaluationPlan.plain(dataset)
    plan.recipe.locate = .largest
    #expect(throws: ExperimentError.self) { try book.run(plan, on: dataset) }
  }

  @Test("a cancelled evaluation stops")
  func cancelled() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) {
      try EvaluationRunner(
        plan: .plain(dataset), dataset: dataset,
        model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 },
        work: Work(jobs: 2, cancellation: cancellation)
      ).run()
    }
  }
}

@Suite("Leaks that a split file plants")
struct PlantedLeakTests {
  private func run(
    _ rows: [Split.Row], on dataset: Dataset, book: Workbook
  ) throws -> [EvaluatedCell] {
    var plan = EvaluationPlan.plain(dataset)
    plan.split = SplitPlan(kind: .list)
    return try EvaluationRunner(
      plan: plan, dataset: dataset, givenSplit: Split(rows: rows),
      model: { _ in throw ExperimentError.noFaces(dataset: "") }, clock: { 0 }, work: Work()
    ).run()
  }

  /// Images 1 … 4 of everyone train, image 5 is a probe.
  private func rows(_ records: [FaceRecord]) -> [Split.Row] {
    records.filter { !$0.isMirror }.map {
      Split.Row(
        repetition: 1, fold: 1, role: $0.index < 5 ? .train : .probe, subject: $0.subject,
        file: $0.file)
    }
  }

  @Test("an honest list runs")
  func honest() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let outcome = try run(rows(dataset.records()), on: dataset, book: book)
    #expect(outcome.first?.trials.probes.count == 6)
  }

  @Test("the mirror image of a probe in the training is named")
  func mirror() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    try dataset.mirror(work: Work())
    let records = try dataset.records()
    let probe = try #require(records.first { !$0.isMirror && $0.index == 5 })
    let planted = try #require(records.first { $0.mirrorOf == probe.id })
    let leak = Split.Row(
      repetition: 1, fold: 1, role: .train, subject: planted.subject, file: planted.file)
    let error = #expect(throws: SplitError.self) {
      try run(rows(records) + [leak], on: dataset, book: book)
    }
    guard case .leaks(let leaks) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(leaks.contains { $0.probe == probe.file && $0.other == planted.file })
    #expect(leaks.first?.kind == .mirror)
  }

  @Test("a near-duplicate of a probe in the training is named")
  func nearDuplicate() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let source = try #require(try dataset.records().first { $0.index == 5 })
    var pixels = try dataset.image(of: source).pixels
    for index in stride(from: 0, to: pixels.count, by: 9) { pixels[index] ^= 1 }
    var twin = NewFace(
      subject: source.subject, image: GrayImage(size: source.size, pixels: pixels))
    twin.index = 4
    twin.name = "twin"
    let added = try #require(try dataset.add([twin]).first)
    let error = #expect(throws: SplitError.self) {
      try run(rows(dataset.records()), on: dataset, book: book)
    }
    guard case .leaks(let leaks) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(leaks.contains { $0.probe == source.file && $0.other == added.file })
    #expect(leaks.first?.kind == .nearDuplicate)
  }
}

extension LabelledFaces {
  /// All faces of `records` as they are stored.
  init(_ records: [FaceRecord], in dataset: Dataset) throws {
    let prepared = try PreparedFaces(
      of: records, in: dataset, recipe: Recipe(), withMirrors: false, usingKnownEyes: false,
      work: Work())
    self = FaceRows(prepared, records: records, mirrors: false).faces
  }
}
