package import FaceVocabulary

/// What is known exactly about a rendered head.
///
/// Left and right are the picture's. A point is nil when it is hidden behind the head itself or
/// lies outside the picture.
package struct HeadTruth: Equatable, Sendable {
  /// The face as it appears: mid-forehead to chin, from the most to the least sideways point of the
  /// face in front of the ears, clipped to the picture.
  package var box: PixelRect
  package var leftEye: PixelPoint?
  package var rightEye: PixelPoint?
  package var mouth: PixelPoint?
  /// < 0: turned to the picture's left.
  package var yawDegrees: Double
  /// < 0: chin up.
  package var pitchDegrees: Double
  /// > 0: tilted clockwise in the picture.
  package var rollDegrees: Double

  package init(
    box: PixelRect, leftEye: PixelPoint? = nil, rightEye: PixelPoint? = nil,
    mouth: PixelPoint? = nil, yawDegrees: Double = 0, pitchDegrees: Double = 0,
    rollDegrees: Double = 0
  ) {
    self.box = box
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.mouth = mouth
    self.yawDegrees = yawDegrees
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }
}

/// A picture of one head with what is known about it.
package struct RenderedHead: Equatable, Sendable {
  package let image: GrayImage
  package let truth: HeadTruth

  package init(image: GrayImage, truth: HeadTruth) {
    self.image = image
    self.truth = truth
  }
}

/// A picture of several heads; `truths` in the order in which the heads were given.
package struct RenderedScene: Equatable, Sendable {
  package let image: GrayImage
  package let truths: [HeadTruth]

  package init(image: GrayImage, truths: [HeadTruth]) {
    self.image = image
    self.truths = truths
  }
}
