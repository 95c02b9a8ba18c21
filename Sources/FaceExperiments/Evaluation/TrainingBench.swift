import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Matrices

/// All folds of one method on one set of faces: what is the same for every fold is done once, and
/// one eigenproblem a fold serves every number of components.
struct TrainingBench: Sendable {
  let plan: EvaluationPlan
  let stage: EvaluationRunner.Stage
  let prepared: PreparedFaces
  let rows: FaceRows
  let method: RecognitionMethod
  let usesMirrors: Bool
  /// What the trainings may hold.
  let memoryLimitBytes: Int
  let clock: @Sendable () -> Double
  let work: Work

  /// One outcome a cell; all cells are of ``method``.
  func run(_ cells: [EvaluationPlan.Cell]) throws -> [EvaluatedCell] {
    try checkPeople()
    let start = clock()
    let leavingOneOut = stage.folds.count {
      rows(of: $0.training, in: $0).count == rows.faces.count - 1
    }
    let shared = try SharedTraining(
      faces: rows.faces, settings: plan.trainingSettings(for: method),
      leavingOneOut: leavingOneOut, memoryLimitBytes: memoryLimitBytes,
      work: work)
    let sharedMilliseconds = (clock() - start) * 1000
    let components = plan.companions.isEmpty ? cells.map(\.components) : plan.companions
    let outcomes = try work.map(count: stage.folds.count, activity: "\(method.title) folds") {
      try run(stage.folds[$0], shared: shared, components: components)
    }
    let assembly = TrialAssembly(
      plan: plan, stage: stage, detections: prepared.detections, matchings: prepared.matchings)
    return cells.map { cell in
      guard let index = components.firstIndex(of: cell.components) else {
        preconditionFailure("a cell is among those it is trained with")
      }
      var timing = EvaluationTiming()
      timing.sharedMilliseconds = sharedMilliseconds
      timing.threads = min(work.jobs, max(1, stage.folds.count))
      timing.trainMilliseconds = outcomes.map(\.trainMilliseconds)
      timing.predictMilliseconds = outcomes.compactMap { $0.cells[index].predictMilliseconds }
      let axes = outcomes.compactMap { $0.cells[index].componentCount }
      var outcome = assembly.cell(
        cell, companions: components, method: method, size: rows.faces.size,
        scores: outcomes.map(\.cells[index].scores),
        components: axes.isEmpty ? nil : axes.reduce(axes[0], min)...axes.reduce(axes[0], max),
        trainingFaces: outcomes.reduce(0) { $0 + $1.trainingFaces },
        trainingFailures: outcomes.reduce(0) { $0 + $1.trainingFailures }, timing: timing)
      outcome.facePairs = outcomes.first?.cells[index].facePairs
      return outcome
    }
  }

  /// Fisherfaces tell people apart: every training needs two; and pairs may leave nobody to train on.
  /// Both are known before anything is computed.
  private func checkPeople() throws {
    let isOfPairs = plan.split.kind == .pairs && method != .lbph
    guard method == .fisher || isOfPairs else { return }
    for fold in stage.folds {
      let people = Set(fold.training.map { stage.records[$0].subject })
      if isOfPairs, fold.training.count < 2 || (method == .fisher && people.count < 2) {
        throw ExperimentError.nothingToTrain(
          method: method, fold: fold.fold, folds: stage.folds.count, faces: fold.training.count,
          people: people.count)
      }
      if method == .fisher, people.count < 2 {
        throw TrainingError.tooFewPeople(found: people.count, only: people.first)
      }
    }
  }

  private struct FoldOutcome: Sendable {
    var trainMilliseconds: Double
    var trainingFaces: Int
    var trainingFailures: Int
    var cells: [CellOutcome]
  }

  private struct CellOutcome: Sendable {
    var scores: [ProbeScore]
    var componentCount: Int?
    /// Per probe; nil where the fold had none.
    var predictMilliseconds: Double?
    /// Distances between single faces, where any may be gallery or probe.
    var facePairs: FacePairs?
  }

