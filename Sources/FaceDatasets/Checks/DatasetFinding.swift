package import FaceImages
package import FaceVocabulary

/// One thing that `dataset check` found.
package struct DatasetFinding: Equatable, Sendable {
  package var file: String?
  package var subject: SubjectID
  package var kind: Kind
  package var otherFile: String?
  /// What the finding rests on: correlation, number of images, sharpness, mean…
  package var value: Double?
  /// What ``value`` is: `correlation`, `faces`, or a measure of quality.
  package var measure: String?
  /// Why a picture cannot be used, in words.
  package var reason: String?

  package enum Kind: String, CaseIterable, Sendable {
    case unreadable
    case oddSize = "odd_size"
    case duplicate
    case nearDuplicate = "near_duplicate"
    case duplicateAcrossSubjects = "duplicate_across_subjects"
    case fewImages = "few_images"
    case blurred
    case badlyExposed = "badly_exposed"
    case leak
  }
}

/// What `dataset check` looks for.
package struct CheckSettings: Equatable, Sendable {
  /// Read every picture again, compare it with its digest and fill in what is missing.
  package var pixels = false
  /// People with fewer originals than this are reported.
  package var minimumImages = 2
  /// Originals outside these limits are reported; faces that were never measured are not. nil leaves
  /// quality alone.
  package var quality: QualityLimits?
  /// A split to look for leaks in.
  package var split: Split?

  package init() {}
}
