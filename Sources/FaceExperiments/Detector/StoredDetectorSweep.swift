import DurableFiles
import FaceVocabulary

/// A detector sweep as it is kept: `results/NAME/detector.json`, for plots and reports.
package struct StoredDetectorSweep: Equatable, Sendable, Codable {
  package var name: String
  /// Rises with every sweep of the workspace; the highest is the latest.
  package var number: Int
  package var dataset: String
  package var rows: [DetectorRow]
}

extension ResultLibrary {
  /// Keeps `rows` as a new sweep; nil makes a name such as `detector-001`.
  ///
  /// - Throws: ``ResultError/alreadyExists(name:)``, or what the disk said.
  package func store(
    _ rows: [DetectorRow], of dataset: String, as wished: String?
  ) throws -> StoredDetectorSweep {
    let sweeps = try detectorSweeps()
    var name = wished ?? ""
    var number = 0
    while wished == nil && (name.isEmpty || FolderListing.exists("\(folder)/\(name)")) {
      number += 1
      let digits = String(number)
      name = "detector-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
    if FolderListing.exists("\(folder)/\(name)") { throw ResultError.alreadyExists(name: name) }
    let sweep = StoredDetectorSweep(
      name: name, number: (sweeps.map(\.number).max() ?? 0) + 1, dataset: dataset, rows: rows)
    let bytes = try ResultFile.encoded(sweep)
    try FolderListing.make("\(folder)/\(name)")
    try AtomicFile.write(bytes, to: "\(folder)/\(name)/detector.json")
    return sweep
  }

  /// The sweep called `name`, or the latest.
  ///
  /// - Throws: ``ResultError/notFound(name:known:)``, ``ResultError/noResults``.
  package func detectorSweep(_ name: String?) throws(ResultError) -> StoredDetectorSweep {
    let sweeps = try detectorSweeps()
    guard let name else {
      guard let latest = sweeps.max(by: { $0.number < $1.number }) else {
        throw .nothingMeasured(
          name: "results", wanted: "detector sweep", hint: "'detector sweep DATASET' makes one")
      }
      return latest
    }
    guard holdsDetectorSweep(name), contains(name) else {
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
    var sweep: StoredDetectorSweep = try ResultFile.decoded(
      "\(folder)/\(name)/detector.json", limit: 64 << 20)
    sweep.name = name
    return sweep
  }
}
