/// Numbers in files, read without regard to the locale.
enum DecimalText {
  /// The finite decimal number that `text` spells in full, spaces around it aside; else nil.
  static func number(_ text: String) -> Double? {
    let trimmed = text.utf8.drop { $0 == 0x20 }
    let end =
      trimmed.lastIndex { $0 != 0x20 }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
    let word = trimmed[..<end]
    // No hexadecimal digits, no "inf", no "nan".
    guard !word.isEmpty, word.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let value = Double(String(decoding: word, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }
}
