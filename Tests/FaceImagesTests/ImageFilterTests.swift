import FaceImages
import FaceVocabulary
import Glibc
import Testing

struct ImageFilterTests {
  /// Levels without pattern, the same for the same seed.
  static func noise(_ size: PixelSize, seed: UInt64) -> GrayImage {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    let pixels = (0..<size.area).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    return GrayImage(size: size, pixels: pixels)
  }

  @Test("halving by area is the mean of four")
  func area() throws {
    let image = GrayImage(
      size: PixelSize(width: 4, height: 2), pixels: [0, 10, 100, 100, 20, 30, 100, 104])
    let half = try ImageFilter.resized(
      image, to: PixelSize(width: 2, height: 1), interpolation: .area)
    #expect(half.pixels == [15, 101])
  }

  @Test("equalised levels follow the cumulative histogram")
  func equalized() throws {
    let image = GrayImage(
      size: PixelSize(width: 4, height: 1), pixels: [10, 20, 20, 200])
    // OpenCV counts from the first level that occurs: it becomes 0, the rest share 255 by count.
    #expect(try ImageFilter.equalized(image).pixels == [0, 170, 170, 255])
  }

  /// The normalisation written out pixel by pixel, for comparison.
  static func plainTanTriggs(_ image: GrayImage) -> [UInt8] {
    let (width, height) = (image.width, image.height)
    let levels = image.pixels.map { pow(Double($0) / 255, 0.2) }
    func mirrored(_ index: Int, _ count: Int) -> Int {
      if count == 1 { return 0 }
      var index = index
      while index < 0 || index >= count { index = index < 0 ? -index : 2 * count - 2 - index }
      return index
    }
    func blurred(_ sigma: Double) -> [Double] {
      let radius = Int((3 * sigma).rounded(.up))
      let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let total = weights.reduce(0, +)
      var result = [Double](repeating: 0, count: levels.count)
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0.0
          for v in -radius...radius {
            for u in -radius...radius {
              sum +=
                weights[v + radius] * weights[u + radius] / (total * total)
                * levels[mirrored(y + v, height) * width + mirrored(x + u, width)]
            }
          }
          result[y * width + x] = sum
        }
      }
      return result
    }
    var values = zip(blurred(1), blurred(2)).map { $0 - $1 }
    let count = Double(values.count)
    let first = pow(values.reduce(0) { $0 + pow(abs($1), 0.1) } / count, 10)
    values = values.map { $0 / first }
    let second = pow(values.reduce(0) { $0 + pow(min(10, abs($1)), 0.1) } / count, 10)
    values = values.map { 10 * tanh($0 / second / 10) }
    guard let low = values.min(), let high = values.max() else { return [] }
    return values.map { UInt8((($0 - low) / (high - low) * 255).rounded()) }
  }

  @Test("Tan and Triggs' normalisation equals its formula", arguments: 1...6)
  func tanTriggs(seed: Int) throws {
    let image = Self.noise(
      PixelSize(width: 12 + seed, height: 9 + 2 * seed), seed: UInt64(seed))
    let ours = try ImageFilter.tanTriggs(image).pixels
    let plain = Self.plainTanTriggs(image)
    // A value that falls on a half may round either way.
    #expect(zip(ours, plain).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(zip(ours, plain).count { $0 != $1 } <= ours.count / 100)
  }

  @Test("a picture of one level becomes 128 throughout")
  func flat() throws {
    let image = GrayImage(
      size: PixelSize(width: 9, height: 9), pixels: Array(repeating: 77, count: 81))
    #expect(try ImageFilter.tanTriggs(image).pixels.allSatisfy { $0 == 128 })
  }

  @Test("a blurred picture is less sharp")
  func sharpness() throws {
    let image = Self.noise(PixelSize(width: 40, height: 40), seed: 3)
    let blurred = try ImageFilter.gaussian(image, sigma: 1.5)
    #expect(
      try ImageFilter.laplacianVariance(blurred) < ImageFilter.laplacianVariance(image) / 10)
  }

  @Test("clahe keeps the size and widens a narrow range")
  func clahe() throws {
    let noise = Self.noise(PixelSize(width: 64, height: 64), seed: 5)
    let narrow = GrayImage(size: noise.size, pixels: noise.pixels.map { 100 + $0 / 16 })
    let result = try ImageFilter.clahe(narrow)
    #expect(result.size == narrow.size)
    let spread = (result.pixels.max() ?? 0) - (result.pixels.min() ?? 0)
    #expect(spread > 15)
  }
}
