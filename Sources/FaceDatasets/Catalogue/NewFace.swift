package import FaceImages
package import FaceVocabulary

/// A picture that is about to be stored in a dataset, with everything known about it.
package struct NewFace: Sendable {
  package var subject: SubjectID
  package var image: GrayImage
  /// Wished file name without folder and suffix; made safe and unique. nil: the index.
  package var name: String?
  /// nil: the number after the person's highest.
  package var index: Int?
  package var session: String?
  /// Degrees, < 0 turned to the picture's left.
  package var yawDegrees: Double?
  /// Degrees, < 0 chin up.
  package var pitchDegrees: Double?
  package var condition: String?
  package var tags: [String: String] = [:]
  /// Number of the capture or sweep, from ``Dataset/nextCapture()``.
  package var capture: Int64?
  package var box: PixelRect?
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  package var mouth: PixelPoint?
  /// Heads of a scene; empty for a picture of one face, whose truth is ``box`` and the points.
  package var heads: [TruthFace] = []
  /// Quality measured in the frame that it was cut from; nil to measure the picture itself.
  package var quality: FaceQuality?
  /// The frame that it was cut from.
  package var frame: CapturedFrame?
  /// Whether the mirror image is stored with it.
  package var withMirror = false

  package init(subject: SubjectID, image: GrayImage) {
    self.subject = subject
    self.image = image
  }
}
