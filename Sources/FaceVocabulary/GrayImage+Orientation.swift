extension GrayImage {
  /// The upright picture of one that is stored in EXIF's `orientation`, 1 … 8; others change nothing.
  ///
  /// - Note: JEITA CP-3451, tag 0x0112: 1 as it is, 2 mirrored, 3 turned by 180°, 4 mirrored and
  ///   turned by 180°, 5 transposed, 6 to be turned clockwise, 7 transposed across the other
  ///   diagonal, 8 to be turned anticlockwise.
  package func upright(from orientation: Int) -> GrayImage {
    let w = width
    let h = height
    let source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    switch orientation {
    case 2: source = { (w - 1 - $0, $1) }
    case 3: source = { (w - 1 - $0, h - 1 - $1) }
    case 4: source = { ($0, h - 1 - $1) }
    case 5: source = { ($1, $0) }
    case 6: source = { ($1, h - 1 - $0) }
    case 7: source = { (w - 1 - $1, h - 1 - $0) }
    case 8: source = { (w - 1 - $1, $0) }
    default: return self
    }
    let turned = orientation >= 5
    let size = PixelSize(width: turned ? h : w, height: turned ? w : h)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let from = source(x, y)
        pixels.append(self[from.x, from.y])
      }
    }
    return GrayImage(size: size, pixels: pixels)
  }
}
