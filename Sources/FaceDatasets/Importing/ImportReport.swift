import FaceImages

/// What an import did.
package struct ImportReport: Equatable, Sendable {
  package var imported = 0
  /// Of the imported, those that are exact mirror images of another and are kept as such.
  package var mirrored = 0
  /// Pictures that were in the dataset already.
  package var unchanged = 0
  /// Files that could not be taken, with reasons, in the order of the scan.
  package var skipped: [SkippedFile] = []
  /// Files that are never pictures (README, Thumbs.db): paths below the import.
  package var passedOver: [String] = []
  /// People among the imported and unchanged pictures.
  package var subjects = 0
  /// The layout that was used, as a person would ask for it.
  package var layout = ""
}

/// A file that an import did not take.
package struct SkippedFile: Equatable, Sendable, CustomStringConvertible {
  package var path: String
  /// For a person: lower case, no full stop.
  package var reason: String
  /// A stable word for scripts.
  package var kind: String

  package var description: String { "\(QuotedName(path)): \(reason)" }
}
