import FaceVocabulary

/// Turns linear light into grey levels: lens blur, exposure, tone curve, noise.
struct Sensor {
  /// Factor on the light.
  let exposure: Float
  /// Standard deviation of the noise in grey levels.
  let noise: Float
  let seed: UInt64

  /// The picture of `light`, row-major over `size`.
  func picture(_ light: [Float], size: PixelSize) -> GrayImage {
    let blurred = softened(light, size: size)
    var pixels = [UInt8](repeating: 0, count: size.area)
    let low = UInt32(truncatingIfNeeded: seed)
    let high = UInt32(truncatingIfNeeded: seed >> 32)
    for index in 0..<size.area {
      let value = max(0, blurred[index] * exposure)
      // A square root for the display's curve, bent so that highlights do not burn out at once.
      let bent = value * 1.30 / (1 + 0.30 * value)
      var level = 255 * bent.squareRoot()
      let hash = Self.mixed(
        Self.mixed(UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9 &+ low) ^ high)
      // Four bytes add up to nearly a normal value with standard deviation 147.8.
      let sum = (hash & 255) + ((hash >> 8) & 255) + ((hash >> 16) & 255) + (hash >> 24)
      level += (Float(sum) - 510) * (noise / 147.8)
      pixels[index] = UInt8(max(0, min(255, level.rounded())))
    }
    return GrayImage(size: size, pixels: pixels)
  }

  /// A well mixed value for every value (an invertible hash by Chris Wellons, "lowbias32").
  private static func mixed(_ value: UInt32) -> UInt32 {
    var hash = (value ^ (value >> 16)) &* 0x7FEB_352D
    hash = (hash ^ (hash >> 15)) &* 0x846C_A68B
    return hash ^ (hash >> 16)
  }

  /// A lens never images a point as one pixel: (1, 6, 1)/8 along both sides.
  private func softened(_ light: [Float], size: PixelSize) -> [Float] {
    var across = light
    for y in 0..<size.height {
      let row = y * size.width
      for x in 0..<size.width {
        let before = light[row + max(0, x - 1)]
        let after = light[row + min(size.width - 1, x + 1)]
        across[row + x] = light[row + x] * 0.75 + (before + after) * 0.125
      }
    }
    var both = across
    for y in 0..<size.height {
      let row = y * size.width
      let above = max(0, y - 1) * size.width
      let below = min(size.height - 1, y + 1) * size.width
      for x in 0..<size.width {
        both[row + x] = across[row + x] * 0.75 + (across[above + x] + across[below + x]) * 0.125
      }
    }
    return both
  }
}
