package import FaceVocabulary
import Matrices

extension TrialTable {
  /// The number with the fewest digits that decides every score as `threshold` does.
  ///
  /// People type it, write it into scripts and compare it between machines, where the last digits of
  /// a score differ.
  ///
  /// - Complexity: One pass over the scores.
  package func plainest(_ threshold: Distance) -> Distance {
    // A score is accepted when it is < T: anything above the last accepted one and at most the
    // first refused one does the same.
    var accepted = -Double.infinity
    var refused = Double.infinity
    for score in distances.elements where score.isFinite {
      if score < threshold {
        accepted = max(accepted, score)
      } else {
        refused = min(refused, score)
      }
    }
    let high = refused.isFinite ? refused : threshold
    guard let plain = PlainNumber.between(accepted, andAtMost: high),
      "\(plain)".utf8.count < "\(threshold)".utf8.count
    else { return threshold }
    return plain
  }
}

/// Decimals with few digits.
enum PlainNumber {
  /// The number of fewest digits that is above `low` and at most `high`; nil where none with 15 is.
  static func between(_ low: Double, andAtMost high: Double) -> Double? {
    guard high.isFinite, high > 0, low < high else { return nil }
    var exponent = 0
    while power(exponent) <= high { exponent += 1 }
    while power(exponent) > high { exponent -= 1 }
    for place in stride(from: exponent, to: exponent - 15, by: -1) {
      // Counted in units of the place and divided once, so that the result is the decimal itself.
      let units =
        place >= 0
        ? (high / power(place)).rounded(.down) : (high * power(-place)).rounded(.down)
      guard units < 9.0e15 else { return nil }
      let candidate = place >= 0 ? units * power(place) : units / power(-place)
      if candidate > low && candidate <= high { return candidate }
    }
    return nil
  }

  /// 10 to the power of a small whole number, exact up to 22.
  private static func power(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<exponent.magnitude { result *= 10 }
    return exponent < 0 ? 1 / result : result
  }
}
