import Matrices

/// People drawn with replacement, many times.
struct PersonDraws: Sendable {
  let people: Int
  let count: Int
  /// draws×people counts.
  private let weights: [Double]

  /// - Parameters:
  ///   - resamples: draws wanted; fewer, at least 200, where a look at each costs much.
  ///   - work: what one draw costs, in numbers looked at.
  ///   - budget: numbers that may be looked at in all.
  init(people: Int, resamples: Int, work: Int, budget: Int, seed: UInt64) {
    let draws = max(1, min(resamples, max(200, budget / max(1, work))))
    var generator = SeededGenerator(seed: seed)
    var weights = [Double](repeating: 0, count: draws * people)
    for draw in 0..<draws {
      for _ in 0..<people { weights[draw * people + generator.below(people)] += 1 }
    }
    self.people = people
    self.count = draws
    self.weights = weights
  }

  /// What `statistic` makes of each draw, given how often each person was drawn; draws of which it
  /// makes nothing are left out.
  func values(_ statistic: (UnsafeBufferPointer<Double>) -> Double?) -> [Double] {
    weights.withUnsafeBufferPointer { weights in
      (0..<count).compactMap { draw in
        statistic(UnsafeBufferPointer(rebasing: weights[draw * people..<(draw + 1) * people]))
      }
    }
  }
}

/// The middle 95 % of redrawn values, and their variance.
struct DrawSpread {
  let low: Double
  let high: Double
  let variance: Double

  /// nil where fewer than two values could be made.
  init?(_ values: [Double]) {
    guard values.count > 1 else { return nil }
    let sorted = values.sorted()
    let mean = sorted.reduce(0, +) / Double(sorted.count)
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    func quantile(_ share: Double) -> Double {
      let position = share * Double(sorted.count - 1)
      let lower = Int(position)
      let upper = min(lower + 1, sorted.count - 1)
      return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
    }
    low = quantile(0.025)
    high = quantile(0.975)
    variance = squares / Double(sorted.count - 1)
  }
}
