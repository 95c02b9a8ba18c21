/// Reads numbers that people type; every number of the command language passes through here.
///
/// Nothing depends on the locale. Hexadecimal, `inf`, `nan`, blanks and trailing text are refused.
package enum NumberText {
  /// The finite number that `text` spells in full, or nil.
  package static func number(_ text: String) -> Double? {
    guard isDecimal(text.utf8), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The whole number that `text` spells in full, or nil; `1e3` and `2.0` are not whole numbers.
  package static func integer(_ text: String) -> Int? {
    var digits = text.utf8[...]
    if let first = digits.first, first == plus || first == minus { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// Whether a word that begins with a minus is a value and not an option: `-60:60:15`, `-.5`.
  package static func looksNegative(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(3))
    guard bytes.count >= 2, bytes[0] == minus else { return false }
    return isDigit(bytes[1]) || (bytes[1] == point && bytes.count == 3 && isDigit(bytes[2]))
  }

  /// The shortest text that reads back as `value`, whole numbers without `.0`.
  package static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
    return value.description
  }

  private static let plus = UInt8(ascii: "+")
  private static let minus = UInt8(ascii: "-")
  private static let point = UInt8(ascii: ".")

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// `[+-] digits [. digits] [e [+-] digits]`, at least one digit before the exponent.
  private static func isDecimal(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if let first = rest.first, first == plus || first == minus { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var digits = whole.count
    if rest.first == point {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: isDigit)
      rest = rest.dropFirst(fraction.count)
      digits += fraction.count
    }
    guard digits > 0 else { return false }
    guard let letter = rest.first else { return true }
    guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if let sign = rest.first, sign == plus || sign == minus { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }
}
