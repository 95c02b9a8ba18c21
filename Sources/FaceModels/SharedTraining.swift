package import CooperativeWork
package import FaceVocabulary

/// Trainings on many subsets of the same faces, sharing what does not depend on the subset.
package struct SharedTraining: Sendable {
  /// The faces that rows are counted in.
  package let faces: LabelledFaces
  package let settings: TrainingSettings

  package init(faces: LabelledFaces, settings: TrainingSettings, work: Work) throws {
    self.faces = faces
    self.settings = settings
  }

  /// Trains on the faces at `rows` once for every entry of `components`, in that order.
  package func train(
    on rows: [Int], components: [TrainingSettings.Components]
  ) throws -> [TrainedFold] {
    throw TrainingError.solverFailed(routine: "not available", info: 0)
  }
}
