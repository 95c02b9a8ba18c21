package import FaceVocabulary

/// A picture averaged down to 32×32, as near-duplicates are compared.
///
/// Each cell is the mean over the cell's exact area, pixels at its border counted by their share,
/// in steps of 1/256 grey level: fine enough that correlations are right to 1e-6.
package struct Thumbnail: Equatable, Sendable {
  /// Cells a side.
  package static let side = 32
  static let count = side * side

  /// 1,024 means × 256, row after row.
  let levels: [UInt16]

  /// The thumbnail of a picture of any size.
  package init(_ image: GrayImage) {
    // Two passes, each exact: rows are weighted into bands, bands into cells.
    let columns = Thumbnail.weights(image.width)
    let rows = Thumbnail.weights(image.height)
    var bands = [Double](repeating: 0, count: Thumbnail.side * image.width)
    for (band, parts) in rows.enumerated() {
      for (y, weight) in parts {
        for x in 0..<image.width {
          bands[band * image.width + x] += weight * Double(image.pixels[y * image.width + x])
        }
      }
    }
    var made: [UInt16] = []
    made.reserveCapacity(Thumbnail.count)
    for band in 0..<Thumbnail.side {
      for parts in columns {
        var sum = 0.0
        for (x, weight) in parts { sum += weight * bands[band * image.width + x] }
        made.append(UInt16((sum * 256).rounded()))
      }
    }
    levels = made
  }

  /// For each cell along a side of `length` pixels: the pixels it covers and their share of it.
  private static func weights(_ length: Int) -> [[(Int, Double)]] {
    let step = Double(length) / Double(side)
    return (0..<side).map { cell in
      let start = Double(cell) * step
      let end = min(Double(length), start + step)
      return (Int(start)..<min(length, Int(end.rounded(.up)))).map { pixel in
        let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
        return (pixel, covered / (end - start))
      }
    }
  }

  /// The levels as little-endian bytes.
  var stored: [UInt8] {
    levels.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Reads what ``stored`` gave; nil for another number of bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Thumbnail.count * 2 else { return nil }
    levels = [UInt16](unsafeUninitializedCapacity: Thumbnail.count) { levels, count in
      for cell in 0..<Thumbnail.count {
        levels[cell] = UInt16(bytes[2 * cell]) | UInt16(bytes[2 * cell + 1]) << 8
      }
      count = Thumbnail.count
    }
  }

  /// Correlation of the two mean-free thumbnails, −1 … 1; nil where one is flat.
  package func correlation(with other: Thumbnail) -> Double? {
    // Whole numbers until the last step, so that the order of the sums cannot matter.
    var sumA = 0
    var sumB = 0
    var sumAA = 0
    var sumBB = 0
    var sumAB = 0
    for (a, b) in zip(levels, other.levels) {
      sumA += Int(a)
      sumB += Int(b)
      sumAA += Int(a) * Int(a)
      sumBB += Int(b) * Int(b)
      sumAB += Int(a) * Int(b)
    }
    let n = Thumbnail.count
    let varianceA = n * sumAA - sumA * sumA
    let varianceB = n * sumBB - sumB * sumB
    guard varianceA > 0, varianceB > 0 else { return nil }
    return Double(n * sumAB - sumA * sumB)
      / (Double(varianceA).squareRoot() * Double(varianceB).squareRoot())
  }
}
