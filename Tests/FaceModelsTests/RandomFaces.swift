import FaceVocabulary
import Matrices

/// Made-up people: every one has a random face, every picture of it is that face with noise.
enum RandomFaces {
  static func people(
    _ count: Int, each: Int, width: Int = 9, height: Int = 11, noise: Int = 30, seed: UInt64
  ) -> LabelledFaces {
    faces(
      sizes: Array(repeating: each, count: count), width: width, height: height, noise: noise,
      seed: seed)
  }

  /// One person for every entry of `sizes`, with that many faces.
  static func faces(
    sizes: [Int], width: Int = 9, height: Int = 11, noise: Int = 30, seed: UInt64
  ) -> LabelledFaces {
    var generator = SeededGenerator(seed: seed)
    var pixels: [UInt8] = []
    var labels: [SubjectLabel] = []
    var roster = SubjectRoster()
    for (person, size) in sizes.enumerated() {
      let label = SubjectLabel(person + 3)
      roster[label] = SubjectID("p\(person)")
      let face = (0..<width * height).map { _ in 40 + generator.below(170) }
      for _ in 0..<size {
        pixels += face.map { UInt8(clamping: $0 + generator.below(2 * noise + 1) - noise) }
        labels.append(label)
      }
    }
    return LabelledFaces(
      size: PixelSize(width: width, height: height),
      pixels: ByteMatrix(rows: labels.count, columns: width * height, elements: pixels),
      labels: labels, roster: roster)
  }
}

extension Matrix {
  /// The largest difference between entries.
  func largestGap(to other: Matrix) -> Double {
    zip(elements, other.elements).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}
