package import FaceVocabulary

/// One head that is known to be in a picture.
package struct TruthFace: Equatable, Sendable, Codable {
  /// Mid-forehead to chin, ear to ear.
  package var box: PixelRect
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  package var mouth: PixelPoint?
  /// Degrees, < 0 turned to the picture's left.
  package var yawDegrees: Double?
  /// Degrees, < 0 chin up.
  package var pitchDegrees: Double?
  /// Degrees in the picture plane.
  package var rollDegrees: Double?
  /// True for a head that a detector may find or miss without being counted.
  package var ignored = false

  package init(box: PixelRect) { self.box = box }
}
