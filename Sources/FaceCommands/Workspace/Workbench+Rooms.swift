import FaceDatasets
import FaceImages

extension Workbench {
  /// The datasets of the workspace.
  var datasets: DatasetLibrary { DatasetLibrary(folder: folder + "/datasets") }

  /// The models of the workspace.
  var models: ModelShelf { ModelShelf(folder: folder + "/models") }

  /// Decodes and encodes pictures in the helper process.
  var images: ForeignImages {
    ForeignImages(
      worker: .besideThisProgram, limits: session.limits, syntheticWorld: seedOrDefault)
  }

  /// The seed of this command: `--seed`, else 1, so that nothing is ever unrepeatable.
  var seedOrDefault: UInt64 { seed ?? 1 }

  /// Asks before something is lost; throws where the answer is no or cannot be had.
  func confirm(_ question: String, what: String) throws {
    guard try console.confirm(question) else { throw CommandError.declined(what) }
  }
}
