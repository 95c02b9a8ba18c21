import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Matrices

extension EvaluationRunner {
  /// Compares every face of the dataset with a model that exists; nothing is trained.
  ///
  /// - Throws: ``ExperimentError/trainedOnTest(model:files:)`` when a picture lies at distance 0
  ///   from a template of its own person, unless the plan is optimistic;
  ///   ``ExperimentError/modelDoesNotLocate(model:)`` end to end.
  func runStored(_ cell: EvaluationPlan.Cell, stage: Stage) throws -> EvaluatedCell {
    guard case .stored(let name, _) = cell.recogniser else {
      preconditionFailure("only stored models are run here")
    }
    let model = try model(name)
    let recipe = model.manifest.recipe
    if plan.endToEnd, recipe.locate == .none {
      throw ExperimentError.modelDoesNotLocate(model: name)
    }
    if recipe.size == .auto, recipe.locate == .none,
      let odd = stage.records.first(where: { $0.size != model.manifest.size })
    {
      throw ExperimentError.sizeMismatch(
        file: odd.file, found: odd.size, needed: model.manifest.size)
    }
    if plan.fuse == .template, model.method == .lbph {
      throw ExperimentError.fusionNeedsSubspace(method: .lbph)
    }
    var fixed = recipe
    fixed.size = .fixed(model.manifest.size)
    let prepared = try prepare(stage, recipe: fixed, withMirrors: false)
    let rows = FaceRows(prepared, records: stage.records, mirrors: false)
    let gallery = Set(model.roster.names.values).sorted()
    let start = clock()
    let matched = try matching(rows.faces, with: model)
    var timing = EvaluationTiming()
    timing.threads = work.jobs
    timing.predictMilliseconds = [(clock() - start) * 1000 / Double(max(1, rows.faces.count))]

    if !plan.optimistic {
      let trained = stage.records.indices.filter { record in
        rows.original[record].map { matched.isTrainedOn[$0] } ?? false
      }
      if !trained.isEmpty {
        throw ExperimentError.trainedOnTest(
          model: name, files: trained.map { stage.records[$0].file })
      }
    }
    var modelStage = stage
    modelStage.gallery = gallery
    modelStage.enrolled = [1: Set(gallery)]
    let fused = modelStage.spread(matched.distances, of: matched.gallery)
    guard plan.split.allowUnmated || stage.records.contains(where: { gallery.contains($0.subject) })
    else { throw ExperimentError.nobodyKnownIn(model: name, dataset: dataset.name) }
    let scores = stage.folds.map { fold in
      fold.probes.map { probe in
        guard let row = rows.original[probe.record] else {
          return ProbeScore(distances: nil, reconstructionError: nil)
        }
        return ProbeScore(distances: fused[row], reconstructionError: matched.errors[row])
      }
    }
    let assembly = TrialAssembly(
      plan: plan, stage: modelStage, detections: prepared.detections, matchings: prepared.matchings)
    let axes = model.componentCount
    return assembly.cell(
      cell, companions: [], method: model.method, size: model.manifest.size, scores: scores,
      components: axes.map { $0...$0 }, trainingFaces: model.labels.count, trainingFailures: 0,
      timing: timing)
  }

  /// Distances between the templates of a subspace model; nil for LBPH.
  private func templateDistances(of model: FaceModel) -> Matrix? {
    switch model.templates {
    case .eigen(let subspace), .fisher(let subspace):
      let projections = subspace.projections
      var within = Matrix(rows: projections.rows, columns: projections.rows)
      for a in 0..<projections.rows {
        for b in 0..<projections.rows {
          within[a, b] = zip(projections.row(a), projections.row(b)).reduce(0) {
            $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
          }.squareRoot()
        }
      }
      return within
    case .lbph: return nil
    }
  }

  /// What comparing faces with a model brings, one a face.
  private struct Matching {
    let gallery: [SubjectID]
    /// Faces×people.
    let distances: Matrix
    let errors: [Double?]
    /// Whether a template of the face's own person is that very face.
    let isTrainedOn: [Bool]
  }

  /// Compares `faces` with all templates, so many at a time that memory does not grow with the
  /// distances between them.
  private func matching(_ faces: LabelledFaces, with model: FaceModel) throws -> Matching {
    let people = model.labels.map { model.roster[$0] }
    let mutual = plan.fuse == .template ? templateDistances(of: model) : nil
    var (gallery, distances): ([SubjectID], [Double]) = ([], [])
    var (errors, isTrainedOn): ([Double?], [Bool]) = ([], [])
    let facesAtOnce = 512
    for first in stride(from: 0, to: max(1, faces.count), by: facesAtOnce) {
      let block = first..<min(first + facesAtOnce, faces.count)
      let compared = try model.compare(faces.pixels.selecting(rows: Array(block)), work: work)
      let fused = try plan.fuse.fused(compared.distances, subjects: people, mutual: mutual)
      gallery = fused.gallery
      distances += fused.distances.elements
      errors += compared.reconstructionErrors
      for row in block {
        let own = faces.roster[faces.labels[row]]
        isTrainedOn.append(
          zip(compared.distances.row(row - first), people).contains { distance, person in
            distance < 1e-6 && person == own
          })
      }
    }
    return Matching(
      gallery: gallery,
      distances: Matrix(rows: faces.count, columns: gallery.count, elements: distances),
      errors: errors, isTrainedOn: isTrainedOn)
  }
}
