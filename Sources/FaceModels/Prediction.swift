package import FaceVocabulary

/// What a model says about one face.
package struct Prediction: Equatable, Sendable {
  /// The person of the nearest template; "nearest", not "recognised", unless ``known`` is true.
  package let nearest: SubjectID
  /// That person's number in the model.
  package let label: SubjectLabel
  /// How far the nearest template is.
  package let distance: Distance
  /// ‖x − x̂‖₂ / (width·height), x̂ rounded to grey levels; nil for LBPH.
  package let reconstructionError: Double?
  /// Whether the face passed every gate the model has; nil when it has none.
  package let known: Bool?
  /// The nearest people, one entry a person, nearest first.
  package let candidates: [Candidate]

  package init(
    nearest: SubjectID, label: SubjectLabel, distance: Distance, reconstructionError: Double?,
    known: Bool?, candidates: [Candidate]
  ) {
    self.nearest = nearest
    self.label = label
    self.distance = distance
    self.reconstructionError = reconstructionError
    self.known = known
    self.candidates = candidates
  }

  /// One person a face may belong to.
  package struct Candidate: Equatable, Sendable {
    package let subject: SubjectID
    package let label: SubjectLabel
    /// Distance to that person's nearest template.
    package let distance: Distance

    package init(subject: SubjectID, label: SubjectLabel, distance: Distance) {
      self.subject = subject
      self.label = label
      self.distance = distance
    }
  }
}
