package import FaceVocabulary

/// The window sizes and places that one search visits: a matter of sizes alone.
///
/// Follows OpenCV 4: sizes grow by the scale factor, the step is two pixels of the shrunken picture
/// below twice the trained size and one above. A place that the search skips because its
/// neighbour failed at once counts all the same, so the number does not depend on content.
package struct SearchWindows: Equatable, Sendable {
  /// Windows in all.
  package let count: Int
  /// By how much the trained window is enlarged, rising; in single precision, as OpenCV keeps it.
  let factors: [Float]
  /// Sizes of the windows that are looked for, one a factor, pixels.
  package let sizes: [PixelSize]

  /// Windows of each size.
  private let counts: [Int]

  /// Whether a window lies between the smallest and the largest size that were asked for. Where none
  /// does, nothing is looked for, or with equal bounds the one size that is nearest to them.
  package let isWithinBounds: Bool

  /// Widths of the windows that are looked for, rising, pixels.
  package var widths: [Int] { sizes.map(\.width) }
  /// Window sizes: the levels of the pyramid of pictures that is searched.
  package var levels: Int { sizes.count }

  /// - Parameter maxSize: 0 for no limit.
  package init(image: PixelSize, window: PixelSize, scale: Double, minSize: Int, maxSize: Int) {
    let largest =
      maxSize > 0 ? PixelSize(width: maxSize, height: maxSize) : image
    var factors: [Float] = []
    var all: [Float] = []
    var factor = 1.0
    while true {
      let size = Self.scaled(window, by: factor)
      if size.width > image.width || size.height > image.height { break }
      all.append(Float(factor))
      factor *= scale
    }
    for factor in all {
      let size = Self.scaled(window, by: factor)
      if size.width > largest.width || size.height > largest.height { break }
      if size.width >= minSize && size.height >= minSize { factors.append(factor) }
    }
    isWithinBounds = !factors.isEmpty
    if factors.isEmpty {
      // Nothing fits: OpenCV then takes the one factor whose window is nearest to the bounds.
      factors =
        Self.nearest(all, window: window, minSize: minSize, maxSize: largest).map { [$0] } ?? []
    }
    counts = factors.map { factor in
      let width = Int((Double(image.width) / Double(factor)).rounded(.toNearestOrEven)) + 1
      let height = Int((Double(image.height) / Double(factor)).rounded(.toNearestOrEven)) + 1
      let step = factor >= 2 ? 1 : 2
      let across = (max(0, width - window.width) + step - 1) / step
      let down = (max(0, height - window.height) + step - 1) / step
      return across * down
    }
    count = counts.reduce(0, +)
    self.factors = factors
    sizes = factors.map { Self.scaled(window, by: $0) }
  }

  /// Whether a search of these windows finds all that one of `other` would, told apart by size.
  ///
  /// Both must be of the same picture and cascade.
  package func serves(_ other: SearchWindows) -> Bool {
    let wanted = Set(other.factors)
    guard wanted.isSubset(of: factors) else { return false }
    // Two factors may round to one size: then a hit does not tell which of them it is of.
    let sizes = Set(other.sizes)
    return zip(factors, self.sizes).allSatisfy { wanted.contains($0) || !sizes.contains($1) }
  }

  /// The same windows in stretches of neighbouring sizes, each told by bounds that let its sizes pass
  /// and no others: searches of them one after the other find what one search finds.
  ///
  /// - Parameter mostWindows: where a stretch is full, though one size is never divided.
  func stretches(of mostWindows: Int) -> [(minSize: Int, maxSize: Int)] {
    func smaller(_ size: PixelSize) -> Int { min(size.width, size.height) }
    func larger(_ size: PixelSize) -> Int { max(size.width, size.height) }
    var found: [(minSize: Int, maxSize: Int)] = []
    var windows = 0
    for (level, size) in sizes.enumerated() {
      let before = level > 0 ? sizes[level - 1] : nil
      // Sizes that round to the same side cannot be told apart by bounds.
      let isApart = before.map { smaller($0) < smaller(size) && larger($0) < larger(size) } ?? true
      if let last = found.indices.last, !isApart || windows + counts[level] <= mostWindows {
        found[last].maxSize = larger(size)
        windows += counts[level]
      } else {
        found.append((smaller(size), larger(size)))
        windows = counts[level]
      }
    }
    return found
  }

  private static func scaled<Factor: BinaryFloatingPoint>(
    _ window: PixelSize, by factor: Factor
  ) -> PixelSize {
    PixelSize(
      width: Int((Factor(window.width) * factor).rounded(.toNearestOrEven)),
      height: Int((Factor(window.height) * factor).rounded(.toNearestOrEven)))
  }

  private static func nearest(
    _ factors: [Float], window: PixelSize, minSize: Int, maxSize: PixelSize
  ) -> Float? {
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
