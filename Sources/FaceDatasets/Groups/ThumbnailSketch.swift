import Glibc

/// A mean-free thumbnail of length 1 as its shares of 32 fixed orthonormal waves.
///
/// Thumbnails of correlation c lie √(2 − 2c) apart, and their shares of some orthonormal waves never
/// further. The waves are the coarsest of the discrete cosine transform, by the length of their
/// frequency: pictures of faces differ there more than anywhere else.
struct ThumbnailSketch: Sendable {
  /// Shares of the sixteen coarsest waves.
  let coarse: SIMD16<Float>
  /// Shares of the sixteen next.
  let fine: SIMD16<Float>

  /// The largest squared distance of near-duplicates.
  ///
  /// Single precision errs by about 1e-6; the slack lets no pair slip through.
  static let reach = Float(2 - 2 * NearDuplicates.threshold) + 1e-4

  /// Cells a side of the sums that the waves are laid over: each is 2×2 cells of the thumbnail.
  private static let side = 16
  /// Frequencies down and across of the waves, coarsest first.
  private static let frequencies: [(down: Int, across: Int)] = {
    let all = (0..<side).flatMap { down in (0..<side).map { (down: down, across: $0) } }
    let sorted = all.sorted { one, other in
      let left = one.down * one.down + one.across * one.across
      let right = other.down * other.down + other.across * other.across
      return (left, one.down) < (right, other.down)
    }
    // The first one is the mean, which thumbnails are compared without.
    return Array(sorted[1...32])
  }()
  /// Frequencies a side that any wave has.
  private static let used = (frequencies.map { max($0.down, $0.across) }.max() ?? 0) + 1
  /// Waves along one side: used×16.
  private static let cosines: [Double] = (0..<used).flatMap { frequency in
    (0..<side).map { cell in
      let scale = (Double(frequency == 0 ? 1 : 2) / Double(side)).squareRoot()
      return scale * cos(Double.pi * Double(frequency) * (Double(cell) + 0.5) / Double(side))
    }
  }

  /// The sketch of a thumbnail; nil for a flat one, which correlates with nothing.
  init?(_ thumbnail: Thumbnail) {
    let (side, used) = (Self.side, Self.used)
    var (sum, squares) = (0, 0)
    var sums = [Double](repeating: 0, count: side * side)
    for (cell, level) in thumbnail.levels.enumerated() {
      sum += Int(level)
      squares += Int(level) * Int(level)
      sums[cell / Thumbnail.side / 2 * side + cell % Thumbnail.side / 2] += Double(level)
    }
    let spread = Thumbnail.count * squares - sum * sum
    guard spread > 0 else { return nil }
    // The sum of 2×2 cells is twice the share of their indicator of length 1.
    let scale = 1 / (2 * (Double(spread) / Double(Thumbnail.count)).squareRoot())
    var shares = [Double](repeating: 0, count: used * used)
    Self.cosines.withUnsafeBufferPointer { cosines in
      var bands = [Double](repeating: 0, count: side * used)
      for row in 0..<side {
        for across in 0..<used {
          var share = 0.0
          for cell in 0..<side { share += sums[row * side + cell] * cosines[across * side + cell] }
          bands[row * used + across] = share
        }
      }
      for down in 0..<used {
        for across in 0..<used {
          var share = 0.0
          for row in 0..<side { share += bands[row * used + across] * cosines[down * side + row] }
          shares[down * used + across] = share * scale
        }
      }
    }
    var (coarse, fine) = (SIMD16<Float>(), SIMD16<Float>())
    for (wave, frequency) in Self.frequencies.enumerated() {
      let share = Float(shares[frequency.down * used + frequency.across])
      if wave < 16 { coarse[wave] = share } else { fine[wave - 16] = share }
    }
    self.coarse = coarse
    self.fine = fine
  }

  /// False only where the two pictures are no near-duplicates.
  func mayBeNear(_ other: ThumbnailSketch) -> Bool {
    let gap = coarse - other.coarse
    let half = (gap * gap).total
    // Most pairs are told apart by the coarser half.
    guard half <= Self.reach else { return false }
    let rest = fine - other.fine
    return half + (rest * rest).total <= Self.reach
  }
}

extension SIMD16<Float> {
  /// The sum of all lanes, by halves: `sum()` goes lane by lane in code for every processor.
  var total: Float {
    let eight = lowHalf + highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }
}
