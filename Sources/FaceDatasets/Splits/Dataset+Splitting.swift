package import CooperativeWork
package import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// Group number of every record under `rule`, see ``FaceGroups``.
  ///
  /// - Parameter readingPixels: whether pictures that were never read are read now, so that no
  ///   near-duplicate is missed; without it such pictures are known by mirrors and captures alone.
  package func groups(
    of records: [FaceRecord], rule: GroupRule, readingPixels: Bool = true, work: Work
  ) throws -> [Int] {
    if readingPixels { try readMissingPixels(work: work) }
    let links = try NearDuplicates.links(
      among: StoredThumbnails(of: records.map(\.id), in: catalogue()), work: work)
    return FaceGroups.compute(records, nearDuplicates: links, rule: rule)
  }

  /// How many faces have pixels that were never read.
  package func unreadFaces() throws(DatasetError) -> Int {
    try reading { catalogue throws(StoreError) in try catalogue.unreadFaces() }
  }

  /// Groups the dataset by the protocol's rule and plans its split.
  ///
  /// - Throws: ``SplitError``, ``DatasetError``, ``Cancelled``.
  package func split(_ settings: SplitSettings, work: Work) throws -> Split {
    let records = try records(jobs: work.jobs)
    if records.isEmpty { throw DatasetError.empty(dataset: name) }
    let groups = try groups(of: records, rule: settings.plan.groupRule, work: work)
    return try SplitPlanner(settings: settings).plan(records, groups: groups)
  }
}
