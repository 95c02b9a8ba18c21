package import FaceVocabulary

/// Tells from a file's first bytes what it is; the suffix is never asked.
package enum ContentSniffer {
  /// What a file turned out to be.
  package enum Content: Equatable, Sendable {
    case picture(ImageFormat)
    /// Something else, in words that follow "is": "a PDF document".
    case other(String)
    case unknown
  }

  /// Bytes that ``content(of:)`` wants to see, or all if there are fewer.
  package static let bytesNeeded = 512

  package static func content(of start: [UInt8]) -> Content {
    if let format = format(of: start) { return .picture(format) }
    if let words = others.first(where: { has($0.mark, at: $0.offset, in: start) })?.words {
      return .other(words)
    }
    if has("ftyp", at: 4, in: start) { return .other(container(of: start)) }
    if has("RIFF", at: 0, in: start) {
      return .other(has("AVI ", at: 8, in: start) ? "an AVI video" : "a RIFF file of another kind")
    }
    return textual(start)
  }

  private static func format(of start: [UInt8]) -> ImageFormat? {
    if start.starts(with: [0xff, 0xd8]) && (start.count == 2 || start[2] == 0xff) { return .jpeg }
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // A file cut off inside its signature is still told apart by the first four bytes.
    if start.starts(with: png) || (start.count >= 4 && start.count < 8 && png.starts(with: start)) {
      return .png
    }
    if start.count >= 3, start[0] == UInt8(ascii: "P"), (0x31...0x36).contains(start[1]),
      isSpace(start[2]) || start[2] == UInt8(ascii: "#")
    {
      return .netpbm
    }
    if has("GIF87a", at: 0, in: start) || has("GIF89a", at: 0, in: start) { return .gif }
    if has("RIFF", at: 0, in: start) && has("WEBP", at: 8, in: start) { return .webp }
    for mark: [UInt8] in [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0]]
    where start.starts(with: mark) {
      return .tiff
    }
    if has("BM", at: 0, in: start),
      start.count < 18 || [12, 40, 52, 56, 64, 108, 124].contains(start[14])
    {
      return start.count < 18 || start[15...17].allSatisfy { $0 == 0 } ? .bmp : nil
    }
    return nil
  }

  private static let others: [(mark: String, offset: Int, words: String)] = [
    ("version https://git-lfs", 0, "a Git LFS pointer (the picture itself was not fetched)"),
    ("%PDF-", 0, "a PDF document"), ("%!PS", 0, "a PostScript document"),
    ("PK\u{3}\u{4}", 0, "a ZIP archive"), ("8BPS", 0, "a Photoshop document"),
    ("SQLite format 3", 0, "an SQLite database"), ("#?RADIANCE", 0, "a Radiance picture"),
    ("P7\n", 0, "a PAM picture"), ("Pf\n", 0, "a floating-point PFM picture"),
    ("PF\n", 0, "a floating-point PFM picture"), ("\u{7f}ELF", 0, "a program"),
    ("HDF\r\n\u{1a}\n", 1, "an HDF5 file"), ("jP  ", 4, "a JPEG 2000 picture"),
    ("v/1\u{1}", 0, "an OpenEXR picture"), ("NITF", 0, "a NITF picture"),
    ("DICM", 128, "a DICOM picture"), ("#!", 0, "a script"), ("%YAML", 0, "a YAML file"),
    ("\u{0}\u{0}\u{1}\u{0}", 0, "an icon file"), ("ustar", 257, "a tar archive"),
    ("OggS", 0, "an Ogg file"), ("Rar!", 0, "a RAR archive"), ("7z", 0, "a 7z archive"),
  ]

  /// ISO media files: HEIC and AVIF pictures, and videos.
  private static func container(of start: [UInt8]) -> String {
    let brand = String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1": return "a HEIC picture"
    case "avif", "avis": return "an AVIF picture"
    case "qt  ": return "a QuickTime video"
    default: return "an MP4 video"
    }
  }

  private static func textual(_ start: [UInt8]) -> Content {
    if start.starts(with: [0x1f, 0x8b]) { return .other("gzip-compressed") }
    if start.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return .other("a Matroska or WebM video") }
    if start.starts(with: [0xff, 0x4f, 0xff, 0x51]) { return .other("a JPEG 2000 picture") }
    var text = start[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    text = text.drop(while: isSpace)
    let lower = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") || lower.hasPrefix("<head") {
      return .other("an HTML page")
    }
    if lower.hasPrefix("<svg") { return .other("an SVG drawing") }
    if lower.hasPrefix("<?xml") { return .other("an XML file") }
    return isText(start) ? .other("a text file") : .unknown
  }

  /// Whether `start` is UTF-8 without control characters; its last character may be cut off.
  private static func isText(_ start: [UInt8]) -> Bool {
    guard !start.isEmpty, start.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || isSpace($0) }) else {
      return false
    }
    return (0...min(3, start.count - 1)).contains {
      String(validating: start.dropLast($0), as: UTF8.self) != nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private static func has(_ mark: String, at offset: Int, in start: [UInt8]) -> Bool {
    start.dropFirst(offset).starts(with: mark.utf8)
  }
}
