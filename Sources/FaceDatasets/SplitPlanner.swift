package import FaceVocabulary

/// Makes splits: a pure function of records, groups and settings.
package struct SplitPlanner: Sendable {
  package let settings: SplitSettings

  package init(settings: SplitSettings) { self.settings = settings }

  /// The split of `records`, whose group numbers are `groups`, one a record.
  package func plan(_ records: [FaceRecord], groups: [Int]) throws(SplitError) -> Split {
    Split(rows: [])
  }
}
