package import FaceVocabulary

/// What a stored result is of and what it rests on: `manifest.json`, the same for every run.
package struct ResultManifest: Equatable, Sendable, Codable {
  /// What the folder holds, for whoever finds it without the program.
  package var format = "facebench result"
  package var formatVersion = ResultManifest.currentVersion
  package var name: String
  /// Rises with every result of the workspace; the highest is the latest.
  package var number: Int
  /// The evaluation, with one cell; enough to run it again.
  package var plan: EvaluationPlan
  package var outline: EvaluationOutline
  /// The accuracy, so that a list needs no scores.
  package var score: Score
  /// People of the gallery: the columns of `distances.npy`.
  package var gallery: [SubjectID]
  /// Program that made it.
  package var creator = ProductVersion.creator
  /// Libraries that took part, by name.
  package var libraries: [String: String]
  /// SHA-256 of each file beside the manifest.
  package var digests: [String: String]

  /// 2 adds `faces.csv` and `face-distances.npy` for protocols with a world set, 3 the known faces that
  /// the detector found to `probes.csv`; 1 and 2 are read as well.
  package static let currentVersion = 3

  /// Right outcomes among those that count.
  package struct Score: Equatable, Sendable, Codable {
    package var correct: Int
    package var total: Int

    /// nil where nothing counts.
    package var accuracy: Double? { total > 0 ? Double(correct) / Double(total) : nil }
  }
}

/// Where and how fast a result was computed: `timing.json`, different in every run.
package struct ResultMeasurement: Equatable, Sendable, Codable {
  package var timing: EvaluationTiming
  /// Name of the machine.
  package var host: String
  /// Seconds since 1970 when it was stored.
  package var stored: Int

  package init(timing: EvaluationTiming, host: String, stored: Int) {
    self.timing = timing
    self.host = host
    self.stored = stored
  }
}
