import FaceExperiments

extension Workbench {
  /// The results of the workspace.
  var results: ResultLibrary {
    ResultLibrary(folder: folder + "/results", libraries: ["versions": Commands.libraryVersions()])
  }

  /// The detector sweep called `name`; nil when no sweep is.
  func detectorSweep(_ name: String?) -> StoredDetectorSweep? {
    name.flatMap { name in results.detectorSweeps().first { $0.name == name } }
  }

  /// The result called `name`, or the latest.
  func result(_ name: String?) throws -> StoredResult {
    try results.load(try results.resolve(name))
  }
}
