package import CooperativeWork
package import FaceDatasets
import FaceEvaluation
package import FaceModels
import FacePreprocessing
package import FaceVocabulary
import Matrices

/// Runs the cells of a plan on one dataset: the same faces, groups and split for all of them.
package struct EvaluationRunner: Sendable {
  package var plan: EvaluationPlan
  package let dataset: Dataset
  /// Roles that were read from a file, or those of a result that is run again.
  package var givenSplit: Split?
  /// Whether given roles are refused when faces that belong together stand on two sides; only what
  /// others published is repeated without.
  package var refusesLeaks = true
  /// Bytes that trainings may hold; more is refused before anything is computed.
  package var memoryLimitBytes = Int.max
  /// Finds a stored model by name.
  package var model: @Sendable (String) throws -> FaceModel
  /// Seconds of a clock that only moves forward; for timing columns only.
  package let clock: @Sendable () -> Double
  package let work: Work

  package init(
    plan: EvaluationPlan, dataset: Dataset, givenSplit: Split? = nil,
    model: @escaping @Sendable (String) throws -> FaceModel,
    clock: @escaping @Sendable () -> Double, work: Work
  ) {
    self.plan = plan
    self.dataset = dataset
    self.givenSplit = givenSplit
    self.model = model
    self.clock = clock
    self.work = work
  }

  /// One outcome a cell, in the plan's order.
  ///
  /// Folds run in parallel, one a thread; nothing but ``EvaluatedCell/timing`` depends on how many.
  ///
  /// - Throws: ``ExperimentError``, ``SplitError`` with the leaks it names, ``TrainingError``,
  ///   ``DatasetError``, `Cancelled`.
  package func run() throws -> [EvaluatedCell] {
    let stage = try stage()
    var outcomes: [Int: EvaluatedCell] = [:]
    for light in unique(plan.cells.map(\.light)) {
      let cells = plan.cells.indices.filter { plan.cells[$0].light == light }
      let trained = cells.filter { plan.cells[$0].isTrained }
      if !trained.isEmpty {
        let prepared = try prepare(
          stage, recipe: plan.recipe(for: plan.cells[trained[0]]),
          withMirrors: trained.contains { plan.cells[$0].mirror == .train })
        for mirror in unique(trained.map { plan.cells[$0].mirror }) {
          let rows = FaceRows(prepared, records: stage.records, mirrors: mirror == .train)
          let own = trained.filter { plan.cells[$0].mirror == mirror }
          for method in unique(own.compactMap { plan.cells[$0].method }) {
            let ofMethod = own.filter { plan.cells[$0].method == method }
            let bench = TrainingBench(
              plan: plan, stage: stage, prepared: prepared, rows: rows, method: method,
              usesMirrors: mirror == .train, memoryLimitBytes: memoryLimitBytes, clock: clock,
              work: work)
            let cells = try bench.run(ofMethod.map { plan.cells[$0] })
            for (index, cell) in zip(ofMethod, cells) { outcomes[index] = cell }
          }
        }
      }
      for index in cells where !plan.cells[index].isTrained {
        outcomes[index] = try runStored(plan.cells[index], stage: stage)
      }
    }
    return plan.cells.indices.compactMap { outcomes[$0] }
  }

  /// Faces, groups and split: what all cells share.
  struct Stage: Sendable {
    var records: [FaceRecord]
    var groups: [Int]
    var split: Split
    var folds: [FoldRoles]
    var splitHash: String
    var fingerprint: String
    /// People of all galleries, sorted: the columns of the trials.
    var gallery: [SubjectID]
    /// Enrolled people of each repeat, by its number.
    var enrolled: [Int: Set<SubjectID>]
    /// The rule that acted: captures only matter where there are any.
    var groupRule: String

    /// Each row of `distances`, whose columns are `people`, as a row over all of ``gallery``.
    func spread(_ distances: Matrix, of people: [SubjectID]) -> [[Double]] {
      let columns = Dictionary(
        gallery.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let targets = people.map { columns[$0] }
      return (0..<distances.rows).map { row in
        var spread = [Double](repeating: .nan, count: gallery.count)
        for (distance, target) in zip(distances.row(row), targets) {
          if let target { spread[target] = distance }
        }
        return spread
      }
    }
  }

  private func stage() throws -> Stage {
    let all = try dataset.records(jobs: work.jobs)
    guard all.contains(where: { !$0.isMirror }) else {
      throw ExperimentError.noFaces(dataset: dataset.name)
    }
    // Told in terms of the method, before any split is made or picture is read.
    let people = Set(all.map(\.subject))
    if people.count < 2, plan.cells.contains(where: { $0.method == .fisher }) {
      throw TrainingError.tooFewPeople(found: people.count, only: people.first)
    }
    if plan.fuse == .template, plan.cells.contains(where: { $0.method == .lbph }) {
      throw ExperimentError.fusionNeedsSubspace(method: .lbph)
    }
    try checkRoom(for: all.filter { !$0.isMirror })
    let fingerprint = try dataset.fingerprint(work: work)
    let (records, groups, split) = try plan.split.divide(
      all, of: dataset, given: givenSplit, allowingLeaks: !refusesLeaks, work: work)
    let folds =
      plan.split.kind == .pairs
      ? FoldRoles.pairFolds(of: split, records: records)
      : FoldRoles.folds(of: split, records: records)
    var enrolled: [Int: Set<SubjectID>] = [:]
    for fold in folds {
      enrolled[fold.repetition, default: []].formUnion(fold.gallery.map { records[$0].subject })
    }
    return Stage(
      records: records, groups: groups, split: split, folds: folds, splitHash: split.hash(),
      fingerprint: fingerprint, gallery: Set(enrolled.values.joined()).sorted(),
      enrolled: enrolled,
      groupRule: plan.split.groupRule == .capture && records.contains { $0.capture != nil }
        ? "capture" : "image")
  }

  /// Refuses a size of faces that memory would not hold, before any picture is read.
  private func checkRoom(for originals: [FaceRecord]) throws(PreparationError) {
    for cell in plan.cells where cell.isTrained {
      let recipe = plan.recipe(for: cell)
      try PreparedFaces.checkRoom(
        for: originals.count, of: PreparedFaces.size(of: originals, recipe: recipe),
        recipe: recipe, withMirrors: cell.mirror == .train, work: work)
    }
  }

  func prepare(_ stage: Stage, recipe: Recipe, withMirrors: Bool) throws -> PreparedFaces {
    let prepared = try PreparedFaces(
      of: stage.records, in: dataset, recipe: recipe, withMirrors: withMirrors,
      endToEnd: plan.endToEnd, usingKnownEyes: !plan.endToEnd, work: work)
    guard prepared.failures.count < stage.records.count else {
      let first = words(of: prepared.failures[0])
      throw ExperimentError.nothingPrepared(
        dataset: dataset.name, faces: stage.records.count, first: first)
    }
    return prepared
  }

  private func words(of failure: PreparationError?) -> String {
    guard let explained = failure as (any Error)? as? any ExplainedError else { return "" }
    return explained.message
  }

  private func unique<Item: Hashable>(_ items: [Item]) -> [Item] {
    var seen: Set<Item> = []
    return items.filter { seen.insert($0).inserted }
  }
}

extension EvaluationPlan.Cell {
  /// Whether something is trained on every fold.
  var isTrained: Bool { method != nil }

  /// The method that is trained; nil for a stored model.
  package var method: RecognitionMethod? {
    if case .trained(let method, _) = recogniser { return method }
    return nil
  }

  /// The components asked for; `all` for a stored model.
  package var components: TrainingSettings.Components {
    if case .trained(_, let components) = recogniser { return components }
    return .all
  }
}
