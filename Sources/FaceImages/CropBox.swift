package import FaceVocabulary

/// Arithmetic on the box that is cut out.
package enum CropBox {
  /// `box` with `margin` times its sides added on every side; a negative margin cuts off.
  package static func widened(_ box: PixelRect, by margin: Double) -> PixelRect {
    let across = Int((Double(box.width) * margin).rounded())
    let down = Int((Double(box.height) * margin).rounded())
    return PixelRect(
      x: box.x - across, y: box.y - down, width: box.width + 2 * across,
      height: box.height + 2 * down)
  }

  /// The part of `box` within a picture of `size`; nil when there is none.
  package static func clipped(_ box: PixelRect, to size: PixelSize) -> PixelRect? {
    let (left, top) = (max(0, box.x), max(0, box.y))
    let right = min(size.width, box.x + box.width)
    let bottom = min(size.height, box.y + box.height)
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
