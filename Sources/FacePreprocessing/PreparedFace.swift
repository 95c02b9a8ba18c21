package import FaceVocabulary

/// A face as a model sees it, and where in the picture it was found.
package struct PreparedFace: Equatable, Sendable {
  /// The face at the recipe's size, after every step.
  package let face: GrayImage
  /// Where it was found; nil when the recipe takes the whole picture.
  package let box: PixelRect?
  /// Eyes in picture coordinates, where looked for and found.
  package let leftEye: PixelPoint?
  package let rightEye: PixelPoint?

  package init(
    face: GrayImage, box: PixelRect? = nil, leftEye: PixelPoint? = nil, rightEye: PixelPoint? = nil
  ) {
    self.face = face
    self.box = box
    self.leftEye = leftEye
    self.rightEye = rightEye
  }
}
