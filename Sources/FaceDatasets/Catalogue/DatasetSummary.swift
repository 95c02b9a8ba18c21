package import FaceVocabulary

/// A dataset in one row.
package struct DatasetSummary: Equatable, Sendable {
  package var name: String
  /// Originals and mirrored faces together.
  package var faces: Int
  package var originals: Int
  package var mirrored: Int
  package var subjects: Int
  /// The size that all faces share; nil when they differ or there are none.
  package var size: PixelSize?
  /// nil while the pixels of some face have not been read.
  package var fingerprint: String?
}

/// One person of a dataset in one row.
package struct SubjectSummary: Equatable, Sendable {
  package var subject: SubjectID
  package var label: SubjectLabel
  package var faces: Int
  package var mirrored: Int
  /// Distinct sessions among the faces; 0 where none is known.
  package var sessions: Int
  package var yawMinimumDegrees: Double?
  package var yawMaximumDegrees: Double?
}
