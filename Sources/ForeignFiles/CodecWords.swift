/// What a codec printed while it decoded, sorted into damage and trifles.
struct CodecWords: Equatable {
  /// Lines that mean pixels are missing or wrong.
  var damage: [String] = []
  /// Lines about metadata; the pixels are as stored.
  var trifles: [String] = []

  /// Sorts `lines`. What is not known to be harmless counts as damage.
  init(_ lines: [String]) {
    for line in lines {
      let text = Self.plain(line)
      if text.isEmpty { continue }
      if Self.isTrifle(line) {
        trifles.append(text)
      } else {
        damage.append(text)
      }
    }
  }

  /// The first lines of damage, in one.
  var summary: String { damage.prefix(2).joined(separator: "; ") }

  /// libpng warns about colour profiles and text; libjpeg about its own version number.
  private static func isTrifle(_ line: String) -> Bool {
    let pixelWords = [
      "IDAT", "IEND", "CRC", "image data", "Image data", "Extra compressed", "PLTE",
    ]
    if line.hasPrefix("libpng warning:") { return !pixelWords.contains { line.contains($0) } }
    return line.hasPrefix("Warning: unknown JFIF revision")
  }

  /// The line without the library's name, and without OpenCV's own frame around it.
  private static func plain(_ line: String) -> String {
    for prefix in ["libpng error: ", "libpng warning: ", "Warning: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    if line.hasPrefix("imdecode_(") || line.hasPrefix("[") {
      // "imdecode_(''): can't read data: OpenCV(4.6.0) file:line: error: (-2:Kind) reason in function 'f'"
      guard let kind = line.firstRange(of: "error: ("),
        let end = line[kind.upperBound...].firstIndex(of: ")")
      else { return "" }
      let reason = line[line.index(after: end)...]
      guard let function = reason.firstRange(of: " in function") else { return trimmed(reason) }
      return trimmed(reason[..<function.lowerBound])
    }
    return line
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
