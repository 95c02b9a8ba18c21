import CooperativeWork
package import FaceVocabulary
import Matrices

extension LocalBinaryPattern {
  /// Numbers a histogram has: one a pattern and cell.
  package var binCount: Int { gridX * gridY << neighbors }

  /// Refuses parameters that mean nothing for faces of `size`.
  package func check(size: PixelSize) throws(TrainingError) {
    let shorter = min(size.width, size.height)
    guard shorter >= 3 else { throw .facesTooSmall(size: size, radius: max(1, radius)) }
    let largestRadius = (shorter - 1) / 2
    guard (1...largestRadius).contains(radius) else {
      throw .patternOutOfRange(parameter: .radius, asked: radius, allowed: 1...largestRadius)
    }
    guard (1...16).contains(neighbors) else {
      throw .patternOutOfRange(parameter: .neighbors, asked: neighbors, allowed: 1...16)
    }
    let (columns, rows) = (size.width - 2 * radius, size.height - 2 * radius)
    guard (1...columns).contains(gridX) else {
      throw .patternOutOfRange(parameter: .gridX, asked: gridX, allowed: 1...columns)
    }
    guard (1...rows).contains(gridY) else {
      throw .patternOutOfRange(parameter: .gridY, asked: gridY, allowed: 1...rows)
    }
  }

  /// Histograms of every face, one a row of ``binCount`` shares; rows of cells first, as in OpenCV.
  ///
  /// Cells are all of one size; pixels left over at the right and bottom count nowhere.
  func histograms(of faces: ByteMatrix, size: PixelSize, work: Work) throws -> [Float] {
    let patterns = CircularPatterns(radius: radius, neighbors: neighbors)
    return try work.fill(rows: faces.rows, of: binCount) { rows, shares in
      fill(shares, of: Array(faces.row(rows.lowerBound)), size: size, patterns: patterns)
    }
  }

  /// The histogram of one face.
  func histogram(of face: [UInt8], size: PixelSize) -> [Float] {
    let patterns = CircularPatterns(radius: radius, neighbors: neighbors)
    return [Float](unsafeUninitializedCapacity: binCount) { shares, count in
      fill(
        UnsafeMutableBufferPointer(rebasing: shares[..<binCount]), of: face, size: size,
        patterns: patterns)
      count = binCount
    }
  }

  /// Counts patterns as whole numbers, which single precision holds exactly, then makes them shares.
  private func fill(
    _ shares: UnsafeMutableBufferPointer<Float>, of face: [UInt8], size: PixelSize,
    patterns: CircularPatterns
  ) {
    let codes = patterns.codes(of: face, width: size.width, height: size.height)
    let (columns, rows) = (size.width - 2 * radius, size.height - 2 * radius)
    let (cellWidth, cellHeight) = (columns / gridX, rows / gridY)
    let patternCount = 1 << neighbors
    shares.initialize(repeating: 0)
    codes.withUnsafeBufferPointer { codes in
      for row in 0..<cellHeight * gridY {
        let firstCell = row / cellHeight * gridX
        for cell in 0..<gridX {
          let start = (firstCell + cell) * patternCount
          let first = row * columns + cell * cellWidth
          for pixel in first..<first + cellWidth { shares[start + Int(codes[pixel])] += 1 }
        }
      }
    }
    // OpenCV multiplies by the rounded reciprocal.
    let scale = Float(1 / Double(cellWidth * cellHeight))
    for bin in shares.indices { shares[bin] *= scale }
  }
}
