package import CooperativeWork
package import FaceDatasets
import FaceEvaluation
package import FaceModels
package import FaceVocabulary

/// The mean face and the leading axes of a result's recogniser, as pictures.
///
/// Nothing of it is stored: the first fold is trained again from the manifest, which gives the same
/// axes, keeps results small, and works for results of any age.
package struct ResultPortraits: Equatable, Sendable {
  /// The mean, then the axes, the leading one first.
  package let pictures: [GrayImage]
  /// What was drawn: one of several trainings, or a stored model.
  package let source: Source

  package enum Source: Equatable, Sendable {
    case training(repetition: Int, fold: Int, of: Int)
    case model(String)
  }

  /// Trains the first fold of `result` again, or takes the model it tested; nil for LBPH, which has no
  /// axes.
  ///
  /// - Parameters:
  ///   - dataset: the result's, unchanged: its fingerprint has been compared.
  ///   - model: finds a stored model by name, nil where it is not the one that was tested any more.
  ///   - axes: drawn at most.
  ///   - memoryLimitBytes: what training may hold.
  /// - Throws: what reading, preparing and training throw; `Cancelled`.
  package init?(
    of result: StoredResult, dataset: Dataset, model: (_ name: String) throws -> FaceModel?,
    axes: Int, memoryLimitBytes: Int = .max, work: Work
  ) throws {
    guard result.manifest.outline.method != .lbph else { return nil }
    switch result.manifest.cell.recogniser {
    case .stored(let name, _):
      guard let model = try model(name) else { return nil }
      pictures = try model.portraits(count: axes)
      source = .model(name)
    case .trained(let method, let components):
      let records = try dataset.records()
      let folds = FoldRoles.folds(of: try result.split.read(), records: records)
      guard let fold = folds.first else { return nil }
      let plan = result.manifest.plan
      let cell = result.manifest.cell
      let recipe = plan.recipe(for: cell)
      let training = fold.training.map { records[$0] }
      let usesMirrors = cell.mirror == .train
      let prepared = try PreparedFaces(
        of: training, in: dataset, recipe: recipe, size: result.manifest.outline.size,
        withMirrors: usesMirrors, usingKnownEyes: !plan.endToEnd, work: work)
      let rows = FaceRows(prepared, records: training, mirrors: usesMirrors)
      var chosen = rows.original.compactMap(\.self)
      if usesMirrors {
        let mirrorable = Set(
          fold.mirrorable(
            fold.training, records: records, angleStep: plan.split.angleStep,
            byAngle: plan.split.kind.dividesByAngle))
        chosen += fold.training.indices.filter { mirrorable.contains(fold.training[$0]) }
          .compactMap { rows.mirrored[$0] }
      }
      var settings = plan.trainingSettings(for: method)
      settings.components = components
      let trained = try ModelTrainer(settings: settings, memoryLimitBytes: memoryLimitBytes)
        .fit(rows.faces.selecting(chosen), recipe: recipe, work: work)
      pictures = try trained.portraits(count: axes)
      source = .training(repetition: fold.repetition, fold: fold.fold, of: folds.count)
    }
  }
}
