import Glibc

/// Turns a distance into the probability that both faces show one person.
///
/// Fitted on the development part and used unchanged on the evaluation part. The probability holds
/// for pairs in which own and other people are as frequent as given by `genuineShare`.
package enum Calibration: Equatable, Sendable {
  /// 1 / (1 + exp(slope · distance + intercept)), the slope over distances as they are.
  case logistic(slope: Double, intercept: Double)
  /// A falling staircase: the probability of the last step whose upper distance is not passed.
  case isotonic(steps: [Step])

  /// One step of an isotonic calibration.
  package struct Step: Equatable, Sendable {
    /// The largest distance of the step.
    package let upTo: Double
    package let probability: Double
  }

  /// The probability that a pair at `distance` is genuine.
  package func probability(at distance: Double) -> Double {
    switch self {
    case .logistic(let slope, let intercept):
      return 1 / (1 + exp(slope * distance + intercept))
    case .isotonic(let steps):
      return (steps.first { distance <= $0.upTo } ?? steps.last)?.probability ?? 0
    }
  }

  /// Fits a logistic curve by Newton's method, genuine and impostor scores weighted to
  /// `genuineShare`; targets are smoothed as in Platt scaling, so that separable scores converge.
  ///
  /// - Throws: ``EvaluationError/tooFewScores(genuine:impostor:)`` without a score of each kind.
  /// - Note: Platt, 1999; Lin, Lin and Weng, Machine Learning 68, 2007.
  package static func logistic(
    fitting curve: ThresholdCurve, genuineShare: Double = 0.5
  ) throws(EvaluationError) -> Calibration {
    let samples = try samples(of: curve, genuineShare: genuineShare)
    let own = Double(curve.genuine.finiteCount)
    let other = Double(curve.impostor.finiteCount)
    let high = (own + 1) / (own + 2)
    let low = 1 / (other + 2)
    let weight = samples.reduce(0) { $0 + $1.weight }
    let mean = samples.reduce(0) { $0 + $1.weight * $1.distance } / weight
    let squares = samples.reduce(0) {
      $0 + $1.weight * ($1.distance - mean) * ($1.distance - mean)
    }
    let spread = squares > 0 ? (squares / weight).squareRoot() : 1
    func loss(_ a: Double, _ b: Double) -> Double {
      samples.reduce(0) { sum, sample in
        let exponent = a * (sample.distance - mean) / spread + b
        let target = sample.isGenuine ? high : low
        // log(1 + exp(x)) without overflow.
        let softplus = max(exponent, 0) + log1p(exp(-abs(exponent)))
        return sum + sample.weight * (softplus - (1 - target) * exponent)
      }
    }
    var a = 0.0
    var b = 0.0
    var current = loss(a, b)
    for _ in 0..<100 {
      var gradient = (a: 0.0, b: 0.0)
      var curvature = (aa: 1e-12, ab: 0.0, bb: 1e-12)
      for sample in samples {
        let x = (sample.distance - mean) / spread
        let p = 1 / (1 + exp(a * x + b))
        let residual = sample.weight * ((sample.isGenuine ? high : low) - p)
        let weight = sample.weight * p * (1 - p)
        gradient.a += residual * x
        gradient.b += residual
        curvature.aa += weight * x * x
        curvature.ab += weight * x
        curvature.bb += weight
      }
      let determinant = curvature.aa * curvature.bb - curvature.ab * curvature.ab
      guard determinant > 0 else { break }
      let stepA = (curvature.bb * gradient.a - curvature.ab * gradient.b) / determinant
      let stepB = (curvature.aa * gradient.b - curvature.ab * gradient.a) / determinant
      var length = 1.0
      var next = loss(a - stepA, b - stepB)
      while next > current && length > 1e-10 {
        length /= 2
        next = loss(a - length * stepA, b - length * stepB)
      }
      guard next <= current else { break }
      a -= length * stepA
      b -= length * stepB
      let gain = current - next
      current = next
      if gain <= 1e-15 * abs(current) { break }
    }
    return .logistic(slope: a / spread, intercept: b - a * mean / spread)
  }

  /// Fits a falling staircase by pooling adjacent violators.
  ///
  /// - Throws: ``EvaluationError/tooFewScores(genuine:impostor:)`` without a score of each kind.
  package static func isotonic(
    fitting curve: ThresholdCurve, genuineShare: Double = 0.5
  ) throws(EvaluationError) -> Calibration {
    struct Block {
      var upTo: Double
      var genuine: Double
      var weight: Double
      var probability: Double { genuine / weight }
    }
    var blocks: [Block] = []
    for sample in try samples(of: curve, genuineShare: genuineShare) {
      let genuine = sample.isGenuine ? sample.weight : 0
      if blocks.last?.upTo == sample.distance {
        blocks[blocks.count - 1].genuine += genuine
        blocks[blocks.count - 1].weight += sample.weight
        continue
      }
      pool(&blocks)
      blocks.append(Block(upTo: sample.distance, genuine: genuine, weight: sample.weight))
    }
    pool(&blocks)
    return .isotonic(steps: blocks.map { Step(upTo: $0.upTo, probability: $0.probability) })

    /// Joins the last two blocks as long as the probability would not fall.
    func pool(_ blocks: inout [Block]) {
      while blocks.count > 1,
        blocks[blocks.count - 2].probability <= blocks[blocks.count - 1].probability
      {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].upTo = last.upTo
        blocks[blocks.count - 1].genuine += last.genuine
        blocks[blocks.count - 1].weight += last.weight
      }
    }
  }

  private struct Sample {
    let distance: Double
    let isGenuine: Bool
    let weight: Double
  }

  /// Scores of both kinds by rising distance, misses aside.
  private static func samples(
    of curve: ThresholdCurve, genuineShare: Double
  ) throws(EvaluationError) -> [Sample] {
    let own = curve.genuine.values.prefix(curve.genuine.finiteCount)
    let other = curve.impostor.values.prefix(curve.impostor.finiteCount)
    guard !own.isEmpty, !other.isEmpty else {
      throw .tooFewScores(genuine: own.count, impostor: other.count)
    }
    guard genuineShare > 0, genuineShare < 1 else { throw .shareOutOfRange(genuineShare) }
    let ownWeight = genuineShare / Double(own.count)
    let otherWeight = (1 - genuineShare) / Double(other.count)
    let samples =
      own.map { Sample(distance: $0, isGenuine: true, weight: ownWeight) }
      + other.map { Sample(distance: $0, isGenuine: false, weight: otherWeight) }
    return samples.sorted { $0.distance < $1.distance }
  }
}
