import FaceVocabulary

/// Turns a file of boxes into pictures to import.
enum TruthScan {
  /// Whom scenes are filed under when nobody is named.
  static let scene: SubjectID = "scene"

  /// The pictures that the truth file at `path` names, all filed under `subject`.
  ///
  /// The only head of a picture lends the face its box, points and angles.
  static func scan(_ path: String, subject: SubjectID) throws -> ImportScan {
    switch FolderEntries.kind(of: path) {
    case nil: throw ImportError.missing(path: path)
    case .folder: throw ImportError.wrongKind(path: path, needed: "a file of boxes")
    default: break
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    var scan = ImportScan(layout: "boxes")
    scan.entries = try TruthFile.read(path).map { picture in
      let full = picture.path.hasPrefix("/") ? picture.path : folder + "/" + picture.path
      var entry = ImportEntry(path: full, origin: picture.path, subject: subject)
      entry.heads = picture.heads
      if picture.heads.count == 1 {
        entry.yawDegrees = picture.heads[0].yawDegrees
        entry.pitchDegrees = picture.heads[0].pitchDegrees
      }
      return entry
    }
    return scan
  }
}
