/// Width and height of a picture in pixels, written `92x112`.
package struct PixelSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Pixels in all.
  package var area: Int { width * height }

  /// Longest side that is read from text: far above any picture, far below where an area overflows.
  package static let longestSide = 1_000_000
}

extension PixelSize: LosslessStringConvertible {
  /// Reads `92x112`; nil for anything else: zero, negative sides and those above ``longestSide``
  /// included.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    let possible = 1...Self.longestSide
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      possible.contains(width), possible.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var description: String { "\(width)x\(height)" }
}

extension PixelSize: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let size = PixelSize(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no size like 92x112")
    }
    self = size
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A point in a picture: pixels, origin top left, y down; pixel centres lie at whole numbers.
package struct PixelPoint: Hashable, Sendable, Codable {
  package let x: Double
  package let y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A box in a picture: whole pixels, origin top left.
package struct PixelRect: Hashable, Sendable, Codable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var area: Int { width * height }

  /// Pixels that both boxes hold.
  package func shared(with other: PixelRect) -> Int {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return max(0, across) * max(0, down)
  }

  /// Intersection over union.
  package func overlap(with other: PixelRect) -> Double {
    let shared = shared(with: other)
    return Double(shared) / Double(area + other.area - shared)
  }

  /// Whether the intersection of both is at least half of their union.
  package func overlapsByHalf(_ other: PixelRect) -> Bool {
    let shared = shared(with: other)
    // Whole numbers, so that exactly one half counts everywhere.
    return shared > 0 && 3 * shared >= area + other.area
  }

  /// Whether the centre of `other` lies inside.
  package func holdsCenter(of other: PixelRect) -> Bool {
    let (twiceX, twiceY) = (2 * other.x + other.width, 2 * other.y + other.height)
    return twiceX >= 2 * x && twiceX <= 2 * (x + width) && twiceY >= 2 * y
      && twiceY <= 2 * (y + height)
  }
}

extension PixelRect: Comparable {
  /// The order in which boxes are listed everywhere: y, x, width, height.
  ///
  /// A detector's own order changes between runs with two threads, so it is never shown.
  package static func < (left: PixelRect, right: PixelRect) -> Bool {
    (left.y, left.x, left.width, left.height) < (right.y, right.x, right.width, right.height)
  }
}
