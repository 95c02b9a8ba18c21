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

  /// The result called `name`, or the latest; warns where its times are lost, and where the latest may
  /// be one that cannot be read.
  func result(_ name: String?) throws -> StoredResult {
    let result = try results.load(try results.resolve(name))
    if name == nil, let damaged = try results.survey().damaged.first {
      console.warn(
        "'\(damaged.name)' cannot be read, so the latest of the others is taken: '\(result.name)'; "
          + "'results list' tells why")
    }
    if let fault = result.measurementFault {
      console.warn("\(fault.message); the times of '\(result.name)' are not known, all else is")
    }
    return result
  }
}
