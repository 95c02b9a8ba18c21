extension Domain where Value == Int {
  /// A whole number within `range`.
  package static func integer(
    _ range: ClosedRange<Int> = 0...Int.max, placeholder: String = "N"
  ) -> Domain {
    let description = "whole number \(range.spelled)"
    return Domain(
      placeholder: placeholder, description: description,
      badSamples: ["", "x", "1.5", "2x", "0x10", "99999999999999999999"]
        + (range.lowerBound > Int.min ? [String(range.lowerBound - 1)] : [])
        + (range.upperBound < Int.max ? [String(range.upperBound + 1)] : []),
      spell: { String($0) }
    ) { text throws(DomainError) in
      guard let value = NumberText.integer(text), range.contains(value) else {
        throw DomainError("is no \(description)")
      }
      return value
    }
  }
}

extension Domain where Value == Double {
  /// A finite number within `range`; `excludingLowest` leaves its lower end out.
  package static func number(
    _ range: ClosedRange<Double>, excludingLowest: Bool = false, placeholder: String = "F"
  ) -> Domain {
    let low = NumberText.text(range.lowerBound)
    let high = NumberText.text(range.upperBound)
    let words =
      switch (range.lowerBound == -Double.infinity, range.upperBound == Double.infinity) {
      case (true, true): "number"
      case (false, true): "number \(excludingLowest ? "above" : "from") \(low)"
      case (true, false): "number up to \(high)"
      case (false, false): "number \(excludingLowest ? "above" : "from") \(low) to \(high)"
      }
    return Domain(
      placeholder: placeholder, description: words,
      badSamples: ["", "x", "nan", "inf", "1,5", "0.5x", "1e999"]
        + (range.lowerBound.isFinite ? [NumberText.text(range.lowerBound - 1)] : [])
        + (range.upperBound.isFinite ? [NumberText.text(range.upperBound + 1)] : []),
      spell: { NumberText.text($0) }
    ) { text throws(DomainError) in
      guard let value = NumberText.number(text), range.contains(value),
        !(excludingLowest && value == range.lowerBound)
      else { throw DomainError("is no \(words)") }
      return value
    }
  }

  /// Any finite number.
  package static func number(placeholder: String = "F") -> Domain {
    .number(-Double.infinity...Double.infinity, placeholder: placeholder)
  }

  /// A number of at least `lowest`.
  package static func number(atLeast lowest: Double, placeholder: String = "F") -> Domain {
    .number(lowest...Double.infinity, placeholder: placeholder)
  }

  /// A share: 0 … 1.
  package static func share(placeholder: String = "F") -> Domain {
    .number(0...1, placeholder: placeholder)
  }
}

extension ClosedRange<Int> {
  /// "from 1 to 10", "from 1", or nothing where both ends are open.
  fileprivate var spelled: String {
    switch (lowerBound == Int.min, upperBound == Int.max) {
    case (true, true): "of any size"
    case (false, true): "from \(lowerBound)"
    case (true, false): "up to \(upperBound)"
    case (false, false): "from \(lowerBound) to \(upperBound)"
    }
  }
}
