package import FaceVocabulary

/// Eyes and mouth inside a face box: found or absent, never guessed. Picture coordinates.
package struct FaceFeatures: Equatable, Sendable {
  /// Centre of the eye on the picture's left.
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  /// Centre of the mouth.
  package var mouth: PixelPoint?

  package init(leftEye: PixelPoint? = nil, rightEye: PixelPoint? = nil, mouth: PixelPoint? = nil) {
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.mouth = mouth
  }
}

/// Finds eyes and mouth. Not Sendable: every thread needs its own.
package final class FeatureFinder {
  package init() throws(DetectorError) { throw .searchFailed("no detector is linked") }

  /// What can be found in `face`, a box within `image`.
  package func features(
    in image: GrayImage, face: PixelRect, eyes: Bool = true, mouth: Bool = true
  ) throws(DetectorError) -> FaceFeatures {
    throw .searchFailed("no detector is linked")
  }
}
