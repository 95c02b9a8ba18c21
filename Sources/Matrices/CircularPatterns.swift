import CMatrixKernels
import Glibc

/// Local binary patterns on a circle: which of its points are at least as bright as the centre.
///
/// OpenCV's `elbp`, to the bit: points between pixels are interpolated bilinearly in single
/// precision. Ahonen, Hadid and Pietikäinen, “Face Recognition with Local Binary Patterns”, 2004.
package struct CircularPatterns: Sendable {
  /// Radius of the circle, pixels.
  package let radius: Int
  private let points: [Point]

  /// Patterns of `neighbors` points, at most 31, on a circle of `radius`, at least 1.
  package init(radius: Int, neighbors: Int) {
    precondition(radius >= 1 && (1...31).contains(neighbors))
    self.radius = radius
    points = (0..<neighbors).map { Point(radius: radius, index: $0, of: neighbors) }
  }

  /// The pattern of every pixel at least `radius` from the border, row by row, as a number of as
  /// many bits as there are points; none when the picture is too small.
  package func codes(of pixels: [UInt8], width: Int, height: Int) -> [Int32] {
    precondition(pixels.count == width * height, "a picture needs all its pixels")
    let (columns, rows) = (width - 2 * radius, height - 2 * radius)
    guard columns > 0, rows > 0 else { return [] }
    var codes = [Int32](repeating: 0, count: columns * rows)
    let levels = pixels.map { Float($0) }
    levels.withUnsafeBufferPointer { levels in
      codes.withUnsafeMutableBufferPointer { codes in
        guard let levels = levels.baseAddress, let codes = codes.baseAddress else { return }
        let centre = levels + radius * width + radius
        for (bit, point) in points.enumerated() {
          var corners = point.corners.map { Optional(centre + $0.y * width + $0.x) }
          fmk_patterns_add(
            centre, &corners, point.weights, columns, rows, width, 1 << Int32(bit), codes)
        }
      }
    }
    return codes
  }

  /// A point of the circle: the pixels around it and how much each counts.
  private struct Point: Sendable {
    let corners: [(x: Int, y: Int)]
    let weights: [Float]

    init(radius: Int, index: Int, of neighbors: Int) {
      let angle = 2.0 * Double.pi * Double(index) / Double(Float(neighbors))
      let x = Float(Double(radius) * cos(angle))
      let y = Float(Double(-radius) * sin(angle))
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let (right, bottom) = (x.rounded(.up), y.rounded(.up))
      let (shareX, shareY) = (x - left, y - top)
      corners = [
        (Int(left), Int(top)), (Int(right), Int(top)), (Int(left), Int(bottom)),
        (Int(right), Int(bottom)),
      ]
      weights = [
        (1 - shareX) * (1 - shareY), shareX * (1 - shareY), (1 - shareX) * shareY,
        shareX * shareY,
      ]
    }
  }
}
