import FaceImages
import FaceVocabulary

/// Why nothing at all could be imported.
package enum ImportError: Error, Equatable, Sendable {
  case missing(path: String)
  /// The path is not what the layout needs.
  case wrongKind(path: String, needed: String)
  /// No layout fits what is there; `files` are the first few.
  case noLayout(path: String, files: [String])
  /// No file of the folder, nor of those below it, is a picture; `files` are the first few.
  case noPictures(path: String, files: [String])
  case badPattern(String, reason: String)
  /// A row of a list file is wrong.
  case badRow(file: String, row: Int, reason: String)
  case nothingFound(path: String, layout: String, firstReason: String?)
}

extension ImportError: ExplainedError {
  package var message: String {
    switch self {
    case .missing(let path): "there is nothing at \(QuotedName(path))"
    case .wrongKind(let path, let needed): "\(QuotedName(path)) is not \(needed)"
    case .noLayout(let path, let files):
      "cannot tell how \(QuotedName(path)) is laid out: it holds neither a folder for each person "
        + "nor files with known names, but "
        + files.map { "\(QuotedName($0))" }.joined(separator: ", ")
    case .noPictures(let path, let files):
      "\(QuotedName(path)) holds no pictures"
        + (files.isEmpty
          ? ": no file at all"
          : ", but " + files.map { "\(QuotedName($0))" }.joined(separator: ", "))
    case .badPattern(let pattern, let reason): "pattern \(QuotedName(pattern)): \(reason)"
    case .badRow(let file, let row, let reason): "\(QuotedName(file)), row \(row): \(reason)"
    case .nothingFound(let path, let layout, let reason):
      "no picture in \(QuotedName(path)) could be taken with layout \(layout)"
        + (reason.map { "; the first: \($0)" } ?? "")
    }
  }

  package var hint: String? {
    switch self {
    case .missing: "check the spelling of the path"
    case .wrongKind: "choose another --layout: folders, list or pattern"
    case .noLayout:
      "name the parts of the file names, as in --layout pattern --pattern 'subject{subject}.{condition}'"
    case .noPictures: "\(ImageError.readableKinds), told by content and not by suffix"
    case .badPattern:
      "fields are {subject}, {index}, {index:2}, {yaw_deg:signed}; an import needs {subject}, a sweep "
        + "{yaw_deg}"
    case .badRow: "rows are path;label or path;label;name, with , or ; between"
    case .nothingFound: "check --layout and --pattern against the names of the files"
    }
  }

  package var kind: String {
    switch self {
    case .missing: "file_not_found"
    case .wrongKind: "wrong_layout"
    case .noLayout: "unknown_layout"
    case .noPictures: "no_pictures"
    case .badPattern: "bad_pattern"
    case .badRow: "bad_row"
    case .nothingFound: "nothing_found"
    }
  }
}
