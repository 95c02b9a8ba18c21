import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceVocabulary
import Glibc
import Matrices

/// The results of one workspace: a folder with one folder a result.
///
/// A result's folder appears whole, by one rename, or not at all. It holds `manifest.json`,
/// `timing.json`, `split.csv`, `probes.csv` and `distances.npy` (probes×gallery, readable with
/// NumPy), and for protocols with a world set `faces.csv` and `face-distances.npy` (every pair of faces
/// once, as SciPy's `squareform` reads it); all but `timing.json` are the same bytes whenever the evaluation is run again.
package struct ResultLibrary: Sendable {
  /// The folder that holds the results' folders; made when the first result is stored.
  package let folder: String
  /// Libraries that results are made with, by name, for their manifests.
  package let libraries: [String: String]

  package init(folder: String, libraries: [String: String] = [:]) {
    self.folder = folder
    self.libraries = libraries
  }

  /// Names of the results there are, oldest first.
  package func names() throws(ResultError) -> [String] {
    try manifests().map(\.name)
  }

  /// Manifests of all results that can be read, oldest first; ``survey()`` tells the others too.
  package func manifests() throws(ResultError) -> [ResultManifest] { try survey().manifests }

  /// The name to use for `wanted`, which the user may have left out: then the latest result's.
  package func resolve(_ wanted: String?) throws(ResultError) -> String {
    if let wanted { return wanted }
    let survey = try survey()
    if let latest = survey.manifests.last { return latest.name }
    throw survey.damaged.first?.error ?? .noResults
  }

  /// The result called `name`, every file that is read compared with its digest.
  ///
  /// Times are no scores: a result whose `timing.json` cannot be read is whole but for them.
  ///
  /// - Throws: ``ResultError``.
  package func load(_ name: String) throws(ResultError) -> StoredResult {
    let manifest = try manifest(name)
    var timing: ResultMeasurement?
    var timingFault: ResultError?
    do throws(ResultError) {
      timing = try ResultFile.decoded(path(name, "timing.json"))
    } catch {
      timingFault = error
    }
    let probeText = try text("probes.csv", manifest: manifest)
    let scores = try bytes("distances.npy", manifest: manifest)
    let (probes, groups) = try StoredResult.probes(
      from: probeText, file: path(name, "probes.csv"))
    let distances = try NumpyArray.decode(scores, file: path(name, "distances.npy"))
    guard distances.rows == probes.count, distances.columns == manifest.gallery.count else {
      throw .damaged(
        file: path(name, "distances.npy"),
        found: "\(distances.rows)x\(distances.columns) distances for \(probes.count) probes "
          + "and \(manifest.gallery.count) people")
    }
    return StoredResult(
      manifest: manifest, measurement: timing, measurementFault: timingFault,
      trials: TrialTable(gallery: manifest.gallery, probes: probes, distances: distances),
      groups: groups,
      split: StoredSplit(
        file: path(name, "split.csv"), digest: manifest.digests["split.csv"]),
      facePairs: try facePairs(of: manifest))
  }

  /// The distances between single faces, where the result keeps any.
  private func facePairs(of manifest: ResultManifest) throws(ResultError) -> FacePairs? {
    guard manifest.digests["faces.csv"] != nil else { return nil }
    return try FacePairs(
      list: try text("faces.csv", manifest: manifest), file: path(manifest.name, "faces.csv"),
      distances: try bytes("face-distances.npy", manifest: manifest),
      distanceFile: path(manifest.name, "face-distances.npy"))
  }

  /// Stores an evaluated cell.
  ///
  /// - Parameters:
  ///   - name: a new name; nil makes one, such as `eigen-30-001`.
  ///   - replacing: whether a result of that name is replaced.
  /// - Throws: ``ResultError/alreadyExists(name:)``, or what the disk said.
  @discardableResult
  package func store(
    _ cell: EvaluatedCell, as name: String?, host: String, stored: Int, replacing: Bool = false
  ) throws -> StoredResult {
    // Another shell may take the free number while this one writes.
    for _ in 0..<50 where name == nil {
      do {
        return try place(cell, as: nil, host: host, stored: stored, replacing: replacing)
      } catch ResultError.alreadyExists { continue }
    }
    return try place(cell, as: name, host: host, stored: stored, replacing: replacing)
  }

  private func place(
    _ cell: EvaluatedCell, as name: String?, host: String, stored: Int, replacing: Bool
  ) throws -> StoredResult {
    let manifests = try manifests()
    let name = name ?? freeName(for: cell, among: Set(manifests.map(\.name)))
    let isTaken = FolderListing.exists(path(name))
    if isTaken && !replacing { throw ResultError.alreadyExists(name: name) }
    let measurement = ResultMeasurement(timing: cell.timing, host: host, stored: stored)
    var result = result(
      of: cell, name: name, number: (manifests.map(\.number).max() ?? 0) + 1, measurement)
    var files = contents(of: result)
    files["split.csv"] = cell.split.csvBytes()
    result.manifest.digests = files.mapValues { ContentDigest.hex(of: $0) }
    result.split = StoredSplit(
      file: result.split.file, digest: result.manifest.digests["split.csv"])

    let draft = path(".\(name).\(getpid()).draft")
    try FolderListing.make(draft)
    do {
      for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
        try AtomicFile.write(bytes, to: "\(draft)/\(file)")
      }
      try AtomicFile.write(
        try ResultFile.encoded(measurement), to: "\(draft)/timing.json")
      try AtomicFile.write(
        try ResultFile.encoded(result.manifest), to: "\(draft)/manifest.json")
      if isTaken { try remove(name) }
      guard rename(draft, path(name)) == 0 else {
        if [ENOTEMPTY, EEXIST].contains(errno) { throw ResultError.alreadyExists(name: name) }
        throw ResultError.fileFailed(
          operation: "put in place", path: path(name), code: .current)
      }
    } catch {
      FolderListing.removeTree(draft)
      throw error
    }
    return result
  }

  /// An evaluated cell as a result that was never stored: it has no name and no files.
  package func unstored(_ cell: EvaluatedCell, host: String) -> StoredResult {
    result(
      of: cell, name: "", number: 0,
      ResultMeasurement(timing: cell.timing, host: host, stored: 0))
  }

  private func result(
    of cell: EvaluatedCell, name: String, number: Int, _ measurement: ResultMeasurement
  ) -> StoredResult {
    let summary = cell.plan.summary(of: cell.trials)
    return StoredResult(
      manifest: ResultManifest(
        name: name, number: number, plan: cell.plan, outline: cell.outline,
        score: ResultManifest.Score(correct: summary.correct, total: summary.total),
        gallery: cell.trials.gallery, libraries: libraries, digests: [:]),
      measurement: measurement, trials: cell.trials, groups: cell.groups,
      split: StoredSplit(file: path(name, "split.csv"), digest: nil), facePairs: cell.facePairs)
  }

  /// Removes the result or the detector sweep called `name`, whether or not it can be read.
  package func remove(_ name: String) throws(ResultError) {
    try require(name)
    // Out of sight by one rename, so that a kill leaves no half result.
    let grave = path(".\(name).\(getpid()).removed")
    guard rename(path(name), grave) == 0 else {
      throw .fileFailed(
        operation: "remove", path: path(name), code: .current)
    }
    FolderListing.removeTree(grave)
  }

  /// The manifest of the result called `name`, as it is stored.
  package func manifestText(of name: String) throws(ResultError) -> String {
    _ = try manifest(name)
    return String(decoding: try ResultFile.bytes(path(name, "manifest.json")), as: UTF8.self)
  }

  /// The files of a result that never depend on time, by name, but for the split's.
  package func contents(of result: StoredResult) -> [String: [UInt8]] {
    var files = [
      "probes.csv": Array(result.probeList.utf8),
      "distances.npy": NumpyArray.encode(result.trials.distances),
    ]
    if let pairs = result.facePairs {
      files["faces.csv"] = Array(pairs.list.utf8)
      files["face-distances.npy"] = NumpyArray.encode(pairs.distances)
    }
    return files
  }

  /// `eigen-30-001`: method, components, and the first free number.
  private func freeName(for cell: EvaluatedCell, among taken: Set<String>) -> String {
    var stem = cell.outline.method.rawValue
    if let components = cell.outline.componentsLeast { stem += "-\(components)" }
    if case .stored(let model, _) = cell.plan.cells.first?.recogniser { stem = model }
    var number = 1
    while true {
      let digits = String(number)
      let name =
        stem + "-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      if !taken.contains(name) && !FolderListing.exists(path(name)) { return name }
      number += 1
    }
  }

  /// The manifest of the result called `name`; a folder that was renamed is known by its new name.
  func manifest(_ name: String) throws(ResultError) -> ResultManifest {
    let file = path(name, "manifest.json")
    guard contains(name), !holdsDetectorSweep(name) else {
      if holdsDetectorSweep(name) { throw .isASweep(name: name) }
      throw .notFound(name: name, known: knownNames())
    }
    struct Version: Decodable { var formatVersion: Int }
    let version: Version = try ResultFile.decoded(file)
    guard version.formatVersion <= ResultManifest.currentVersion else {
      throw .tooNew(name: name, version: version.formatVersion)
    }
    var manifest: ResultManifest = try ResultFile.decoded(file)
    guard manifest.plan.cells.count == 1 else {
      throw .damaged(file: file, found: "\(manifest.plan.cells.count) cells, a result is of one")
    }
    guard ResultFile.numbers.contains(manifest.number) else {
      throw .damaged(file: file, found: "its number is \(manifest.number)")
    }
    manifest.name = name
    return manifest
  }

  /// Names of all results, readable or not, sorted by bytes.
  package func knownNames() -> [String] { FolderListing.names(in: folder).filter(contains) }

  private func path(_ parts: String...) -> String { ([folder] + parts).joined(separator: "/") }

  private func bytes(_ file: String, manifest: ResultManifest) throws(ResultError) -> [UInt8] {
    let path = path(manifest.name, file)
    let bytes = try ResultFile.bytes(path)
    guard ContentDigest.hex(of: bytes) == manifest.digests[file] else {
      throw .damaged(file: path, found: "bytes with another digest than the manifest's")
    }
    return bytes
  }

  private func text(_ file: String, manifest: ResultManifest) throws(ResultError) -> String {
    String(decoding: try bytes(file, manifest: manifest), as: UTF8.self)
  }
}
