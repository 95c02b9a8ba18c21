package import FaceVocabulary

/// Why people could not be added to a model or taken out of it.
package enum ModelChangeError: Error, Equatable, Sendable {
  /// The new faces have another size than the model's.
  case sizeMismatch(found: PixelSize, needed: PixelSize)
  /// There is nothing to add.
  case nothingToAdd
  /// The model knows nobody of that name.
  case unknownSubject(SubjectID, known: [SubjectID])
  /// A model without anybody would be left.
  case lastSubject(SubjectID)
  /// All 2³¹ numbers for people are taken.
  case noLabelLeft
}
