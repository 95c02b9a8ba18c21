package import FaceImages
package import FaceVocabulary
import Glibc

/// The turn that brings a line of eyes level, about the point between them.
package struct EyeAlignment: Equatable, Sendable {
  /// The eye on the picture's left, and the other, in picture coordinates.
  package let left: PixelPoint
  package let right: PixelPoint

  /// - Parameter eyes: in either order; left is the picture's left. Nil when both are one point.
  package init?(_ one: PixelPoint, _ other: PixelPoint) {
    guard one != other else { return nil }
    let isOrdered = (one.x, one.y) < (other.x, other.y)
    (left, right) = isOrdered ? (one, other) : (other, one)
  }

  /// How far the line of the eyes falls to the right, degrees, −90 … 90.
  package var degrees: Double { radians * 180 / .pi }

  private var radians: Double { atan2(right.y - left.y, right.x - left.x) }

  private var middle: PixelPoint {
    PixelPoint(x: (left.x + right.x) / 2, y: (left.y + right.y) / 2)
  }

  /// Where `point` of the picture lies after the turn.
  package func turned(_ point: PixelPoint) -> PixelPoint {
    let (across, down) = (point.x - middle.x, point.y - middle.y)
    let (cosine, sine) = (cos(radians), sin(radians))
    return PixelPoint(
      x: middle.x + cosine * across + sine * down, y: middle.y - sine * across + cosine * down)
  }

  /// From the pixels of `crop`, a box of the turned picture, back to the picture.
  package func source(of crop: PixelRect) -> PlaneMap {
    let (cosine, sine) = (cos(radians), sin(radians))
    let (x, y) = (Double(crop.x) - middle.x, Double(crop.y) - middle.y)
    return PlaneMap(
      a: cosine, b: -sine, tx: middle.x + cosine * x - sine * y,
      c: sine, d: cosine, ty: middle.y + sine * x + cosine * y)
  }
}
