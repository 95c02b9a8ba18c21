package import CooperativeWork
package import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// The thumbnails of faces, in their order; computed and stored where missing.
  package func thumbnails(of records: [FaceRecord], work: Work) throws -> [Thumbnail?] {
    try readMissingPixels(work: work)
    let known = try reading { catalogue throws(StoreError) in try catalogue.thumbnails() }
    return records.map { known[$0.id] }
  }

  /// Group number of every record under `rule`, see ``FaceGroups``.
  package func groups(
    of records: [FaceRecord], rule: GroupRule, work: Work
  ) throws -> [Int] {
    let pairs = try NearDuplicates.pairs(thumbnails(of: records, work: work), work: work)
    return FaceGroups.compute(records, nearDuplicates: pairs, rule: rule)
  }

  /// Groups the dataset by the protocol's rule and plans its split.
  ///
  /// - Throws: ``SplitError``, ``DatasetError``, ``Cancelled``.
  package func split(_ settings: SplitSettings, work: Work) throws -> Split {
    let records = try records()
    if records.isEmpty { throw DatasetError.empty(dataset: name) }
    let groups = try groups(of: records, rule: settings.plan.groupRule, work: work)
    return try SplitPlanner(settings: settings).plan(records, groups: groups)
  }
}
