package import CooperativeWork
package import FaceVocabulary

/// How the pictures to import are laid out.
package enum ImportLayout: Equatable, Sendable {
  /// Found out from the path: list file, known name pattern, folder per person.
  case auto
  /// One folder per person.
  case folders
  /// A file of `path;label[;name]` rows.
  case list
  /// A file that tells where the faces in pictures are: CSV boxes, dlib's XML, `opencv_annotation`
  /// lists or FDDB's ellipses. All its pictures are filed under one name.
  case boxes(subject: SubjectID)
  /// File names with named fields, such as `s{subject}/{index}.pgm`.
  case pattern(String)
}

/// Takes pictures from elsewhere into a dataset.
package struct ImageImport: Sendable {
  package var layout: ImportLayout
  package var decoder: PictureDecoder
  /// Which of the pictures that are found are taken.
  package var selection: ImportSelection
  /// Whether each picture's digest and thumbnail are made at once; otherwise the dataset makes them
  /// when it first needs them, and pictures are known again by their paths alone.
  package var readsPixels: Bool

  package init(
    layout: ImportLayout = .auto, decoder: PictureDecoder, selection: ImportSelection = .all,
    readsPixels: Bool = true
  ) {
    self.layout = layout
    self.decoder = decoder
    self.selection = selection
    self.readsPixels = readsPixels
  }

  /// Pictures decoded, and held in memory, at a time.
  private static let batch = 128

  /// Pictures that one thread writes in a row.
  private static let filesARun = 64

  /// Imports what is at `path`; only what is new when it was imported before.
  ///
  /// All of it or, on an error, a cancellation or a crash, nothing. A picture that is the exact
  /// mirror image of an earlier one of the same person becomes that one's mirror, so that flipped
  /// copies made elsewhere cannot leak through a split.
  ///
  /// - Throws: ``ImportError`` when nothing could be taken, ``DatasetError``, ``Cancelled``.
  package func run(from path: String, into dataset: Dataset, work: Work) throws -> ImportReport {
    let scan = try scan(path)
    var report = ImportReport()
    report.skipped = scan.skipped
    report.passedOver = scan.passedOver
    report.layout = scan.layout
    try dataset.writing { catalogue in
      var session = try ImportSession(
        scan.entries, into: catalogue, readingPixels: readsPixels)
      _ = try dataset.publish(in: catalogue, names: session.names, book: session.book) {
        for start in stride(from: 0, to: scan.entries.count, by: ImageImport.batch) {
          try work.cancellation.check()
          let range = start..<min(scan.entries.count, start + ImageImport.batch)
          try takeBatch(scan.entries, range, of: &session, in: dataset, work: work)
          work.progress(
            ProgressStep(
              activity: "importing", done: range.upperBound, total: scan.entries.count))
        }
        guard !session.people.isEmpty else {
          try FolderScan.requirePictures(below: path)
          throw ImportError.nothingFound(
            path: path, layout: scan.layout, firstReason: session.skipped.first?.description)
        }
        return session.entries
      }
      report.imported = session.entries.count
      report.mirrored = session.entries.count { $0.mirrorOfEntry != nil || $0.record.isMirror }
      report.unchanged = session.unchanged
      report.subjects = session.people.count
      report.skipped += session.skipped
    }
    return report
  }

  private func scan(_ path: String) throws -> ImportScan {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let scan =
      switch layout {
      case .auto: try LayoutDetection.scan(trimmed)
      case .folders: try FolderScan.folders(at: trimmed)
      case .list: try ListFile.scan(trimmed)
      case .boxes(let subject): try TruthScan.scan(trimmed, subject: subject)
      case .pattern(let text): try FolderScan.pattern(PathPattern(text), at: trimmed)
      }
    guard !scan.entries.isEmpty else {
      try FolderScan.requirePictures(below: trimmed)
      throw ImportError.nothingFound(
        path: path, layout: scan.layout,
        firstReason: scan.skipped.first?.description)
    }
    var ordered = scan
    ordered.entries = selection.chosen(of: scan.entries)
    guard !ordered.entries.isEmpty else {
      throw ImportError.nothingFound(path: path, layout: scan.layout, firstReason: nil)
    }
    // Exported mirrors come after their originals, or these would be taken for the mirrors.
    ordered.entries =
      ordered.entries.filter { !$0.isNamedMirror } + ordered.entries.filter(\.isNamedMirror)
    return ordered
  }

  private func takeBatch(
    _ entries: [ImportEntry], _ range: Range<Int>, of session: inout ImportSession,
    in dataset: Dataset, work: Work
  ) throws {
    let quiet = work.silent
    let outcomes = try decoder.decode(entries[range].map(\.path), quiet)
    let scanned = Array(entries[range])
    let faces = try quiet.map(count: outcomes.count) { offset -> ImportedPicture in
      guard case .picture(let image) = outcomes[offset] else {
        return ImportedPicture(unreadable: outcomes[offset])
      }
      return readsPixels
        ? ImportedPicture(image, heads: scanned[offset].heads) : ImportedPicture(unread: image)
    }
    let names = session.take(faces, at: range)
    // Neighbours mostly share a folder, in which the system makes one file at a time.
    _ = try quiet.mapRuns(count: names.count, of: ImageImport.filesARun) { run in
      for offset in run {
        if let name = names[offset], let image = faces[offset].image {
          try dataset.pictures.write(image, to: name)
        }
      }
    }
  }
}
