import FaceVocabulary
import Glibc
import Matrices

/// Faces to measure with: AT&T's, tiled and perturbed, or made-up ones where those are absent.
enum MadeFaces {
  /// `count` faces of `people` people.
  ///
  /// - Parameter folder: AT&T's `orl_faces`; nil makes faces of smooth random shapes, whose
  ///   eigenvalues fall off in a similar way.
  static func faces(
    count: Int, people: Int, size: PixelSize, seed: UInt64, folder: String?
  ) throws -> LabelledFaces {
    var generator = SeededGenerator(seed: seed)
    let portraits = try folder.map { try realPortraits($0, size: size) } ?? []
    var pixels = [UInt8]()
    pixels.reserveCapacity(count * size.area)
    var labels: [SubjectLabel] = []
    let shapes = portraits.isEmpty ? smoothShapes(size: size, using: &generator) : []
    for index in 0..<count {
      let person = index % people
      labels.append(SubjectLabel(person))
      let round = index / people
      let portrait =
        portraits.isEmpty
        ? mixture(of: shapes, person: person, size: size, using: &generator)
        : portraits[(person % 40) * 10 + round % 10]
      pixels += perturbed(portrait, size: size, person: person, using: &generator)
    }
    return LabelledFaces(
      size: size, pixels: ByteMatrix(rows: count, columns: size.area, elements: pixels),
      labels: labels)
  }

  /// Shifted by up to two pixels, lighter or darker, with a little noise; people beyond the fortieth
  /// are others stretched in light.
  private static func perturbed(
    _ portrait: [Double], size: PixelSize, person: Int, using generator: inout SeededGenerator
  ) -> [UInt8] {
    let (across, down) = (generator.below(5) - 2, generator.below(5) - 2)
    let gain = 0.9 + 0.2 * generator.uniform() - 0.1 * Double(person / 40 % 5)
    let offset = 20 * generator.uniform() - 10
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area)
    for y in 0..<size.height {
      let row = min(size.height - 1, max(0, y + down)) * size.width
      for x in 0..<size.width {
        let level = portrait[row + min(size.width - 1, max(0, x + across))]
        let noise = 10 * (generator.uniform() + generator.uniform() - 1)
        bytes.append(UInt8(min(255, max(0, (gain * level + offset + noise).rounded()))))
      }
    }
    return bytes
  }

  private static func realPortraits(_ folder: String, size: PixelSize) throws -> [[Double]] {
    var portraits: [[Double]] = []
    for person in 1...40 {
      for index in 1...10 {
        let path = "\(folder)/s\(person)/\(index).pgm"
        let image = try Graymap.read(path)
        portraits.append(shrunk(image, to: size))
      }
    }
    return portraits
  }

  /// Means over the area each new pixel covers.
  private static func shrunk(_ image: GrayImage, to size: PixelSize) -> [Double] {
    if image.size == size { return image.pixels.map { Double($0) } }
    var levels: [Double] = []
    let (across, down) = (
      Double(image.width) / Double(size.width), Double(image.height) / Double(size.height)
    )
    for y in 0..<size.height {
      for x in 0..<size.width {
        var (sum, weight) = (0.0, 0.0)
        let (top, bottom) = (Double(y) * down, Double(y + 1) * down)
        let (left, right) = (Double(x) * across, Double(x + 1) * across)
        for row in Int(top)..<min(image.height, Int(bottom.rounded(.up))) {
          let high = min(bottom, Double(row + 1)) - max(top, Double(row))
          for column in Int(left)..<min(image.width, Int(right.rounded(.up))) {
            let share = high * (min(right, Double(column + 1)) - max(left, Double(column)))
            sum += share * Double(image[column, row])
            weight += share
          }
        }
        levels.append(weight > 0 ? sum / weight : 0)
      }
    }
    return levels
  }

  /// Waves of falling strength across and down.
  private static func smoothShapes(
    size: PixelSize, using generator: inout SeededGenerator
  ) -> [[Double]] {
    (0..<160).map { number in
      let (across, down) = (Double(generator.below(9)), Double(generator.below(9)))
      let (phase, turn) = (6.28 * generator.uniform(), 6.28 * generator.uniform())
      let strength = 60 / Double(2 + number)
      return (0..<size.area).map { pixel in
        let (x, y) = (pixel % size.width, pixel / size.width)
        return strength * sin(across * Double(x) / Double(size.width) * 3.14 + phase)
          * sin(down * Double(y) / Double(size.height) * 3.14 + turn)
      }
    }
  }

  private static func mixture(
    of shapes: [[Double]], person: Int, size: PixelSize, using generator: inout SeededGenerator
  ) -> [Double] {
    var own = SeededGenerator(seed: 77, stream: UInt64(person))
    var levels = [Double](repeating: 128, count: size.area)
    for shape in shapes {
      let share = 3 * (own.uniform() - 0.5) + (generator.uniform() - 0.5)
      for pixel in levels.indices { levels[pixel] += share * shape[pixel] }
    }
    return levels
  }
}

/// A binary graymap of 8 bits with a plain header, as AT&T's files are.
enum Graymap {
  static func read(_ path: String) throws -> GrayImage {
    guard let file = fopen(path, "rb") else { throw RequestError("cannot read \(path)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let fields = bytes.prefix(64).split(maxSplits: 4) { $0 == 10 || $0 == 32 }
    guard fields.count >= 4, String(decoding: fields[0], as: UTF8.self) == "P5",
      let width = Int(String(decoding: fields[1], as: UTF8.self)),
      let height = Int(String(decoding: fields[2], as: UTF8.self)),
      bytes.count >= fields[3].endIndex + 1 + width * height
    else { throw RequestError("\(path) is no graymap of 8 bits") }
    let start = fields[3].endIndex + 1
    return GrayImage(
      size: PixelSize(width: width, height: height),
      pixels: Array(bytes[start..<start + width * height]))
  }
}
