package import CooperativeWork

/// How the pictures to import are laid out.
package enum ImportLayout: Equatable, Sendable {
  /// Found out from the path: list file, known name pattern, folder per person.
  case auto
  /// One folder per person.
  case folders
  /// A file of `path;label[;name]` rows.
  case list
  /// File names with named fields, such as `s{subject}/{index}.pgm`.
  case pattern(String)
}

/// What an import did.
package struct ImportReport: Equatable, Sendable {
  package var imported = 0
  /// Pictures that were in the dataset already.
  package var unchanged = 0
  /// Files that could not be taken, with reasons, in the order of the scan.
  package var skipped: [SkippedFile] = []
  /// Files that are never pictures (README, Thumbs.db), names only.
  package var passedOver: [String] = []
  /// People among the imported and unchanged pictures.
  package var subjects = 0
  /// The layout that was used, as a person would ask for it.
  package var layout = ""
}

/// A file that an import did not take.
package struct SkippedFile: Equatable, Sendable {
  package var path: String
  package var reason: String
  package var kind: String
}

/// Takes pictures from elsewhere into a dataset.
package struct ImageImport: Sendable {
  package var layout: ImportLayout
  package var decoder: PictureDecoder

  package init(layout: ImportLayout = .auto, decoder: PictureDecoder) {
    self.layout = layout
    self.decoder = decoder
  }

  /// Imports what is at `path`; only what is new when it was imported before.
  ///
  /// All of it or, on an error, a cancellation or a crash, nothing.
  package func run(from path: String, into dataset: Dataset, work: Work) throws -> ImportReport {
    ImportReport()
  }
}
