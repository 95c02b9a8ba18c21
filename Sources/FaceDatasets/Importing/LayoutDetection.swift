import DurableFiles

/// Finds out how pictures are laid out when nobody said.
enum LayoutDetection {
  /// Looks at `path`: a file is a list of faces or of boxes; then names that say more than a folder per person would
  /// (light, angles, conditions); then a folder per person.
  static func scan(_ path: String) throws -> ImportScan {
    switch FolderEntries.kind(of: path) {
    case nil: throw ImportError.missing(path: path)
    case .folder: break
    default: return try scan(file: path)
    }
    var quiet: [String] = []
    let files = try FolderScan.files(below: path, passedOver: &quiet)
    for text in PathPattern.known {
      let pattern = try PathPattern(text)
      guard saysMoreThanFolders(pattern) else { continue }
      // A few strays (a calibration file, a note) do not speak against a set.
      let matches = files.count { pattern.match($0) != nil }
      if matches > 0, matches * 10 >= files.count * 9 {
        return try FolderScan.pattern(pattern, at: path)
      }
    }
    let scan = try FolderScan.folders(at: path)
    guard !scan.entries.isEmpty else {
      try FolderScan.requirePictures(below: path)
      throw ImportError.noLayout(path: path, files: Array(files.prefix(3)))
    }
    return scan
  }

  /// A file of boxes, or a list of faces: told by how it begins.
  private static func scan(file path: String) throws -> ImportScan {
    let start = (try? FileBytes.prefix(path, count: 65_536)) ?? []
    guard TruthFile.kind(of: start) != nil else { return try ListFile.scan(path) }
    return try TruthScan.scan(path, subject: TruthScan.scene)
  }

  private static func saysMoreThanFolders(_ pattern: PathPattern) -> Bool {
    pattern.parts.contains { part in
      if case .field(let name, _) = part { name != "subject" && name != "index" } else { false }
    }
  }
}
