package import CooperativeWork

/// The datasets of one workspace: a folder with one folder a dataset.
package struct DatasetLibrary: Sendable {
  /// The folder that holds the datasets' folders; made when the first dataset is.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// Names of the datasets there are, sorted by bytes.
  package func names() throws(DatasetError) -> [String] { [] }

  /// The dataset called `name`; sweeps up what an interrupted import left behind.
  package func open(_ name: String) throws(DatasetError) -> Dataset {
    throw .notFound(name: name, known: [])
  }

  /// A new, empty dataset.
  package func create(_ name: String) throws(DatasetError) -> Dataset { throw .alreadyExists(name) }

  /// The dataset called `name`, made when it does not exist.
  package func openOrCreate(_ name: String) throws(DatasetError) -> Dataset { try create(name) }

  /// Removes a dataset with all its pictures.
  package func remove(_ name: String) throws(DatasetError) {
    throw .notFound(name: name, known: [])
  }

  /// Puts the faces of several datasets together under a new name; equal names are one person.
  package func merge(_ names: [String], into name: String, work: Work = Work()) throws -> Dataset {
    try create(name)
  }
}
