package import CooperativeWork

extension DatasetLibrary {
  /// Imports what is at `path` into the dataset called `name`, which is made when absent.
  ///
  /// A dataset that was made for an import that failed goes again, unless somebody filled it meanwhile.
  package func importPictures(
    at path: String, into name: String, using images: ImageImport, work: Work
  ) throws -> (dataset: Dataset, report: ImportReport) {
    let isNew = try !names().contains(name)
    let dataset = try openOrCreate(name)
    do {
      return (dataset, try images.run(from: path, into: dataset, work: work))
    } catch {
      if isNew { discardUnused(name) }
      throw error
    }
  }
}
