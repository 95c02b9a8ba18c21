package import CooperativeWork
package import FaceVocabulary

/// One dataset: a catalogue and ordinary picture files in one folder.
///
/// A value that holds no open file, so it may be passed between threads; every call opens the
/// catalogue for itself.
package struct Dataset: Sendable {
  package let name: String
  package let folder: String
}

extension Dataset {
  /// All faces, sorted by subject (bytes), index, original before its mirror.
  package func records() throws(DatasetError) -> [FaceRecord] { [] }

  /// The stored picture of a face.
  package func image(of record: FaceRecord) throws(DatasetError) -> GrayImage {
    throw .noSuchFile(record.file, dataset: name)
  }

  /// The faces with these files, in the order of `files`.
  package func records(files: [String]) throws(DatasetError) -> [FaceRecord] { [] }

  /// One row per person, sorted by bytes.
  package func subjects() throws(DatasetError) -> [SubjectSummary] { [] }

  /// Numbers and names of all people ever in the dataset.
  package func roster() throws(DatasetError) -> SubjectRoster { SubjectRoster() }

  /// The dataset in one row.
  package func summary() throws(DatasetError) -> DatasetSummary {
    throw .empty(dataset: name)
  }

  /// SHA-256 over the sorted (subject, digest of pixels, mirrored) of all faces.
  package func fingerprint(work: Work) throws -> String { "" }

  /// The heads known to be in a picture: those of a scene, else the face's own box.
  package func truth(of record: FaceRecord) throws(DatasetError) -> [TruthFace] { [] }

  /// As ``truth(of:)`` for many pictures at once.
  package func truths(of records: [FaceRecord]) throws(DatasetError) -> [[TruthFace]] { [] }

  /// Stores new faces: all of them or, on an error, none.
  ///
  /// - Returns: the rows as stored, mirrors after their originals.
  @discardableResult
  package func add(_ faces: [NewFace]) throws(DatasetError) -> [FaceRecord] { [] }

  /// A number for the next capture or sweep, never given before.
  package func nextCapture() throws(DatasetError) -> Int64 { 1 }

  /// Stores the mirror image of every original that has none yet.
  ///
  /// - Returns: the rows added.
  @discardableResult
  package func mirror(work: Work) throws -> [FaceRecord] { [] }

  /// Gives faces to another person, who is made when absent.
  ///
  /// - Returns: faces moved, mirrors included.
  @discardableResult
  package func relabel(
    _ selection: FaceSelection, to subject: SubjectID
  ) throws(DatasetError) -> Int { 0 }

  /// Removes faces, and the mirrors of removed originals.
  ///
  /// - Returns: faces removed, mirrors included.
  @discardableResult
  package func remove(_ selection: FaceSelection) throws(DatasetError) -> Int { 0 }

  /// Writes all pictures to a new folder: one folder per person, and `list.csv`.
  ///
  /// - Returns: pictures written.
  @discardableResult
  package func export(to target: String, work: Work) throws -> Int { 0 }

  /// Group number of every record under `rule`, see ``FaceGroups``.
  package func groups(
    of records: [FaceRecord], rule: GroupRule, work: Work
  ) throws -> [Int] { [] }

  /// Groups the dataset by the protocol's rule and plans its split.
  package func split(_ settings: SplitSettings, work: Work) throws -> Split { Split(rows: []) }

  /// Everything about the dataset that a person should know before trusting it.
  package func check(_ settings: CheckSettings, work: Work) throws -> [DatasetFinding] { [] }
}

/// Which faces a change is about.
package enum FaceSelection: Equatable, Sendable {
  case subject(SubjectID)
  /// Files as in ``FaceRecord/file``.
  case files([String])
}
