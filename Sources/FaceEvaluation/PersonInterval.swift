/// Where a number lies with 95 % confidence, people taken as independent of each other.
package struct PersonInterval: Hashable, Sendable {
  package let low: Double
  package let high: Double
  /// Whether the data is too thin for even this interval to hold.
  package let isWeak: Bool

  package init(low: Double, high: Double, isWeak: Bool) {
    self.low = low
    self.high = high
    self.isWeak = isWeak
  }

  package init(_ interval: ProportionInterval) {
    self.init(low: interval.low, high: interval.high, isWeak: interval.isWeak)
  }
}
