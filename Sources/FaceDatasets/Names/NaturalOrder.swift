/// The order in which people expect numbered names: runs of digits count as numbers.
enum NaturalOrder {
  /// Whether `left` comes before `right`; `2.pgm` before `10.pgm`. Equal numbers: by bytes.
  static func precedes(_ left: String, _ right: String) -> Bool {
    var one = Array(left.utf8)[...]
    var other = Array(right.utf8)[...]
    while let a = one.first, let b = other.first {
      if isDigit(a), isDigit(b) {
        let numberA = takeNumber(&one)
        let numberB = takeNumber(&other)
        if numberA.count != numberB.count { return numberA.count < numberB.count }
        if !numberA.elementsEqual(numberB) {
          return numberA.lexicographicallyPrecedes(numberB)
        }
      } else if a != b {
        return a < b
      } else {
        one.removeFirst()
        other.removeFirst()
      }
    }
    if one.isEmpty != other.isEmpty { return one.isEmpty }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// Takes the leading digits off `text`, without leading zeros.
  private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 48 }
  }
}
