import Glibc

/// Finds the files that patterns such as `*.jpg` fit.
enum FilePatterns {
  /// The paths that `pattern` fits, sorted by bytes; where it fits none, the file whose name it is.
  ///
  /// As glob(3) says: `*`, `?` and `[…]` fit no slash and no leading dot. Letters are those of UTF-8,
  /// whatever the locale.
  static func paths(_ pattern: String) -> [String] {
    let letters = newlocale((1 << LC_CTYPE) | (1 << LC_COLLATE), "C.UTF-8", nil)
    let before = letters.map { uselocale($0) }
    defer {
      if let before { uselocale(before) }
      if let letters { freelocale(letters) }
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_NOSORT, nil, &found) == 0 else {
      let name = plain(pattern)
      return access(name, F_OK) == 0 ? [name] : []
    }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// `pattern` with the backslashes taken away.
  private static func plain(_ pattern: String) -> String {
    var isEscaped = false
    return pattern.reduce(into: "") { name, character in
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
  }
}
