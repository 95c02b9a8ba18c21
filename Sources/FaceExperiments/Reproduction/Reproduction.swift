package import CooperativeWork
package import FaceDatasets
import FaceEvaluation
import DurableFiles
import FaceModels
import FaceVocabulary

/// Measures the figures of a published table on pictures in a folder.
package struct Reproduction: Sendable {
  package let table: PublishedTable
  /// Where the pictures are copied to while this runs; one dataset is made there and removed.
  package let scratch: DatasetLibrary
  package let decoder: PictureDecoder
  /// Of the divisions that were drawn at random, whose own seeds are not known.
  package let seed: UInt64
  package let clock: @Sendable () -> Double
  package let work: Work
  /// What training may hold, as for ``EvaluationRunner``.
  package var memoryLimitBytes = Int.max

  package init(
    _ table: PublishedTable, scratch: DatasetLibrary, decoder: PictureDecoder, seed: UInt64,
    clock: @escaping @Sendable () -> Double, work: Work
  ) {
    self.table = table
    self.scratch = scratch
    self.decoder = decoder
    self.seed = seed
    self.clock = clock
    self.work = work
  }

  /// One outcome a row of the table, in its order.
  ///
  /// - Parameter chosen: measures these rows only; nil for all.
  /// - Throws: ``ReproductionError`` for a folder of another shape, and what importing and training
  ///   throw.
  package func run(
    on path: String, rows chosen: ((PublishedTable.Row) -> Bool)? = nil
  ) throws -> [ReproducedRow] {
    let rows = table.rows.filter { chosen?($0) ?? true }
    let (dataset, pairs) = try importFaces(at: path)
    defer { try? scratch.remove(dataset.name) }
    let taken = try dataset.records()
    let people = Set(taken.map(\.subject)).count
    guard people >= 2 else {
      throw ReproductionError.tooFewPeople(table: table.name, people: people)
    }
    let difference = FacesDifference(of: taken, from: table.faces, pairs: pairs).words
    var outcomes: [Int: ReproducedRow] = [:]
    // Rows that differ only in what is trained share a division and its products.
    let stages = Dictionary(grouping: rows.indices) { Stage(rows[$0].experiment) }
    let ordered = stages.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
    for (stage, members) in ordered {
      let split = stage.division.split(of: taken, pairs: pairs, seed: seed)
      if people < stage.division.peopleNeeded ?? 0 || !split.canBeMeasured {
        for member in members {
          outcomes[member] = reproduced(rows[member], nil, leaks: 0, difference)
        }
        continue
      }
      let measured = try run(
        stage, experiments: members.map { rows[$0].experiment }, on: dataset, by: split)
      for (member, cell) in zip(members, measured.cells) {
        outcomes[member] = reproduced(rows[member], cell, leaks: measured.leaks, difference)
      }
    }
    let found = rows.indices.compactMap { outcomes[$0] }
    guard found.contains(where: { $0.ours != nil }) || difference == nil else {
      throw ReproductionError.nothingToMeasure(table: table.name, difference: difference ?? "")
    }
    return found
  }

  /// What rows have in common that share their folds.
  private struct Stage: Hashable {
    let division: PublishedDivision
    let fuse: FusionRule
    let size: Recipe.TargetSize

    init(_ experiment: PublishedTable.Experiment) {
      division = experiment.division
      fuse = experiment.fuse
      size = experiment.size
    }
  }

  private func run(
    _ stage: Stage, experiments: [PublishedTable.Experiment], on dataset: Dataset, by split: Split
  ) throws -> (cells: [EvaluatedCell], leaks: Int) {
    let records = try dataset.records()
    let isOfPairs = stage.division == .pairs
    var cells: [EvaluationPlan.Cell] = []
    for experiment in experiments {
      let cell = EvaluationPlan.Cell(
        .trained(experiment.method, experiment.components), light: experiment.light)
      if !cells.contains(cell) { cells.append(cell) }
    }
    var plan = EvaluationPlan(
      dataset: dataset.name, cells: cells, split: SplitPlan(kind: isOfPairs ? .pairs : .list))
    plan.fuse = stage.fuse
    plan.recipe.size = stage.size
    var runner = EvaluationRunner(
      plan: plan, dataset: dataset, givenSplit: split,
      model: { throw ResultError.notFound(name: $0, known: []) }, clock: clock, work: work)
    runner.refusesLeaks = false
    runner.memoryLimitBytes = memoryLimitBytes
    let evaluated = try runner.run()
    let groups = try dataset.groups(of: records, rule: .image, work: work)
    let leaks =
      isOfPairs
      ? 0 : try SplitValidator(records: records, groups: groups).leaks(in: split).count
    return (
      experiments.compactMap { experiment in
        let cell = EvaluationPlan.Cell(
          .trained(experiment.method, experiment.components), light: experiment.light)
        return cells.firstIndex(of: cell).map { evaluated[$0] }
      }, leaks
    )
  }

  private func importFaces(at path: String) throws -> (dataset: Dataset, pairs: Split?) {
    let crop = table.faces.crop
    var images = ImageImport(
      decoder: PictureDecoder { [decoder] paths, work in
        try decoder.decode(paths, work).map { outcome in
          guard let crop, case .picture(let image) = outcome, crop.x + crop.width <= image.width,
            crop.y + crop.height <= image.height
          else { return outcome }
          return .picture(image.cropped(to: crop))
        }
      }, selection: table.faces.selection)
    var list: (text: String, file: String)?
    var folder = path
    if table.faces.needsPairs {
      let file = path + "/pairs.txt"
      guard let bytes = try? FileBytes.read(file) else {
        throw ReproductionError.noPairs(table: table.name, path: file)
      }
      list = (String(decoding: bytes, as: UTF8.self), file)
      images.selection = .pictures(PairList.pictures(named: list?.text ?? ""))
      for name in ["lfw", "lfw-funneled", "lfw_funneled"]
      where FolderListing.exists("\(path)/\(name)") {
        folder = "\(path)/\(name)"
      }
    }
    let (dataset, _) = try scratch.importPictures(
      at: folder, into: "reproduce-\(table.name)", using: images, work: work)
    do {
      let records = try dataset.records()
      let pairs = try list.map {
        try PairList.parse($0.text, file: $0.file, records: records).roles(of: records)
      }
      return (dataset, pairs)
    } catch {
      try? scratch.remove(dataset.name)
      throw error
    }
  }

  private func reproduced(
    _ row: PublishedTable.Row, _ cell: EvaluatedCell?, leaks: Int,
    _ difference: String?
  ) -> ReproducedRow {
    let found = cell.map { Measured(row.figure, of: $0) } ?? Measured()
    // The printed figure is off by its last digit, and both by chance where draws are unknown.
    let allowed = row.rounding + max(row.spread ?? 0, found.spread ?? 0) + 1e-12
    return ReproducedRow(
      table: table.name, row: row.name, published: row.published, publishedSpread: row.spread,
      ours: found.value, oursSpread: found.spread, correct: found.correct, total: found.total,
      isReproduced: found.value.map { abs($0 - row.published) <= allowed } ?? false,
      facesDiffer: difference, leaks: leaks, reason: row.reason, source: table.source)
  }

  /// A figure read off trials.
  private struct Measured {
    var value: Double?
    var spread: Double?
    var correct: Int?
    var total: Int?

    /// Not measured.
    init() {}

    init(_ figure: PublishedTable.Figure, of cell: EvaluatedCell) {
      switch figure {
      case .accuracy, .meanOfRepeats:
        let summary = AccuracySummary(cell.trials)
        correct = summary.correct
        total = summary.total
        value = summary.accuracy
        if figure == .meanOfRepeats {
          let shares = summary.accuracies
          value = shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
          spread = summary.accuracySD
        }
      case .halfTotalError: value = ThresholdCurve(cell.trials).equalErrorRate?.rate
      case .pairAccuracy:
        let pairs = PairVerification(cell.trials)
        value = pairs.accuracy
        spread = pairs.standardError
        correct = pairs.outcomes.count(where: \.isCorrect)
        total = pairs.outcomes.count
      case .pairEqualError: value = PairVerification(cell.trials).pooled.equalErrorRate?.rate
      case .pairArea: value = PairVerification(cell.trials).pooled.auc
      case .precision: value = cell.trials.weightedMeans?.precision
      case .recall: value = cell.trials.weightedMeans?.recall
      case .f1: value = cell.trials.weightedMeans?.f1
      }
    }
  }
}

extension Split {
  /// Whether anybody trains and anybody is looked for.
  fileprivate var canBeMeasured: Bool {
    rows.contains { $0.role.isProbe } && rows.contains { !$0.role.isProbe }
  }
}
