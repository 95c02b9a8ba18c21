package import FaceVocabulary
import Matrices

/// Makes splits: a pure function of records, groups and settings.
///
/// Whatever the protocol, faces of one group never stand on both sides of a fold, mirrors are never
/// probes, and people to be unknown never train.
package struct SplitPlanner: Sendable {
  package let settings: SplitSettings

  package init(settings: SplitSettings) { self.settings = settings }

  /// Most rows a split may have: some gigabytes of memory.
  static let rowLimit = 20_000_000

  /// Independent streams of random numbers, so that one choice does not move another.
  enum Stream: UInt64 {
    case unknown = 1
    case development = 2
    case folds = 3
    /// The first repeat; the others follow.
    case repeats = 1_000
  }

  /// The split of `records`, whose group numbers are `groups`, one a record.
  ///
  /// - Parameter records: in the order of ``Dataset/records()``, which decides positions.
  /// - Throws: ``SplitError``.
  /// - Complexity: linear in the faces and in the rows of the split.
  package func plan(_ records: [FaceRecord], groups: [Int]) throws(SplitError) -> Split {
    precondition(records.count == groups.count, "one group a record")
    switch settings.plan {
    case .list(let split): return try checked(split, records: records, groups: groups)
    case .enrol(let split):
      return try checked(split.withWorldApart(), records: records, groups: groups)
    case .pairRoles(let split): return try checked(pairs: split, records: records, groups: groups)
    default: break
    }
    let unknown = try unknownPeople(among: records)
    let people = SplitPopulation(records: records, groups: groups, unknown: unknown)
    guard people.known.count >= 2 else {
      throw .tooFewPeople(found: people.known.count, needed: 2)
    }
    if case .pairs(let pairs) = settings.plan { return try split(pairs, people) }
    let drafts = try drafts(people)
    let parts = try developmentGroups(people)
    return try assembled(drafts, people, developmentGroups: parts)
  }

  /// The people who are never trained on, by the settings.
  ///
  /// - Throws: ``SplitError/noSuchSubject(_:)``, ``SplitError/badFraction(_:option:)``.
  package func unknownPeople(
    among records: [FaceRecord]
  ) throws(SplitError) -> Set<SubjectID> {
    if case .none = settings.unknown { return [] }
    let people = Set(records.lazy.map(\.subject)).sorted()
    switch settings.unknown {
    case .none: return []
    case .named(let names):
      for name in names where !people.contains(name) { throw .noSuchSubject(name) }
      return Set(names)
    case .fraction(let share):
      guard share > 0, share < 1 else { throw .badFraction(share, option: "--unknown") }
      guard people.count >= 3 else { throw .tooFewPeople(found: people.count, needed: 3) }
      let wanted = Int((share * Double(people.count)).rounded())
      var generator = SplitPlanner.generator(settings.seed, .unknown)
      return Set(generator.shuffled(people).prefix(min(max(1, wanted), people.count - 2)))
    }
  }

  /// Turns probes by fold into rows: everybody else trains, twins of probes aside.
  private func assembled(
    _ drafts: [FoldDraft], _ people: SplitPopulation, developmentGroups: Set<Int>
  ) throws(SplitError) -> Split {
    let records = people.records
    let trainers = people.trainers(withMirrors: settings.mirrorsTrain)
    var rows: [Split.Row] = []
    var unmated: [SubjectID: Int] = [:]
    let most = drafts.reduce(0) { $0 + $1.probes.count + ($1.training ?? trainers).count }
    rows.reserveCapacity(min(most, SplitPlanner.rowLimit))
    // Marks of the current fold by number, so that nothing is cleared between folds.
    var probeMark = [Int](repeating: 0, count: people.groupCount)
    var galleryMark = [Int](repeating: 0, count: people.subjects.count)
    for (number, draft) in drafts.enumerated() {
      let mark = number + 1
      for probe in draft.probes { probeMark[people.groups[probe]] = mark }
      func row(_ role: Split.Role, _ record: Int) -> Split.Row {
        Split.Row(
          repetition: draft.repetition, fold: draft.fold, role: role,
          subject: records[record].subject, file: records[record].file)
      }
      for record in draft.training ?? trainers
      where probeMark[people.groups[record]] != mark && !draft.excludes(record, in: people) {
        galleryMark[people.subjectOf[record]] = mark
        rows.append(row(.train, record))
      }
      for probe in draft.probes {
        let person = people.subjectOf[probe]
        if !draft.isUnenrolled, !people.isUnknown(probe), galleryMark[person] != mark {
          unmated[records[probe].subject, default: 0] += 1
        }
        let isDevelopment = developmentGroups.contains(people.groups[probe])
        rows.append(row(isDevelopment ? .developmentProbe : .probe, probe))
      }
      guard rows.count <= SplitPlanner.rowLimit else {
        throw .tooLarge(
          rows: rows.count / mark * drafts.count, limit: SplitPlanner.rowLimit)
      }
    }
    if !settings.allowUnmated, !unmated.isEmpty {
      let lonely = unmated.keys.sorted()
      throw .unmated(
        lonely, probes: unmated.values.reduce(0, +),
        inseparable: people.inseparable(among: Set(lonely)))
    }
    return Split(rows: rows)
  }

  static func generator(_ seed: UInt64, _ stream: Stream, _ offset: Int = 0) -> SeededGenerator {
    SeededGenerator(seed: seed, stream: stream.rawValue &+ UInt64(offset))
  }
}
