package import FaceVocabulary

/// Marks on a grey picture: outlines and discs in a few colours.
package struct Drawing: Sendable {
  /// The picture with all marks made so far.
  package private(set) var image: ColorImage

  /// A copy of `picture` to draw on.
  package init(on picture: GrayImage) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(picture.size.area * 3)
    for level in picture.pixels {
      pixels.append(level)
      pixels.append(level)
      pixels.append(level)
    }
    image = ColorImage(size: picture.size, pixels: pixels)
  }

  /// Colours that are told apart on grey, by colour-blind readers too.
  package enum Color: Sendable {
    case green, yellow, red

    var levels: (UInt8, UInt8, UInt8) {
      switch self {
      case .green: (0, 200, 120)
      case .yellow: (255, 210, 0)
      case .red: (230, 60, 40)
      }
    }
  }

  /// Draws the outline of `box`, 1/200 of the picture's width thick; what lies outside is left out.
  package mutating func outline(_ box: PixelRect, color: Color) {
    let thickness = max(1, image.size.width / 200)
    for inset in 0..<thickness {
      let left = box.x + inset
      let right = box.x + box.width - 1 - inset
      let top = box.y + inset
      let bottom = box.y + box.height - 1 - inset
      guard left <= right, top <= bottom else { return }
      for x in left...right {
        dot(x, top, color)
        dot(x, bottom, color)
      }
      for y in top...bottom {
        dot(left, y, color)
        dot(right, y, color)
      }
    }
  }

  /// Fills a disc around `center`.
  package mutating func disc(at center: PixelPoint, radius: Int, color: Color) {
    let x = Int(center.x.rounded())
    let y = Int(center.y.rounded())
    for down in -radius...radius {
      for across in -radius...radius where across * across + down * down <= radius * radius {
        dot(x + across, y + down, color)
      }
    }
  }

  private mutating func dot(_ x: Int, _ y: Int, _ color: Color) {
    guard x >= 0, y >= 0, x < image.size.width, y < image.size.height else { return }
    let start = (y * image.size.width + x) * 3
    (image.pixels[start], image.pixels[start + 1], image.pixels[start + 2]) = color.levels
  }
}
