package import CooperativeWork
package import FaceDatasets
package import FaceModels
import FaceVocabulary

/// Runs a stored evaluation again and compares what comes out, byte by byte.
package struct ResultRerun: Sendable {
  package let stored: StoredResult
  package let library: ResultLibrary
  package let dataset: Dataset
  package let model: @Sendable (String) throws -> FaceModel
  package let clock: @Sendable () -> Double
  package let work: Work
  /// What training may hold, as for ``EvaluationRunner``.
  package var memoryLimitBytes = Int.max

  package init(
    _ stored: StoredResult, library: ResultLibrary, dataset: Dataset,
    model: @escaping @Sendable (String) throws -> FaceModel,
    clock: @escaping @Sendable () -> Double, work: Work
  ) {
    self.stored = stored
    self.library = library
    self.dataset = dataset
    self.model = model
    self.clock = clock
    self.work = work
  }

  /// The new outcome, and the files whose bytes differ from the stored ones; none when all is well.
  ///
  /// - Throws: ``ResultError/damaged(file:found:)`` for a split that is not as it was stored, and
  ///   ``ResultError/datasetChanged(dataset:)``, before anything is computed.
  package func run() throws -> (cell: EvaluatedCell, differing: [String]) {
    let splitBytes = try stored.split.bytes()
    let fingerprint = try dataset.fingerprint(work: work)
    guard fingerprint == stored.manifest.outline.fingerprint else {
      throw ResultError.datasetChanged(dataset: dataset.name)
    }
    let plan = stored.manifest.plan
    var runner = EvaluationRunner(
      plan: plan, dataset: dataset,
      givenSplit: plan.split.kind.readsFile ? try stored.split.read() : nil,
      model: model,
      clock: clock, work: work)
    runner.memoryLimitBytes = memoryLimitBytes
    guard let cell = try runner.run().first else {
      preconditionFailure("a stored plan has one cell")
    }
    var again = stored
    again.trials = cell.trials
    again.groups = cell.groups
    again.facePairs = cell.facePairs
    let old = library.contents(of: stored)
    let new = library.contents(of: again)
    // A result of the first version lacks what later ones keep besides.
    let files = stored.manifest.formatVersion < 2 ? Set(old.keys) : Set(new.keys).union(old.keys)
    var changed = files.filter { new[$0] != old[$0] }
    if cell.split.csvBytes() != splitBytes { changed.insert("split.csv") }
    var differing = changed.sorted()
    if cell.outline != stored.manifest.outline { differing.append("manifest.json") }
    return (cell, differing)
  }
}
