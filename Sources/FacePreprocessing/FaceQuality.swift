/// How well a face can be seen: measured on the face region alone.
package struct FaceQuality: Equatable, Sendable {
  /// Variance of the Laplacian after scaling to a fixed width: low is blurred. No unit.
  package let sharpness: Double
  /// Share of pixels at 0…4, and at 251…255.
  package let clippedDark: Double
  package let clippedBright: Double
  /// Mean grey level, 0…255.
  package let mean: Double
  /// Standard deviation of the grey levels.
  package let contrast: Double

  package init(
    sharpness: Double, clippedDark: Double, clippedBright: Double, mean: Double, contrast: Double
  ) {
    self.sharpness = sharpness
    self.clippedDark = clippedDark
    self.clippedBright = clippedBright
    self.mean = mean
    self.contrast = contrast
  }
}
