package import CooperativeWork
import DurableFiles
package import FaceDatasets
package import FaceEvaluation
import FaceVocabulary
import Glibc

/// A detector sweep as it is kept: `results/NAME/detector.json`, for plots and reports.
///
/// Beside it stand `faces.csv`, the known faces, and `pictures.csv`, what each cell found in each
/// picture.
package struct StoredDetectorSweep: Equatable, Sendable, Codable {
  package var name: String
  /// Rises with every sweep of the workspace; the highest is the latest.
  package var number: Int
  package var dataset: String
  package var rows: [DetectorRow]
  /// Of the dataset when it was swept; nil in sweeps of earlier versions, as all below.
  package var fingerprint: String?
  package var searches: Int?
  package var spentMilliseconds: Double?
  /// SHA-256 of each file beside this one.
  package var digests: [String: String]?
}

extension ResultLibrary {
  /// Keeps `outcome` as a new sweep; nil makes a name such as `detector-001`.
  ///
  /// Its folder appears whole, by one rename, or not at all.
  ///
  /// - Parameters:
  ///   - rule: what the rows are counted by; the pictures are kept by every rule.
  ///   - replacing: whether a result of that name is replaced.
  /// - Throws: ``ResultError/alreadyExists(name:)``, or what the disk said.
  package func store(
    _ outcome: DetectorSweepOutcome, by rule: MatchRule, of dataset: Dataset, as wished: String?,
    replacing: Bool = false, work: Work
  ) throws -> StoredDetectorSweep {
    let fingerprint = try dataset.fingerprint(work: work)
    let sweeps = try detectorSweeps()
    let name = wished ?? freeSweepName()
    let isTaken = FolderListing.exists("\(folder)/\(name)")
    if isTaken && !replacing { throw ResultError.alreadyExists(name: name) }
    var files = [
      "faces.csv": Array(outcome.faceList.utf8), "pictures.csv": Array(outcome.pictureList.utf8),
    ]
    let sweep = StoredDetectorSweep(
      name: name, number: (sweeps.map(\.number).max() ?? 0) + 1, dataset: dataset.name,
      rows: outcome.rows(rule), fingerprint: fingerprint, searches: outcome.searches,
      spentMilliseconds: outcome.spentMilliseconds,
      digests: files.mapValues { ContentDigest.hex(of: $0) })
    files["detector.json"] = try ResultFile.encoded(sweep)
    let draft = "\(folder)/.\(name).\(getpid()).draft"
    try FolderListing.make(draft)
    do {
      for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
        try AtomicFile.write(bytes, to: "\(draft)/\(file)")
      }
      if isTaken { try remove(name) }
      guard rename(draft, "\(folder)/\(name)") == 0 else {
        if [ENOTEMPTY, EEXIST].contains(errno) { throw ResultError.alreadyExists(name: name) }
        throw ResultError.fileFailed(
          operation: "put in place", path: "\(folder)/\(name)", code: .current)
      }
    } catch {
      FolderListing.removeTree(draft)
      throw error
    }
    return sweep
  }

  private func freeSweepName() -> String {
    var number = 0
    while true {
      number += 1
      let digits = String(number)
      let name = "detector-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      if !FolderListing.exists("\(folder)/\(name)") { return name }
    }
  }

  /// What every cell of `sweep` found in every picture.
  ///
  /// - Throws: ``ResultError/nothingMeasured(name:wanted:hint:)`` for a sweep of an earlier version,
  ///   which kept its rows alone; ``ResultError/damaged(file:found:)``.
  package func outcome(of sweep: StoredDetectorSweep) throws(ResultError) -> DetectorSweepOutcome {
    guard sweep.digests != nil else {
      throw .nothingMeasured(
        name: sweep.name, wanted: "pictures: it was kept by an earlier version",
        hint: "'detector sweep \(sweep.dataset)' keeps them")
    }
    return try DetectorSweepOutcome(
      sweep, faces: try text("faces.csv", of: sweep), pictures: try text("pictures.csv", of: sweep),
      folder: "\(folder)/\(sweep.name)")
  }

  private func text(
    _ file: String, of sweep: StoredDetectorSweep
  ) throws(ResultError) -> String {
    let path = "\(folder)/\(sweep.name)/\(file)"
    let bytes = try ResultFile.bytes(path, limit: 1 << 30)
    guard ContentDigest.hex(of: bytes) == sweep.digests?[file] else {
      throw .damaged(file: path, found: "bytes with another digest than detector.json's")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The sweep called `name`, or the latest.
  ///
  /// - Throws: ``ResultError/notFound(name:known:)``, ``ResultError/notASweep(_:)``;
  ///   ``ResultError/nothingMeasured(name:wanted:hint:)`` where there is no sweep at all.
  package func detectorSweep(_ name: String?) throws(ResultError) -> StoredDetectorSweep {
    let sweeps = try detectorSweeps()
    let none = ResultError.nothingMeasured(
      name: "results", wanted: "detector sweep", hint: "'detector sweep DATASET' makes one")
    guard let name else {
      guard let latest = sweeps.max(by: { $0.number < $1.number }) else { throw none }
      return latest
    }
    guard holdsDetectorSweep(name), contains(name) else {
      if contains(name) { throw .notASweep(name: name) }
      if sweeps.isEmpty { throw none }
      throw .notFound(name: name, known: sweeps.map(\.name))
    }
    return try self.sweep(name)
  }

  /// All sweeps of the workspace that can be read, oldest first.
  package func detectorSweeps() throws(ResultError) -> [StoredDetectorSweep] {
    try survey().sweeps
  }

  /// The sweep in the folder called `name`.
  func sweep(_ name: String) throws(ResultError) -> StoredDetectorSweep {
    let path = "\(folder)/\(name)/detector.json"
    var sweep: StoredDetectorSweep = try ResultFile.decoded(path, limit: 64 << 20)
    if let fault = sweep.fault { throw .damaged(file: path, found: fault) }
    sweep.name = name
    return sweep
  }
}
