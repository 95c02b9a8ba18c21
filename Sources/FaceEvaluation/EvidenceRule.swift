import Glibc

/// What a number of trials can and cannot tell about a rate.
package enum EvidenceRule {
  /// Rule of 3: with no error in `trials`, the rate is under this with 95 % confidence.
  ///
  /// - Note: Hanley and Lippman-Hand, JAMA 249(13), 1983.
  package static func upperBound(noErrorIn trials: Int) -> Double {
    trials > 0 ? min(1, 3 / Double(trials)) : 1
  }

  /// Rule of 30: errors needed before a rate is known to ±30 % with 90 % confidence.
  ///
  /// - Note: Doddington et al., Speech Communication 31(2), 2000.
  package static let errorsNeeded = 30

  /// A sentence when `rate` of `trials` is fewer errors than the rule of 30 asks for; nil when the
  /// data supports the rate.
  ///
  /// - Parameter name: what a trial is, in the plural: "strangers", "impostor scores".
  package static func warning(rate: Double, trials: Int, of name: String) -> String? {
    let errors = rate * Double(trials)
    guard errors < Double(errorsNeeded) else { return nil }
    let share = percent(rate)
    if errors == 0 {
      return "no error in \(trials) \(name): the rate is at most "
        + "\(percent(upperBound(noErrorIn: trials))) (rule of 3)"
    }
    let count = errors < 1 ? "less than one" : tenths(errors)
    return "\(share) of \(trials) \(name) is \(count): the data cannot tell "
      + "\(percent(rate / 2)) from \(percent(min(1, rate * 2))) (rule of 30)"
  }

  /// A rate as it was counted.
  package struct Count: Equatable, Sendable {
    /// What it is called: "FPIR".
    package let rate: String
    package let errors: Int
    package let trials: Int

    package init(_ rate: String, errors: Int, of trials: Int) {
      self.rate = rate
      self.errors = errors
      self.trials = trials
    }
  }

  /// What so few errors cannot tell: a sentence about rates without any, one about rates with fewer
  /// than the rule of 30 asks for; none about rates without trials or with enough errors.
  package static func findings(_ counts: [Count]) -> [String] {
    let measured = counts.filter { $0.trials > 0 }
    let none = measured.filter { $0.errors == 0 }.map {
      "\($0.rate) at most \(percent(upperBound(noErrorIn: $0.trials)))"
    }
    let few = measured.filter { $0.errors > 0 && $0.errors < errorsNeeded }.map {
      "\($0.rate) \($0.errors)/\($0.trials)"
    }
    var sentences: [String] = []
    if !none.isEmpty {
      sentences.append("No error at all: \(none.joined(separator: ", ")) (rule of 3).")
    }
    if !few.isEmpty {
      sentences.append(
        "Fewer than \(errorsNeeded) errors, so not known to within 30 %: "
          + "\(few.joined(separator: ", ")) (rule of 30).")
    }
    return sentences
  }

  /// `number` to a tenth, without a decimal where it is whole.
  private static func tenths(_ number: Double) -> String {
    var text = ((number * 10).rounded() / 10).description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
  }

  /// `share` in per cent with two significant digits.
  private static func percent(_ share: Double) -> String {
    let value = share * 100
    guard value > 0 else { return "0 %" }
    let decimals = max(0, 1 - Int(log10(value).rounded(.down)))
    let scale = pow(10, Double(decimals))
    var text = ((value * scale).rounded() / scale).description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text + " %"
  }
}
