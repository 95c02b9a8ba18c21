package import FaceVocabulary

/// How well a face can be seen: measured on the face region alone.
package struct FaceQuality: Equatable, Sendable {
  /// Variance of the Laplacian after the region was brought to 100 pixels width, grey level²: low is
  /// blurred. Comparable between faces of any size, as far as they have that many pixels.
  ///
  /// - Note: Pech-Pacheco et al., “Diatom autofocusing in brightfield microscopy”, ICPR 2000.
  package let sharpness: Double
  /// Root mean square of the grey-level gradient at the same width: levels per hundredth of the
  /// face's width. Less moved by noise than ``sharpness``, and as independent of size.
  ///
  /// - Note: The energy of the gradient; Subbarao, Choi and Nikzad, Optical Engineering 32, 1993.
  package let gradient: Double
  /// Share of pixels at 0…4.
  package let clippedDark: Double
  /// Share of pixels at 251…255.
  package let clippedBright: Double
  /// Mean grey level, 0…255.
  package let mean: Double
  /// Standard deviation of the grey levels.
  package let contrast: Double
  /// Width of the region, pixels.
  package let width: Int
  /// Distance between the eyes, pixels; nil where one is not known.
  package let eyeDistance: Double?

  package init(
    sharpness: Double, gradient: Double, clippedDark: Double, clippedBright: Double, mean: Double,
    contrast: Double, width: Int, eyeDistance: Double?
  ) {
    self.sharpness = sharpness
    self.gradient = gradient
    self.clippedDark = clippedDark
    self.clippedBright = clippedBright
    self.mean = mean
    self.contrast = contrast
    self.width = width
    self.eyeDistance = eyeDistance
  }

  /// Width at which sharpness and gradient are measured, pixels.
  package static let sharpnessWidth = 100

  /// Measures `box` of `image`, or all of it; the part of the box outside is passed over.
  ///
  /// - Parameter eyes: both eyes, where known.
  /// - Returns: nil when no pixel of the box lies in the picture.
  /// - Complexity: linear in the region's pixels; 0.15 ms for 92×112.
  package static func measure(
    _ image: GrayImage, in box: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(ImageFilter.FilterError) -> FaceQuality? {
    var region = image
    if let box {
      guard let inside = CropBox.clipped(box, to: image.size) else { return nil }
      region = image.cropped(to: inside)
    }
    let height = max(
      1, Int((Double(region.height) * Double(sharpnessWidth) / Double(region.width)).rounded()))
    let normal = try ImageFilter.resized(
      region, to: PixelSize(width: sharpnessWidth, height: height))
    let levels = Levels(region)
    return FaceQuality(
      sharpness: try ImageFilter.laplacianVariance(normal), gradient: meanGradient(normal),
      clippedDark: levels.share(in: 0...4), clippedBright: levels.share(in: 251...255),
      mean: levels.mean, contrast: levels.deviation, width: region.width,
      eyeDistance: eyes.map { left, right in
        ((left.x - right.x) * (left.x - right.x) + (left.y - right.y) * (left.y - right.y))
          .squareRoot()
      })
  }

  /// Root mean square of the central differences of `image`, its border left out.
  private static func meanGradient(_ image: GrayImage) -> Double {
    let (width, height) = (image.width, image.height)
    guard width > 2, height > 2 else { return 0 }
    var sum = 0
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 1..<height - 1 {
        for place in y * width + 1..<(y + 1) * width - 1 {
          let across = Int(pixels[place + 1]) - Int(pixels[place - 1])
          let down = Int(pixels[place + width]) - Int(pixels[place - width])
          sum += across * across + down * down
        }
      }
    }
    // Differences span two pixels, so their squares are four times those of the gradient.
    return (Double(sum) / 4 / Double((width - 2) * (height - 2))).squareRoot()
  }

  /// How often each grey level occurs.
  private struct Levels {
    private let counts: [Int]
    private let total: Double

    init(_ image: GrayImage) {
      var counts = [Int](repeating: 0, count: 256)
      for level in image.pixels { counts[Int(level)] += 1 }
      self.counts = counts
      total = Double(image.pixels.count)
    }

    func share(in range: ClosedRange<Int>) -> Double {
      Double(counts[range].reduce(0, +)) / total
    }

    var mean: Double { Double(counts.indices.reduce(0) { $0 + $1 * counts[$1] }) / total }

    var deviation: Double {
      let squares = Double(counts.indices.reduce(0) { $0 + $1 * $1 * counts[$1] }) / total
      return max(0, squares - mean * mean).squareRoot()
    }
  }
}
