import DurableFiles
import FaceImages
import FaceVocabulary

/// Looks through folders for pictures.
enum FolderScan {
  /// One folder per person: the folder's name is the person's.
  static func folders(at root: String) throws -> ImportScan {
    var scan = ImportScan(layout: "folders")
    for person in try entries(of: root) {
      if CompanionFile.isQuiet(person.name) {
        scan.passedOver.append(person.name)
      } else if person.kind == .folder {
        for file in try FolderEntries.read(root + "/" + person.name) {
          let origin = person.name + "/" + file.name
          if CompanionFile.isQuiet(file.name) {
            scan.passedOver.append(origin)
          } else if file.kind == .folder {
            scan.skipped.append(
              SkippedFile(
                path: root + "/" + origin, reason: "a folder inside a person's folder",
                kind: "folder"))
          } else {
            var entry = ImportEntry(
              path: root + "/" + origin, origin: origin, subject: SubjectID(person.name))
            entry.index = lfwIndex(of: file.name, person: person.name)
            scan.entries.append(entry)
          }
        }
      } else {
        scan.skipped.append(
          SkippedFile(
            path: root + "/" + person.name, reason: "lies outside the persons' folders",
            kind: "outside_layout"))
      }
    }
    return scan
  }

  /// The number in LFW's `NAME/NAME_0001.jpg`.
  private static func lfwIndex(of file: String, person: String) -> Int? {
    let stem = PictureSuffix.removed(from: file)
    guard stem.hasPrefix(person + "_") else { return nil }
    return Int(stem.dropFirst(person.count + 1))
  }

  /// Files whose path below `root` matches `pattern`.
  static func pattern(_ pattern: PathPattern, at root: String) throws -> ImportScan {
    var scan = ImportScan(layout: "pattern \(pattern.text)")
    for file in try files(below: root, passedOver: &scan.passedOver) {
      guard let fields = pattern.match(file) else {
        scan.skipped.append(
          SkippedFile(
            path: root + "/" + file, reason: "its name does not match \(pattern.text)",
            kind: "no_match"))
        continue
      }
      switch entry(for: file, at: root, fields: fields) {
      case .success(let entry): scan.entries.append(entry)
      case .failure(let fault): scan.skipped.append(fault.skipped)
      }
    }
    return scan
  }

  private struct FieldFault: Error { let skipped: SkippedFile }

  private static func entry(
    for file: String, at root: String, fields: [String: String]
  ) -> Result<ImportEntry, FieldFault> {
    var entry = ImportEntry(path: root + "/" + file, origin: file, subject: "")
    func fault(_ name: String, _ value: String) -> Result<ImportEntry, FieldFault> {
      .failure(
        FieldFault(
          skipped: SkippedFile(
            path: root + "/" + file,
            reason: name.hasSuffix("_deg")
              ? "'\(value)' is no angle from -180 to 180 for {\(name)}"
              : "'\(value)' is no number for {\(name)}",
            kind: "bad_field")))
    }
    for (name, value) in fields {
      switch name {
      case "subject": entry.subject = SubjectID(value)
      case "index":
        guard let index = Int(value), (0...1_000_000_000).contains(index) else {
          return fault(name, value)
        }
        entry.index = index
      case "session": entry.session = value
      case "condition": entry.condition = PictureSuffix.removed(from: value)
      case "yaw_deg":
        guard let angle = angle(value) else { return fault(name, value) }
        entry.yawDegrees = angle
      case "pitch_deg":
        guard let angle = angle(value) else { return fault(name, value) }
        entry.pitchDegrees = angle
      default: entry.tags[name] = value
      }
    }
    return .success(entry)
  }

  private static func angle(_ text: String) -> Double? {
    guard let value = Double(text), AngleRange.holds(value) else { return nil }
    // -0 would be printed as such.
    return value == 0 ? 0 : value
  }

  /// Paths of all files below `root`, folder by folder, in natural order.
  static func files(below root: String, passedOver: inout [String]) throws -> [String] {
    var found: [String] = []
    var open: [(path: String, depth: Int)] = [("", 0)]
    while let (folder, depth) = open.popLast() {
      var deeper: [(path: String, depth: Int)] = []
      for entry in try entries(of: folder.isEmpty ? root : root + "/" + folder) {
        let path = folder.isEmpty ? entry.name : folder + "/" + entry.name
        if CompanionFile.isQuiet(entry.name) {
          passedOver.append(path)
        } else if entry.kind == .folder {
          // A link may lead in a circle.
          if depth < 16 { deeper.append((path, depth + 1)) }
        } else {
          found.append(path)
        }
      }
      open += deeper.reversed()
    }
    return found
  }

  /// Refuses a folder where no file, however deep, is a picture by its content or called one;
  /// whatever else `root` is passes.
  ///
  /// - Throws: ``ImportError/noPictures(path:files:)``.
  static func requirePictures(below root: String) throws {
    guard FolderEntries.kind(of: root) == .folder else { return }
    var quiet: [String] = []
    let found = try files(below: root, passedOver: &quiet)
    // One that only its name calls a picture is damaged, and the reason for that says more.
    let holdsPicture = found.contains { file in
      if PictureSuffix.isPresent(in: file) { return true }
      let start = try? FileBytes.prefix(root + "/" + file, count: ContentSniffer.bytesNeeded)
      if case .picture = ContentSniffer.content(of: start ?? []) { return true }
      return false
    }
    guard holdsPicture else {
      throw ImportError.noPictures(path: root, files: Array((found + quiet).prefix(3)))
    }
  }

  private static func entries(of root: String) throws -> [FolderEntry] {
    switch FolderEntries.kind(of: root) {
    case nil: throw ImportError.missing(path: root)
    case .folder: return try FolderEntries.read(root)
    default: throw ImportError.wrongKind(path: root, needed: "a folder")
    }
  }
}
