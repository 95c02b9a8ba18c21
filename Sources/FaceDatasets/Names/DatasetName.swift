/// The rules for names of datasets, which are also names of folders.
enum DatasetName {
  /// Most bytes a name may have.
  static let limit = 100

  /// Throws unless `name` is safe as a folder's name and as a word of a command.
  ///
  /// Letters and digits of any script, and `.`, `_`, `-`, `+` inside; nothing that could be taken
  /// for a path, an option, a list or a hidden file.
  static func check(_ name: String) throws(DatasetError) {
    guard !name.isEmpty else { throw .badName(name, reason: "it is empty") }
    guard name.utf8.count <= limit else {
      throw .badName(name, reason: "it has \(name.utf8.count) bytes, more than \(limit)")
    }
    guard let first = name.unicodeScalars.first, isWordPart(first) else {
      throw .badName(name, reason: "it must begin with a letter or a digit")
    }
    let odd = name.unicodeScalars.first { !isWordPart($0) && !"._-+".unicodeScalars.contains($0) }
    if let odd {
      let shown = odd.properties.isWhitespace || odd.value < 32 ? "a blank" : "'\(odd)'"
      throw .badName(name, reason: "\(shown) may not stand in it")
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
