package import FaceVocabulary

/// One face, or one picture with its faces, as the catalogue knows it.
package struct FaceRecord: Equatable, Sendable {
  /// Row number in the catalogue.
  package var id: Int64
  package var subject: SubjectID
  /// The person's number: given once, kept for ever.
  package var label: SubjectLabel
  /// Path below the dataset's folder, `/` between parts.
  package var file: String
  /// The picture's index within the person: the `{index}` field, else its natural-order position.
  package var index: Int
  package var session: String?
  /// Degrees, < 0 turned to the picture's left.
  package var yawDegrees: Double?
  /// Degrees, < 0 chin up.
  package var pitchDegrees: Double?
  package var condition: String?
  /// Further named fields of the file name.
  package var tags: [String: String]
  package var size: PixelSize
  /// SHA-256 of the decoded grey pixels, hexadecimal; nil until computed.
  package var pixelDigest: String?
  /// The face this one is the mirror image of.
  package var mirrorOf: Int64?
  /// Number of the capture or sweep it was kept in; nil for an imported picture.
  package var capture: Int64?
  /// Where the face lies, if known: mid-forehead to chin.
  package var box: PixelRect?
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  package var mouth: PixelPoint?

  package var isMirror: Bool { mirrorOf != nil }

  package init(
    id: Int64, subject: SubjectID, label: SubjectLabel, file: String, index: Int, size: PixelSize
  ) {
    self.id = id
    self.subject = subject
    self.label = label
    self.file = file
    self.index = index
    self.size = size
    tags = [:]
  }
}
