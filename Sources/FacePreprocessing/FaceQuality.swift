import FaceImages
package import FaceVocabulary

/// How well a face can be seen: measured on the face region alone.
package struct FaceQuality: Equatable, Sendable {
  /// Variance of the Laplacian after the region was brought to 100 pixels width, grey level²: low is
  /// blurred. Comparable between faces of any size, as far as they have that many pixels.
  package let sharpness: Double
  /// Share of pixels at 0…4.
  package let clippedDark: Double
  /// Share of pixels at 251…255.
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

  /// Width at which sharpness is measured, pixels.
  package static let sharpnessWidth = 100

  /// Measures `box` of `image`, or all of it; the part of the box outside is passed over.
  ///
  /// - Throws: ``PreparationError/boxOutside(_:picture:)``, or the filter's failure.
  package static func measure(
    _ image: GrayImage, in box: PixelRect? = nil
  ) throws(PreparationError) -> FaceQuality {
    var region = image
    if let box {
      guard let inside = CropBox.clipped(box, to: image.size) else {
        throw .boxOutside(box, picture: image.size)
      }
      region = image.cropped(to: inside)
    }
    let height = max(
      1, Int((Double(region.height) * Double(sharpnessWidth) / Double(region.width)).rounded()))
    let sharpness: Double
    do {
      let normal = try ImageFilter.resized(
        region, to: PixelSize(width: sharpnessWidth, height: height))
      sharpness = try ImageFilter.laplacianVariance(normal)
    } catch {
      throw .filter(error)
    }
    var histogram = [Int](repeating: 0, count: 256)
    for level in region.pixels { histogram[Int(level)] += 1 }
    let count = Double(region.pixels.count)
    let sum = histogram.indices.reduce(0) { $0 + $1 * histogram[$1] }
    let squares = histogram.indices.reduce(0) { $0 + $1 * $1 * histogram[$1] }
    let mean = Double(sum) / count
    return FaceQuality(
      sharpness: sharpness,
      clippedDark: Double(histogram[...4].reduce(0, +)) / count,
      clippedBright: Double(histogram[251...].reduce(0, +)) / count, mean: mean,
      contrast: max(0, Double(squares) / count - mean * mean).squareRoot())
  }
}
