import FaceVocabulary

/// Everything that the results folder of a workspace holds.
package struct ResultSurvey: Sendable {
  /// Manifests of the evaluations, oldest first.
  package fileprivate(set) var manifests: [ResultManifest] = []
  /// Detector sweeps, oldest first.
  package fileprivate(set) var sweeps: [StoredDetectorSweep] = []
  /// Folders of results that cannot be read, sorted by bytes.
  package fileprivate(set) var damaged: [Damaged] = []

  /// A result that cannot be read, and why.
  package struct Damaged: Equatable, Sendable {
    /// The name of its folder.
    package let name: String
    package let error: ResultError
  }
}

extension ResultLibrary {
  /// Looks at every folder; one that holds no file of a result is passed over.
  ///
  /// - Throws: ``ResultError/fileFailed(operation:path:code:)`` where the folder that holds them all
  ///   cannot be listed.
  package func survey() throws(ResultError) -> ResultSurvey {
    var survey = ResultSurvey()
    for name in try FolderListing.entries(of: folder) where contains(name) {
      do throws(ResultError) {
        if holdsDetectorSweep(name) {
          survey.sweeps.append(try sweep(name))
        } else {
          survey.manifests.append(try manifest(name))
        }
      } catch {
        survey.damaged.append(ResultSurvey.Damaged(name: name, error: error))
      }
    }
    survey.manifests.sort { ($0.number, $0.name) < ($1.number, $1.name) }
    survey.sweeps.sort { ($0.number, $0.name) < ($1.number, $1.name) }
    return survey
  }

  /// Whether there is a result of that name, readable or not: a folder with any file of one.
  package func contains(_ name: String) -> Bool {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return false }
    return ResultLibrary.fileNames.contains { FolderListing.exists("\(folder)/\(name)/\($0)") }
  }

  /// Refuses a name that no result has, readable or not.
  ///
  /// - Throws: ``ResultError/notFound(name:known:)``.
  package func require(_ name: String) throws(ResultError) {
    guard contains(name) else { throw .notFound(name: name, known: knownNames()) }
  }

  /// Refuses a name that is taken, before anything is computed for it; nil is always free.
  ///
  /// - Throws: ``ResultError/alreadyExists(name:)``.
  package func requireFree(_ name: String?) throws(ResultError) {
    guard let name, FolderListing.exists("\(folder)/\(name)") else { return }
    throw .alreadyExists(name: name)
  }

  /// Whether the folder called `name` is one of a detector sweep.
  package func holdsDetectorSweep(_ name: String) -> Bool {
    FolderListing.exists("\(folder)/\(name)/detector.json")
  }

  /// Files that a folder of results may hold.
  private static let fileNames = [
    "manifest.json", "detector.json", "timing.json", "split.csv", "probes.csv", "distances.npy",
    "faces.csv", "face-distances.npy", "pictures.csv",
  ]
}
