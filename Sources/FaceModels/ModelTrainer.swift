package import CooperativeWork
package import FaceVocabulary

/// Fits the recogniser that `settings` ask for.
package struct ModelTrainer: Sendable {
  package let settings: TrainingSettings

  package init(settings: TrainingSettings) { self.settings = settings }

  /// Learns from `faces`, which `recipe` made from pictures.
  ///
  /// - Throws: ``TrainingError`` for faces or settings nothing can be learnt from; `Cancelled`.
  package func fit(_ faces: LabelledFaces, recipe: Recipe, work: Work) throws -> FaceModel {
    throw TrainingError.solverFailed(routine: "not available", info: 0)
  }
}
