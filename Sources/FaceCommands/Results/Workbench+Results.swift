import FaceExperiments

extension Workbench {
  /// The results of the workspace.
  var results: ResultLibrary {
    ResultLibrary(folder: folder + "/results", libraries: ["versions": Commands.libraryVersions()])
  }

  /// The detector sweep called `name`; nil when no sweep is.
  func detectorSweep(_ name: String?) throws -> StoredDetectorSweep? {
    guard let name, results.holdsDetectorSweep(name) else { return nil }
    return try results.detectorSweep(name)
  }

  /// The result called `name`, or the latest; warns where its times are lost.
  func result(_ name: String?) throws -> StoredResult {
    let result = try results.load(try results.resolve(name))
    if let fault = result.measurementFault {
      console.warn("\(fault.message); the times of '\(result.name)' are not known, all else is")
    }
    return result
  }
}
