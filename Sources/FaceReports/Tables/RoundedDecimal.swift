/// A finite number as decimal digits, rounded the way people expect.
///
/// Starts from the shortest digits that read back as the same double, so 2.675 with two decimals is
/// 2.68 (C's `printf` sees 2.67499… and prints 2.67). No locale takes part.
struct RoundedDecimal: Equatable {
  private var isNegative: Bool
  /// 0 … 9 each, most significant first, no leading zeros; empty for zero.
  private var digits: [UInt8]
  /// The value is 0.d₁d₂d₃… × 10^point.
  private var point: Int

  /// The digits of `value`; nil when it is infinite or not a number.
  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    isNegative = value < 0
    digits = []
    point = 0
    var exponent = 0
    var beforePoint = true
    let parts = value.magnitude.description.split(separator: "e")
    if parts.count == 2 { exponent = Int(parts[1]) ?? 0 }
    for byte in parts[0].utf8 {
      guard byte != UInt8(ascii: ".") else {
        beforePoint = false
        continue
      }
      if beforePoint { point += 1 }
      digits.append(byte - UInt8(ascii: "0"))
    }
    point += exponent
    let leading = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leading)
    point -= leading
    trim()
  }

  /// The number times 10^`power`, exactly.
  func shifted(by power: Int) -> RoundedDecimal {
    var moved = self
    if !digits.isEmpty { moved.point += power }
    return moved
  }

  /// Text with exactly `decimals` digits after the point; minus zero is zero.
  func fixed(decimals: Int) -> String {
    var rounded = self
    rounded.keep(point + decimals)
    return rounded.plain(decimals: decimals)
  }

  /// Text with `decimals` digits after the point, with more where so few would show 0 for a number
  /// that is not 0; what is smaller by another six digits is left to rounding.
  func told(decimals: Int) -> String {
    var rounded = self
    rounded.keep(point + decimals)
    // The first digit that is not 0 is `1 - point` digits behind the point.
    let needed = 1 - point
    guard rounded.digits.isEmpty, !digits.isEmpty, needed <= decimals + 6 else {
      return fixed(decimals: decimals)
    }
    return fixed(decimals: needed)
  }

  /// A share with `decimals` digits after the point: as ``told(decimals:)``, and no share short of 1 is
  /// shown as 1. In per cent with `power` 2.
  func share(decimals: Int, power: Int = 0) -> String {
    let moved = shifted(by: power)
    // What is short of 1 stands behind the nines of 0.999…
    let nines = point == 0 ? digits.prefix { $0 == 9 }.count : 0
    let needed = min(nines + 1, digits.count) - power
    let isHidden = nines > 0 && moved.fixed(decimals: decimals).hasPrefix(power == 2 ? "100" : "1")
    guard isHidden, needed <= decimals + 6 else { return moved.told(decimals: decimals) }
    return moved.fixed(decimals: needed)
  }

  /// Text with at most `count` significant digits and no trailing zeros; very large and very small
  /// numbers in powers of ten.
  func significant(_ count: Int) -> String {
    var rounded = self
    rounded.keep(count)
    rounded.trim()
    if rounded.digits.isEmpty { return "0" }
    if rounded.point > -4 && rounded.point <= max(count, 15) {
      return rounded.plain(decimals: max(0, rounded.digits.count - rounded.point))
    }
    var mantissa = String(rounded.digits[0])
    if rounded.digits.count > 1 {
      mantissa += "." + rounded.digits.dropFirst().map(String.init).joined()
    }
    return (isNegative ? "-" : "") + mantissa + "e" + String(rounded.point - 1)
  }

  /// Rounds half away from zero to the first `count` digits.
  private mutating func keep(_ count: Int) {
    guard count < digits.count else { return }
    guard count >= 0 else {
      digits = []
      return
    }
    let up = digits[count] >= 5
    digits.removeSubrange(count...)
    guard up else { return }
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    point += 1
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { point = 0 }
  }

  private func plain(decimals: Int) -> String {
    func digit(at position: Int) -> Character {
      digits.indices.contains(position) ? Character(String(digits[position])) : "0"
    }
    var text = isNegative && digits.contains { $0 != 0 } ? "-" : ""
    if point <= 0 || digits.isEmpty {
      text += "0"
    } else {
      for position in 0..<point { text.append(digit(at: position)) }
    }
    if decimals > 0 {
      text += "."
      let start = digits.isEmpty ? 0 : point
      for position in start..<start + decimals { text.append(digit(at: position)) }
    }
    return text
  }
}
