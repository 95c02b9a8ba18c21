/// The order in which people expect numbered names: runs of digits count as numbers.
enum NaturalOrder {
  /// Whether `left` comes before `right`; `2.pgm` before `10.pgm`. Equal numbers: by bytes.
  static func precedes(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { one in right.withUTF8 { precedes(one, $0) } }
  }

  private static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      if isDigit(a), isDigit(b) {
        let one = takeNumber(left, &i)
        let other = takeNumber(right, &j)
        if one.count != other.count { return one.count < other.count }
        for (a, b) in zip(one, other) where left[a] != right[b] { return left[a] < right[b] }
      } else if a != b {
        return a < b
      } else {
        i += 1
        j += 1
      }
    }
    if (i == left.count) != (j == right.count) { return i == left.count }
    return left.lexicographicallyPrecedes(right)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// The places of the digits from `position`, which goes past them, without leading zeros.
  private static func takeNumber(
    _ text: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> Range<Int> {
    var first = position
    while position < text.count, isDigit(text[position]) { position += 1 }
    while first < position, text[first] == 48 { first += 1 }
    return first..<position
  }
}
