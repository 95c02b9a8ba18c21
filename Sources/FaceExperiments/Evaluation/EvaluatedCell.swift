package import FaceEvaluation
package import FaceVocabulary

/// What one cell of an evaluation gave, before it is stored.
package struct EvaluatedCell: Equatable, Sendable {
  /// The evaluation with this cell alone.
  package var plan: EvaluationPlan
  package var trials: TrialTable
  /// Group number of each probe: probes of one group belong to one part.
  package var groups: [Int]
  package var split: Split
  package var outline: EvaluationOutline
  package var timing: EvaluationTiming
  /// Distances between single faces, for protocols whose world set leaves all others free to be
  /// gallery or probe; nil for the rest.
  package var facePairs: FacePairs?
}

/// What is known of an evaluation besides plan and scores; the same for every run.
package struct EvaluationOutline: Equatable, Sendable, Codable {
  /// Fingerprint of the dataset.
  package var fingerprint: String
  package var splitHash: String
  package var method: RecognitionMethod
  /// What keeps faces together: `capture` where the rule asks for it and the dataset has captures,
  /// else `image`.
  package var groupRule: String
  /// Size of the faces compared.
  package var size: PixelSize
  /// Least and most axes among the trainings; nil for LBPH.
  package var componentsLeast: Int?
  package var componentsMost: Int?
  /// Faces trained on in all, mirror images included, and those of them left out because none
  /// could be prepared.
  package var trainingFaces: Int
  package var trainingFailures: Int
  /// Folds of one repeat.
  package var folds: Int
  package var repeats: Int
}

/// How long things took. Nothing but timing columns may depend on it.
package struct EvaluationTiming: Equatable, Sendable, Codable {
  /// One training each, milliseconds.
  package var trainMilliseconds: [Double] = []
  /// Per probe, the mean of each fold, milliseconds.
  package var predictMilliseconds: [Double] = []
  /// Done once for all folds, milliseconds.
  package var sharedMilliseconds: Double = 0
  /// Folds that ran at the same time.
  package var threads: Int = 1

  /// Trainings that were timed; the comparisons where nothing is trained.
  package var runs: Int {
    trainMilliseconds.isEmpty ? predictMilliseconds.count : trainMilliseconds.count
  }

  package init() {}
}
