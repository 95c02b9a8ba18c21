package import CooperativeWork
package import FaceDatasets
import FaceVocabulary

/// Runs a stored detector sweep again and compares what every cell finds in every picture.
package struct DetectorRerun: Sendable {
  package let stored: StoredDetectorSweep
  package let library: ResultLibrary

  package init(_ stored: StoredDetectorSweep, library: ResultLibrary) {
    self.stored = stored
    self.library = library
  }

  /// The new outcome, and the files that differ in more than times; none when all is well.
  ///
  /// A cell that was stopped has nothing to compare; it is not run again.
  ///
  /// - Throws: ``ResultError/datasetChanged(dataset:)``, and as `DetectorSweep` does.
  package func run(
    on dataset: Dataset, clock: @escaping @Sendable () -> Double, work: Work
  ) throws -> (outcome: DetectorSweepOutcome, differing: [String]) {
    let old = try library.outcome(of: stored)
    guard try dataset.fingerprint(work: work) == stored.fingerprint else {
      throw ResultError.datasetChanged(dataset: dataset.name)
    }
    let finished = old.cells.filter { !$0.isTimedOut }.map(\.settings)
    guard !finished.isEmpty else {
      throw ResultError.nothingMeasured(
        name: stored.name, wanted: "cell that came to its end",
        hint: "sweep again with a longer --cell-limit, or none")
    }
    let outcome = try DetectorSweep(settings: finished).run(on: dataset, clock: clock, work: work)
    var differing: [String] = []
    if outcome.faces != old.faces || outcome.files != old.files { differing.append("faces.csv") }
    if outcome.countedRows != old.countedRows { differing.append("pictures.csv") }
    return (outcome, differing)
  }
}
