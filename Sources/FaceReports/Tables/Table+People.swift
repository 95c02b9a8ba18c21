extension Table {
  /// The cell at `row`, `column` as people read it: rounded by the column's display, `-` for null.
  package func displayed(_ row: Int, _ column: Int) -> String {
    Table.displayed(value(row, column), as: columns[column].display)
  }

  /// `value` as people read it: rounded by `display`, `-` for null and for numbers that are none.
  package static func displayed(_ value: Value, as display: Display) -> String {
    switch value {
    case .null: return "-"
    case .text(let text): return text
    case .boolean(let flag): return flag ? "yes" : "no"
    case .integer(let integer):
      if case .percent = display { return displayed(.number(Double(integer)), as: display) }
      return String(integer)
    case .number(let number):
      guard let decimal = RoundedDecimal(number) else { return "-" }
      switch display {
      case .plain: return decimal.significant(6)
      case .decimals(let count): return decimal.told(decimals: count)
      case .percent(let count): return decimal.share(decimals: count, power: 2) + " %"
      case .share(let count): return decimal.share(decimals: count)
      case .pValue(let count): return pValue(number, decimal, decimals: count)
      }
    case .list(let values):
      return values.map { displayed($0, as: display) }.joined(separator: ", ")
    case .object(let fields):
      return fields.map { $0.key + "=" + displayed($0.value, as: .plain) }.joined(separator: " ")
    }
  }

  /// A p-value behind its name in a sentence, such as `p = 0.0312` or `p < 0.0001`.
  package static func sentence(pValue: Double, decimals: Int = 4) -> String {
    let shown = displayed(.number(pValue), as: .pValue(decimals))
    return shown.hasPrefix("<") ? "p \(shown)" : "p = \(shown)"
  }

  private static func pValue(
    _ number: Double, _ decimal: RoundedDecimal, decimals: Int
  ) -> String {
    let least = "0." + String(repeating: "0", count: max(0, decimals - 1)) + "1"
    guard let bound = Double(least), (0..<bound).contains(number) else {
      return decimal.fixed(decimals: decimals)
    }
    return "< " + least
  }

  /// Whether a column is set flush right: it holds numbers, or stands for numbers masked away.
  func isNumeric(_ column: Int) -> Bool {
    if columns[column].isTiming { return true }
    var sawNumber = false
    for row in rows.indices {
      switch value(row, column) {
      case .integer, .number: sawNumber = true
      case .null: break
      case .text, .boolean, .list, .object: return false
      }
    }
    return sawNumber
  }
}

extension Table.Value {
  /// A number, or null where it was not measured.
  package static func measured(_ number: Double?) -> Table.Value {
    number.map { .number($0) } ?? .null
  }

  /// A whole number, or null where it was not measured.
  package static func measured(_ number: Int?) -> Table.Value {
    number.map { .integer($0) } ?? .null
  }

  /// A text, or null where there is none.
  package static func optional(_ text: String?) -> Table.Value { text.map { .text($0) } ?? .null }

  /// Yes or no, or null where nobody can say.
  package static func optional(_ flag: Bool?) -> Table.Value { flag.map { .boolean($0) } ?? .null }

  /// A rate with its interval for people, such as `1.20 % [0.60 – 2.41]`; null without a rate.
  package static func rate(
    _ rate: Double?, from low: Double?, to high: Double?, decimals: Int = 2
  ) -> Table.Value {
    guard let rate else { return .null }
    let text = Table.displayed(.number(rate), as: .percent(decimals))
    guard case .text(let bounds) = interval(from: low, to: high, decimals: decimals) else {
      return .text(text)
    }
    return .text(text + " [" + bounds + "]")
  }

  /// The two ends of an interval of shares in per cent for people, such as `96.1 – 99.2`.
  package static func interval(
    from low: Double?, to high: Double?, decimals: Int = 2
  ) -> Table.Value {
    guard let low = low.flatMap({ RoundedDecimal($0) }),
      let high = high.flatMap({ RoundedDecimal($0) })
    else { return .null }
    return .text(
      low.share(decimals: decimals, power: 2) + " – "
        + high.share(decimals: decimals, power: 2))
  }

  /// The two ends of an interval of numbers that are not told in per cent, such as `3.1042 – 3.7719`.
  package static func numberInterval(
    from low: Double?, to high: Double?, decimals: Int = 4, isShare: Bool = false
  ) -> Table.Value {
    guard let low = low.flatMap({ RoundedDecimal($0) }),
      let high = high.flatMap({ RoundedDecimal($0) })
    else { return .null }
    func words(_ bound: RoundedDecimal) -> String {
      isShare ? bound.share(decimals: decimals) : bound.told(decimals: decimals)
    }
    return .text(words(low) + " – " + words(high))
  }
}
