import FaceVocabulary

/// What an import found before it looked into any picture.
struct ImportScan {
  var entries: [ImportEntry] = []
  var skipped: [SkippedFile] = []
  var passedOver: [String] = []
  /// The layout, as a person would ask for it.
  var layout: String
}

/// One picture to import.
struct ImportEntry: Equatable, Sendable {
  /// Where it is now.
  var path: String
  /// Its path within the import, by which a second import knows it again.
  var origin: String
  var subject: SubjectID
  /// The number the person is to have; nil for the next free one.
  var label: SubjectLabel?
  var index: Int?
  var session: String?
  var yawDegrees: Double?
  var pitchDegrees: Double?
  var condition: String?
  var tags: [String: String] = [:]
  /// Heads that are known to be in the picture.
  var heads: [TruthFace] = []

  init(path: String, origin: String, subject: SubjectID) {
    self.path = path
    self.origin = origin
    self.subject = subject
  }

  /// File name without folder and suffix.
  var stem: String {
    let last = origin.split(separator: "/").last.map(String.init) ?? origin
    return PictureSuffix.removed(from: last)
  }

  /// Whether the file is called as an export calls mirrors.
  var isNamedMirror: Bool { stem.hasSuffix(".mirror") }
}

/// Suffixes that pictures go by; what a file really is, its content tells.
enum PictureSuffix {
  private static let known: Set<String> = [
    "pgm", "ppm", "pnm", "png", "jpg", "jpeg", "bmp", "tif", "tiff", "webp", "gif",
  ]

  /// `name` without such a suffix.
  static func removed(from name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      known.contains(name[name.index(after: dot)...].lowercased())
    else { return name }
    return String(name[..<dot])
  }

  /// Whether `name` ends in such a suffix.
  static func isPresent(in name: String) -> Bool { removed(from: name) != name }
}

/// Files that come with pictures and are none.
enum CompanionFile {
  private static let names: Set<String> = [
    "thumbs.db", "desktop.ini", "source.md", "license", "copying", "list.csv", "__macosx",
  ]

  /// Whether a file called `name` is passed over without a word: README, Thumbs.db, hidden files.
  static func isQuiet(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasPrefix(".") || lower.hasPrefix("readme") || lower.hasPrefix("license")
      || names.contains(lower)
  }
}
