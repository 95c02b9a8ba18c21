package import FaceVocabulary

/// A face as a model sees it, and where in the picture it was found.
package struct PreparedFace: Equatable, Sendable {
  /// The face at the recipe's size, after every step.
  package let face: GrayImage
  /// Where it was found; nil when the recipe takes the whole picture.
  package let box: PixelRect?
  /// Every box that the detector reported; empty when it was not asked.
  package let reported: [PixelRect]
  /// Eyes in picture coordinates, where looked for and found.
  package let leftEye: PixelPoint?
  package let rightEye: PixelPoint?
  /// By how much the line of the eyes fell to the right before it was levelled, degrees; nil when
  /// the face was not turned, because the recipe does not ask for it or an eye was not found.
  package let turnedDegrees: Double?

  package init(
    face: GrayImage, box: PixelRect? = nil, reported: [PixelRect] = [], leftEye: PixelPoint? = nil,
    rightEye: PixelPoint? = nil, turnedDegrees: Double? = nil
  ) {
    self.face = face
    self.box = box
    self.reported = reported
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.turnedDegrees = turnedDegrees
  }
}
