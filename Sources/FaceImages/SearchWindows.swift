package import FaceVocabulary

/// The window sizes and places that one search visits: a matter of sizes alone.
///
/// Follows OpenCV 4: sizes grow by the scale factor, the step is two pixels of the shrunken picture
/// below twice the trained size and one above. A place that the search skips because its
/// neighbour failed at once counts all the same, so the number does not depend on content.
package struct SearchWindows: Equatable, Sendable {
  /// Windows in all.
  package let count: Int
  /// Widths of the windows that are looked for, rising, pixels.
  package let widths: [Int]

  /// - Parameter maxSize: 0 for no limit.
  package init(image: PixelSize, window: PixelSize, scale: Double, minSize: Int, maxSize: Int) {
    let largest =
      maxSize > 0 ? PixelSize(width: maxSize, height: maxSize) : image
    var factors: [Double] = []
    var all: [Double] = []
    var factor = 1.0
    while true {
      let size = Self.scaled(window, by: factor)
      if size.width > image.width || size.height > image.height { break }
      // OpenCV keeps factors in single precision.
      all.append(Double(Float(factor)))
      factor *= scale
    }
    for factor in all {
      let size = Self.scaled(window, by: factor)
      if size.width > largest.width || size.height > largest.height { break }
      if size.width >= minSize && size.height >= minSize { factors.append(factor) }
    }
    if factors.isEmpty {
      // Nothing fits: OpenCV then takes the one factor whose window is nearest to the bounds.
      factors =
        Self.nearest(all, window: window, minSize: minSize, maxSize: largest).map { [$0] } ?? []
    }
    var count = 0
    for factor in factors {
      let width = Int((Double(image.width) / factor).rounded(.toNearestOrEven)) + 1
      let height = Int((Double(image.height) / factor).rounded(.toNearestOrEven)) + 1
      let step = factor >= 2 ? 1 : 2
      let across = (max(0, width - window.width) + step - 1) / step
      let down = (max(0, height - window.height) + step - 1) / step
      count += across * down
    }
    self.count = count
    widths = factors.map { Self.scaled(window, by: $0).width }
  }

  private static func scaled(_ window: PixelSize, by factor: Double) -> PixelSize {
    PixelSize(
      width: Int((Double(window.width) * factor).rounded(.toNearestOrEven)),
      height: Int((Double(window.height) * factor).rounded(.toNearestOrEven)))
  }

  private static func nearest(
    _ factors: [Double], window: PixelSize, minSize: Int, maxSize: PixelSize
  ) -> Double? {
    guard minSize == maxSize.width, minSize == maxSize.height else { return nil }
    return factors.min {
      distance(scaled(window, by: $0), minSize) < distance(scaled(window, by: $1), minSize)
    }
  }

  private static func distance(_ size: PixelSize, _ side: Int) -> Int {
    let (across, down) = (side - size.width, side - size.height)
    return across * across + down * down
  }
}
