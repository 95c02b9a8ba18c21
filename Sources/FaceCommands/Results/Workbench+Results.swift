import FaceExperiments

extension Workbench {
  /// The results of the workspace.
  var results: ResultLibrary {
    ResultLibrary(folder: folder + "/results", libraries: ["versions": Commands.libraryVersions()])
  }

  /// The result called `name`, or the latest.
  func result(_ name: String?) throws -> StoredResult {
    try results.load(try results.resolve(name))
  }
}
