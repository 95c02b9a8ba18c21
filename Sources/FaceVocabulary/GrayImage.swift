/// A picture of 8-bit grey levels, row after row without padding.
package struct GrayImage: Equatable, Sendable {
  package let size: PixelSize
  /// width × height levels, 0 black … 255 white, row-major.
  package let pixels: [UInt8]

  /// A picture over `pixels`, which must hold exactly width × height levels.
  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.area, "picture of \(size) needs \(size.area) pixels")
    self.size = size
    self.pixels = pixels
  }

  package var width: Int { size.width }
  package var height: Int { size.height }

  /// The level at column `x`, row `y`.
  package subscript(x: Int, y: Int) -> UInt8 { pixels[y * size.width + x] }

  /// The picture with left and right exchanged.
  package func mirrored() -> GrayImage {
    var flipped: [UInt8] = []
    flipped.reserveCapacity(pixels.count)
    for y in 0..<height { flipped += pixels[y * width..<(y + 1) * width].reversed() }
    return GrayImage(size: size, pixels: flipped)
  }

  /// The part of the picture inside `box`, which must lie within it.
  package func cropped(to box: PixelRect) -> GrayImage {
    precondition(
      box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0 && box.x + box.width <= width
        && box.y + box.height <= height, "crop outside the picture")
    if box.width == width && box.height == height { return self }
    var part: [UInt8] = []
    part.reserveCapacity(box.area)
    for y in box.y..<box.y + box.height {
      part += pixels[y * width + box.x..<y * width + box.x + box.width]
    }
    return GrayImage(size: PixelSize(width: box.width, height: box.height), pixels: part)
  }
}

/// A picture of 8-bit red, green and blue, interleaved, row after row: for sheets and overlays only.
package struct ColorImage: Equatable, Sendable {
  package let size: PixelSize
  /// width × height × 3 levels.
  package var pixels: [UInt8]

  package init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.area * 3, "picture of \(size) needs \(size.area * 3) values")
    self.size = size
    self.pixels = pixels
  }
}
