import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Matrices

/// Puts the scores of all folds together as the trials of one result.
struct TrialAssembly: Sendable {
  let plan: EvaluationPlan
  let stage: EvaluationRunner.Stage
  /// How the face of each record was found; nil unless that is part of the test.
  let detections: [DetectionOutcome]?
  /// Boxes reported in each record's picture against its one known face; nil where not looked for or
  /// not known.
  let matchings: [[MatchRule: BoxMatching]?]

  /// The outcome of `cell` from its `scores`, one list a fold in the order of the fold's probes.
  func cell(
    _ cell: EvaluationPlan.Cell, companions: [TrainingSettings.Components],
    method: RecognitionMethod, size: PixelSize,
    scores: [[ProbeScore]], components: ClosedRange<Int>?, trainingFaces: Int,
    trainingFailures: Int, timing: EvaluationTiming
  ) -> EvaluatedCell {
    var probes: [TrialTable.Probe] = []
    var groups: [Int] = []
    var distances: [Double] = []
    let columns = stage.gallery.count
    for (fold, foldScores) in zip(stage.folds, scores) {
      let enrolled = Set(fold.gallery.map { stage.records[$0].subject })
      for (probe, score) in zip(fold.probes, foldScores) {
        let record = stage.records[probe.record]
        let isMated = isMated(probe, of: fold, enrolled: enrolled)
        let detection = detections?[probe.record]
        // A stranger's face that was found twice can still be let in, so its scores stay.
        let isLost = isMated && detection.map { $0 != .found } ?? false
        let score = isLost ? ProbeScore(distances: nil, reconstructionError: nil) : score
        probes.append(
          TrialTable.Probe(
            file: record.file, subject: record.subject, repetition: fold.repetition,
            fold: fold.fold, part: probe.isDevelopment ? .development : .evaluation,
            isMated: isMated, failed: score.distances == nil, detection: detection,
            matchings: matchings[probe.record],
            reconstructionError: score.reconstructionError, yawDegrees: record.yawDegrees,
            reference: probe.reference.map { stage.records[$0].file }))
        groups.append(stage.groups[probe.record])
        distances += score.distances ?? Array(repeating: .nan, count: columns)
      }
    }
    let trials = TrialTable(
      gallery: stage.gallery, probes: probes,
      distances: Matrix(rows: probes.count, columns: columns, elements: distances))
    let outline = EvaluationOutline(
      fingerprint: stage.fingerprint, splitHash: stage.splitHash, method: method,
      groupRule: stage.groupRule, size: size, componentsLeast: components?.lowerBound,
      componentsMost: components?.upperBound,
      trainingFaces: trainingFaces, trainingFailures: trainingFailures,
      folds: Set(stage.folds.map(\.fold)).count, repeats: Set(stage.folds.map(\.repetition)).count)
    return EvaluatedCell(
      plan: plan.only(cell, companions: companions), trials: trials, groups: groups,
      split: stage.split,
      outline: outline, timing: timing)
  }

  /// Whether the person of a probe counts as enrolled: in the gallery of its fold, under `pairs` in
  /// its pair.
  ///
  /// Where unmated probes are to count as misses, somebody enrolled in another fold of the repeat is
  /// missed in this one. Under `person` nobody is, because there the probed person is taken out.
  private func isMated(
    _ probe: FoldRoles.Probe, of fold: FoldRoles, enrolled: Set<SubjectID>
  ) -> Bool {
    let subject = stage.records[probe.record].subject
    switch plan.split.kind {
    case .person: return false
    case .pairs: return probe.reference.map { stage.records[$0].subject } == subject
    default:
      if enrolled.contains(subject) { return true }
      let countsElsewhere = plan.split.allowUnmated || plan.split.kind == .model
      return countsElsewhere && stage.enrolled[fold.repetition]?.contains(subject) ?? false
    }
  }
}
