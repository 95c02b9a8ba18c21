import FaceExperiments

extension Workbench {
  /// Whether a result called `name` stands there and may go; asked before anything is computed, for
  /// an hour's work must not end in a question. Nil is always free.
  ///
  /// - Throws: what the question throws, ``CommandError/declined(_:)``, and
  ///   ``ResultError/alreadyExists(name:)`` where the name is taken by something that is no result.
  func mayReplaceResult(_ name: String?) throws -> Bool {
    guard let name, results.contains(name) else {
      try results.requireFree(name)
      return false
    }
    try confirm("replace result '\(name)'?", what: "replacing result '\(name)'")
    return true
  }
}
