package import FaceVocabulary
package import Matrices

/// Every score of an evaluation: one row a probe, one column a person of the gallery.
///
/// All rates, curves and tests are computed from this value alone.
package struct TrialTable: Equatable, Sendable {
  /// People of the gallery, sorted; the columns.
  package let gallery: [SubjectID]
  /// The rows.
  package let probes: [Probe]
  /// probes×gallery distances, fused per person; NaN where the person was not in that probe's
  /// gallery or the probe failed.
  package let distances: Matrix

  package init(gallery: [SubjectID], probes: [Probe], distances: Matrix) {
    precondition(distances.rows == probes.count && distances.columns == gallery.count)
    self.gallery = gallery
    self.probes = probes
    self.distances = distances
  }

  /// A face that was looked for.
  package struct Probe: Equatable, Sendable {
    /// Its file within the dataset.
    package var file: String
    package var subject: SubjectID
    /// Counted from 1.
    package var repetition: Int
    package var fold: Int
    package var part: Part
    /// Whether the probe's person is in its gallery.
    package var isMated: Bool
    /// Whether no face could be prepared from the picture, or end to end not the one face it shows;
    /// such a probe is a miss, never dropped.
    package var failed: Bool
    /// How the face was found; nil where that is not part of the test.
    package var detection: DetectionOutcome?
    /// Every box that was reported in the picture against its one known face, by each rule; nil where
    /// no face was looked for, or none is known.
    package var matchings: [MatchRule: BoxMatching]?
    /// ‖x − x̂‖₂ / (width·height); nil for LBPH and failures.
    package var reconstructionError: Double?
    /// Degrees, < 0 turned to the picture's left; nil when unknown.
    package var yawDegrees: Double?
    /// The one face it was compared with, under `pairs`; nil where it was compared with a gallery.
    package var reference: String?

    package init(
      file: String, subject: SubjectID, repetition: Int = 1, fold: Int = 1,
      part: Part = .evaluation,
      isMated: Bool = true, failed: Bool = false, detection: DetectionOutcome? = nil,
      matchings: [MatchRule: BoxMatching]? = nil, reconstructionError: Double? = nil,
      yawDegrees: Double? = nil, reference: String? = nil
    ) {
      self.file = file
      self.subject = subject
      self.repetition = repetition
      self.fold = fold
      self.part = part
      self.isMated = isMated
      self.failed = failed
      self.detection = detection
      self.matchings = matchings
      self.reconstructionError = reconstructionError
      self.yawDegrees = yawDegrees
      self.reference = reference
    }
  }

  /// Thresholds are chosen on one part and reported on the other.
  package enum Part: String, Codable, Sendable {
    case development = "dev"
    case evaluation = "eval"
  }
}

extension TrialTable {
  /// The trials of some probes only, by their rows.
  package func selecting(_ rows: [Int]) -> TrialTable {
    TrialTable(
      gallery: gallery, probes: rows.map { probes[$0] }, distances: distances.selecting(rows: rows))
  }
}
