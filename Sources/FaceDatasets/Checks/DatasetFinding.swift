package import FaceVocabulary

/// One thing that `dataset check` found.
package struct DatasetFinding: Equatable, Sendable {
  package var file: String?
  package var subject: SubjectID
  package var kind: Kind
  package var otherFile: String?
  /// Correlation, number of images, sharpness: what the finding rests on.
  package var value: Double?

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
  /// Measured quality outside these limits is reported; faces without measures are not.
  package var quality: [QualityLimit] = []
  /// A split to look for leaks in.
  package var split: Split?

  package init() {}
}

/// A limit on one measure of quality.
package struct QualityLimit: Equatable, Sendable {
  /// Name under which the measure was stored, such as `sharpness`.
  package var measure: String
  package var allowed: ClosedRange<Double>
  /// What a face outside the limits is called.
  package var finding: DatasetFinding.Kind

  package init(measure: String, allowed: ClosedRange<Double>, finding: DatasetFinding.Kind) {
    self.measure = measure
    self.allowed = allowed
    self.finding = finding
  }
}
