import Glibc

/// The standard normal distribution: quantiles for intervals and for the axes of DET curves.
package enum NormalDistribution {
  /// The share of the distribution under `value`.
  package static func share(below value: Double) -> Double { erfc(-value / 2.0.squareRoot()) / 2 }

  /// The value with `share` of the distribution under it (the probit); ∓∞ at 0 and 1.
  ///
  /// Rational approximation by P. J. Acklam (relative error 1.2e-9) and one step of Halley's method,
  /// which leaves rounding errors only.
  package static func quantile(_ share: Double) -> Double {
    guard share > 0 else { return -.infinity }
    guard share < 1 else { return .infinity }
    let tail = 0.02425
    var value: Double
    if share < tail {
      value = inTail((-2 * log(share)).squareRoot())
    } else if share > 1 - tail {
      value = -inTail((-2 * log(1 - share)).squareRoot())
    } else {
      let q = share - 0.5
      let r = q * q
      value = polynomial(centreTop, r) * q / (polynomial(centreBottom, r) * r + 1)
    }
    let error = NormalDistribution.share(below: value) - share
    let step = error * (2 * Double.pi).squareRoot() * exp(value * value / 2)
    value -= step / (1 + value * step / 2)
    return value
  }

  private static func inTail(_ q: Double) -> Double {
    polynomial(tailTop, q) / (polynomial(tailBottom, q) * q + 1)
  }

  private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
    coefficients.reduce(0) { $0 * x + $1 }
  }

  private static let centreTop = [
    -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
    1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00,
  ]
  private static let centreBottom = [
    -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
    6.680131188771972e+01, -1.328068155288572e+01,
  ]
  private static let tailTop = [
    -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
    -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00,
  ]
  private static let tailBottom = [
    7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
    3.754408661907416e+00,
  ]
}