  private func run(
    _ fold: FoldRoles, shared: SharedTraining, components: [TrainingSettings.Components]
  ) throws -> FoldOutcome {
    try work.cancellation.check()
    var training = rows(of: fold.training, in: fold)
    // LBPH learns nothing from a world set, so pairs need none.
    if method == .lbph, training.isEmpty { training = rows(of: fold.gallery, in: fold) }
    let start = clock()
    let trained = try shared.train(on: training, components: components)
    let trainMilliseconds = (clock() - start) * 1000
    let gallery = rows(of: fold.gallery, in: fold)
    let people = gallery.map { rows.faces.roster[rows.faces.labels[$0]] }
    let present = fold.probes.compactMap { rows.original[$0.record] }
    let cells = try trained.map { recogniser in
      try work.cancellation.check()
      var outcome =
        plan.split.kind == .pairs
        ? matchPairs(recogniser, in: fold)
        : try match(recogniser, gallery: gallery, people: people, probes: present, in: fold)
      outcome.facePairs = facePairs(by: recogniser)
      return outcome
    }
    return FoldOutcome(
      trainMilliseconds: trainMilliseconds, trainingFaces: training.count,
      trainingFailures: fold.training.count { rows.original[$0] == nil }, cells: cells)
  }

  private func match(
    _ recogniser: TrainedFold, gallery: [Int], people: [SubjectID], probes: [Int],
    in fold: FoldRoles
  ) throws -> CellOutcome {
    guard !probes.isEmpty, !gallery.isEmpty else {
      return CellOutcome(
        scores: fold.probes.map { _ in ProbeScore(distances: nil, reconstructionError: nil) },
        componentCount: recogniser.componentCount, predictMilliseconds: nil)
    }
    let within =
      plan.fuse == .template
      ? recogniser.match(gallery: gallery, probes: gallery, reconstructing: false).distances : nil
    let start = clock()
    let scores = recogniser.match(gallery: gallery, probes: probes, reconstructing: false)
    let matched = try plan.fuse.fused(scores.distances, subjects: people, mutual: within)
    let milliseconds = (clock() - start) * 1000 / Double(probes.count)
    let fused = stage.spread(matched.distances, of: matched.gallery)
    var next = 0
    // Outside the time of a comparison: it draws the face, which finding the person does not need.
    let errors =
      plan.reconstructs
      ? recogniser.match(gallery: [gallery[0]], probes: probes, reconstructing: true)
        .reconstructionErrors : Array(repeating: nil, count: probes.count)
    let all = fold.probes.map { probe in
      guard rows.original[probe.record] != nil else {
        return ProbeScore(distances: nil, reconstructionError: nil)
      }
      defer { next += 1 }
      return ProbeScore(
        distances: fused[next], reconstructionError: errors[next])
    }
    return CellOutcome(
      scores: all, componentCount: recogniser.componentCount, predictMilliseconds: milliseconds)
  }

  /// Compares the two faces of every pair. Pairs with one first face are compared together.
  private func matchPairs(_ recogniser: TrainedFold, in fold: FoldRoles) -> CellOutcome {
    var scores = fold.probes.map { _ in ProbeScore(distances: nil, reconstructionError: nil) }
    let columns = Dictionary(
      stage.gallery.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let byReference = Dictionary(grouping: fold.probes.indices) { fold.probes[$0].reference }
    var milliseconds: Double?
    let start = clock()
    for (reference, members) in byReference {
      guard let reference, let column = columns[stage.records[reference].subject],
        let first = rows.original[reference]
      else { continue }
      let present = members.filter { rows.original[fold.probes[$0].record] != nil }
      guard !present.isEmpty else { continue }
      let matched = recogniser.match(
        gallery: [first], probes: present.compactMap { rows.original[fold.probes[$0].record] },
        reconstructing: plan.reconstructs)
      for (row, member) in present.enumerated() {
        var distances = [Double](repeating: .nan, count: stage.gallery.count)
        distances[column] = matched.distances[row, 0]
        scores[member] = ProbeScore(
          distances: distances, reconstructionError: matched.reconstructionErrors[row])
      }
    }
    let compared = scores.count { $0.distances != nil }
    if compared > 0 { milliseconds = (clock() - start) * 1000 / Double(compared) }
    return CellOutcome(
      scores: scores, componentCount: recogniser.componentCount, predictMilliseconds: milliseconds)
  }

  /// Rows of these faces and, where mirrors train, of their mirror images.
  private func rows(of records: [Int], in fold: FoldRoles) -> [Int] {
    var found = records.compactMap { rows.original[$0] }
    if usesMirrors {
      found += fold.mirrorable(
        records, records: stage.records, angleStep: plan.split.angleStep,
        byAngle: plan.split.kind.dividesByAngle
      ).compactMap { rows.mirrored[$0] }
    }
    return found
  }
}

/// The scores of one probe: a fused distance to every person of the gallery.
struct ProbeScore: Sendable {
  /// One a person, NaN for those not in the gallery; nil when no face could be prepared.
  let distances: [Double]?
  let reconstructionError: Double?
}
