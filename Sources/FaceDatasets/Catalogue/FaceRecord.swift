package import FaceVocabulary

/// One face, or one picture with its faces, as the catalogue knows it.
///
/// What few faces have lies apart, so that a million records take some 200 MB.
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
  package var size: PixelSize
  /// SHA-256 of the decoded grey pixels, hexadecimal; nil until computed.
  package var pixelDigest: String?
  /// The face this one is the mirror image of.
  package var mirrorOf: Int64?
  /// Number of the capture or sweep it was kept in; nil for an imported picture.
  package var capture: Int64?
  /// What few faces have: one entry, or none where nothing of it is known.
  private var details: [Details] = []

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
  }
}

extension FaceRecord {
  private struct Details: Equatable, Sendable {
    var pitchDegrees: Double?
    var condition: String?
    var tags: [String: String] = [:]
    var box: PixelRect?
    var leftEye: PixelPoint?
    var rightEye: PixelPoint?
    var mouth: PixelPoint?
  }

  private subscript<Value>(detail: WritableKeyPath<Details, Value>) -> Value {
    get { (details.first ?? Details())[keyPath: detail] }
    set {
      var changed = details.first ?? Details()
      changed[keyPath: detail] = newValue
      details = changed == Details() ? [] : [changed]
    }
  }

  /// Degrees, < 0 chin up.
  package var pitchDegrees: Double? {
    get { self[\.pitchDegrees] }
    set { self[\.pitchDegrees] = newValue }
  }

  package var condition: String? {
    get { self[\.condition] }
    set { self[\.condition] = newValue }
  }

  /// Further named fields of the file name.
  package var tags: [String: String] {
    get { self[\.tags] }
    set { self[\.tags] = newValue }
  }

  /// Where the face lies, if known: mid-forehead to chin.
  package var box: PixelRect? {
    get { self[\.box] }
    set { self[\.box] = newValue }
  }

  package var leftEye: PixelPoint? {
    get { self[\.leftEye] }
    set { self[\.leftEye] = newValue }
  }

  package var rightEye: PixelPoint? {
    get { self[\.rightEye] }
    set { self[\.rightEye] = newValue }
  }

  package var mouth: PixelPoint? {
    get { self[\.mouth] }
    set { self[\.mouth] = newValue }
  }
}
