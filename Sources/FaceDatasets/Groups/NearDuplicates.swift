package import CooperativeWork

/// Finds pictures that show nearly the same: correlation of their thumbnails of at least 0.99.
///
/// The largest correlation between two different pictures of the AT&T set is 0.988.
package enum NearDuplicates {
  /// From this correlation on, two pictures are near-duplicates.
  package static let threshold = 0.99

  package struct Pair: Equatable, Sendable {
    /// Positions in the list of thumbnails, first < second.
    package let first: Int
    package let second: Int
    package let correlation: Double
  }

  /// All pairs of near-duplicates, by first and second; nil entries and flat pictures have none.
  ///
  /// Mean-free thumbnails of length 1 with correlation c lie √(2 − 2c) apart, and a projection only
  /// brings them closer. So pairs whose 16 or 64 block sums are too far apart are passed over
  /// without looking at all 1,024 cells: exact, and some fifty times cheaper.
  ///
  /// - Complexity: O(n²) comparisons of 16 numbers, over all threads; 4 KiB a picture.
  package static func pairs(_ thumbnails: [Thumbnail?], work: Work) throws -> [Pair] {
    let sketches = thumbnails.enumerated().compactMap { index, thumbnail in
      thumbnail.flatMap { Sketch($0, index: index) }
    }
    let axis = widestAxis(of: sketches)
    let sorted = sketches.sorted {
      ($0.coarse[axis], $0.index) < ($1.coarse[axis], $1.index)
    }
    // Single precision errs by about 1e-6; the slack lets no pair slip through.
    let limit = Float(2 - 2 * threshold) + 1e-4
    let reach = limit.squareRoot()
    let stride = 256
    let blocks = try work.map(
      count: (sorted.count + stride - 1) / stride, activity: "comparing pictures"
    ) { block in
      var found: [Pair] = []
      for i in block * stride..<min(sorted.count, (block + 1) * stride) {
        for j in i + 1..<max(i + 1, sorted.count) {
          if sorted[j].coarse[axis] - sorted[i].coarse[axis] > reach { break }
          guard sorted[i].mayBeNear(sorted[j], limit: limit) else { continue }
          let ends = [sorted[i].index, sorted[j].index].sorted()
          guard let one = thumbnails[ends[0]], let other = thumbnails[ends[1]],
            let correlation = one.correlation(with: other), correlation >= threshold
          else { continue }
          found.append(Pair(first: ends[0], second: ends[1], correlation: correlation))
        }
      }
      return found
    }
    return blocks.flatMap { $0 }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// The block along which the pictures differ most: sorting by it excludes most pairs.
  private static func widestAxis(of sketches: [Sketch]) -> Int {
    guard !sketches.isEmpty else { return 0 }
    var sum = SIMD16<Float>()
    var squares = SIMD16<Float>()
    for sketch in sketches {
      sum += sketch.coarse
      squares += sketch.coarse * sketch.coarse
    }
    let mean = sum / Float(sketches.count)
    let variance = squares / Float(sketches.count) - mean * mean
    return (0..<16).max { (variance[$0], -$0) < (variance[$1], -$1) } ?? 0
  }
}

/// The block sums of one mean-free thumbnail of length 1.
private struct Sketch: Sendable {
  let index: Int
  /// 4×4 blocks of 8×8 cells.
  let coarse: SIMD16<Float>
  /// 8×8 blocks of 4×4 cells.
  let fine: SIMD64<Float>

  init?(_ thumbnail: Thumbnail, index: Int) {
    self.index = index
    let levels = thumbnail.levels.map { Double($0) }
    let mean = levels.reduce(0, +) / Double(levels.count)
    let length = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    guard length > 0 else { return nil }
    var large = SIMD16<Float>()
    var small = SIMD64<Float>()
    for y in 0..<Thumbnail.side {
      for x in 0..<Thumbnail.side {
        let value = Float((levels[y * Thumbnail.side + x] - mean) / length)
        large[y / 8 * 4 + x / 8] += value
        small[y / 4 * 8 + x / 4] += value
      }
    }
    // A block's indicator has length 8 (64 cells) or 4 (16 cells).
    coarse = large / 8
    fine = small / 4
  }

  func mayBeNear(_ other: Sketch, limit: Float) -> Bool {
    let coarseGap = coarse - other.coarse
    guard (coarseGap * coarseGap).sum() <= limit else { return false }
    let fineGap = fine - other.fine
    return (fineGap * fineGap).sum() <= limit
  }
}
