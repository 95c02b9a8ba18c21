/// How many terminal columns text takes, independent of the locale of the process.
///
/// A letter with its combining marks counts once; East Asian wide letters and emoji count twice
/// (Unicode Standard Annex 11, classes W and F).
package enum DisplayWidth {
  /// Columns that `text` takes on one line.
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Columns that one letter with its marks takes: 0, 1 or 2.
  static func width(of character: Character) -> Int {
    if character.isASCII { return 1 }
    var widest = 0
    for scalar in character.unicodeScalars {
      // Variation selector 16 asks for the picture form, which is wide.
      if scalar.value == 0xFE0F && widest > 0 { return 2 }
      widest = max(widest, width(of: scalar))
    }
    return widest
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default: break
    }
    // Vowels and final consonants of Hangul join the syllable before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1F1E6...0x1F1FF, 0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// Text that is safe to put on a terminal.
package enum VisibleText {
  /// `text` with control characters, line breaks and direction overrides written as escapes, so that
  /// a name taken from a file can neither move the cursor nor break a table.
  package static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars {
      guard needsEscape(scalar) else {
        visible.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "\n": visible += "\\n"
      case "\r": visible += "\\r"
      case "\t": visible += "\\t"
      default: visible += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return visible
  }

  /// As ``of(_:)``, line by line: for text of ours that breaks its lines itself and may hold names.
  package static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 != "\n" && needsEscape($0) }) else {
      return text
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { of(String($0)) }.joined(separator: "\n")
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
