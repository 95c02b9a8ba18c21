import FaceVocabulary

/// The faces of a split in the form that planning needs: numbers instead of names.
struct SplitPopulation {
  let records: [FaceRecord]
  let groups: [Int]
  /// One more than the highest group number.
  let groupCount: Int
  /// All people, sorted by bytes.
  let subjects: [SubjectID]
  /// Position of each record's person in ``subjects``.
  let subjectOf: [Int]
  /// Originals, in the order of the records.
  let originals: [Int]
  /// People who may train, as positions in ``subjects``.
  let known: [Int]
  private let unknown: [Bool]

  init(records: [FaceRecord], groups: [Int], unknown: Set<SubjectID>) {
    self.records = records
    self.groups = groups
    groupCount = (groups.max() ?? -1) + 1
    // A person's faces mostly follow each other: one look-up for all of them.
    var names: Set<SubjectID> = []
    var last: SubjectID?
    for record in records where record.subject != last {
      names.insert(record.subject)
      last = record.subject
    }
    let sorted = names.sorted()
    let ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    subjects = sorted
    last = nil
    var rank = 0
    subjectOf = records.map { record in
      if record.subject != last { (rank, last) = (ranks[record.subject] ?? 0, record.subject) }
      return rank
    }
    originals = records.indices.filter { !records[$0].isMirror }
    self.unknown = sorted.map { unknown.contains($0) }
    known = sorted.indices.filter { !unknown.contains(sorted[$0]) }
  }

  /// Whether the record's person is never trained on.
  func isUnknown(_ record: Int) -> Bool { unknown[subjectOf[record]] }

  /// Records that may train.
  func trainers(withMirrors: Bool) -> [Int] {
    records.indices.filter { !isUnknown($0) && (withMirrors || !records[$0].isMirror) }
  }

  /// Groups with originals, person by person, in the order of their first originals.
  ///
  /// A group with faces of several people belongs to the first of them.
  func groupsByPerson() -> [[Int]] {
    var people = [[Int]](repeating: [], count: subjects.count)
    var isListed = [Bool](repeating: false, count: groupCount)
    for record in originals where !isListed[groups[record]] {
      isListed[groups[record]] = true
      people[subjectOf[record]].append(groups[record])
    }
    return people
  }

  /// The originals of every group.
  func groupMembers() -> GroupMembers {
    GroupMembers(of: originals, groups: groups, count: groupCount)
  }

  /// The people of `wanted`, sorted, whose images are several and all of one group.
  func inseparable(among wanted: Set<SubjectID>) -> [SubjectID] {
    var counts: [SubjectID: Int] = [:]
    var own: [SubjectID: Set<Int>] = [:]
    for record in originals where wanted.contains(records[record].subject) {
      counts[records[record].subject, default: 0] += 1
      own[records[record].subject, default: []].insert(groups[record])
    }
    return own.filter { $0.value.count == 1 && counts[$0.key, default: 0] > 1 }.keys.sorted()
  }

  /// Place of every original among its person's originals, from 1; 0 for mirrors.
  func positions() -> [Int] {
    var positions = [Int](repeating: 0, count: records.count)
    var counts = [Int](repeating: 0, count: subjects.count)
    for record in originals {
      counts[subjectOf[record]] += 1
      positions[record] = counts[subjectOf[record]]
    }
    return positions
  }
}

/// Which records are in each group, in two arrays for any number of groups.
struct GroupMembers {
  /// Records group by group, in their order.
  private var members: [Int]
  /// Where each group begins in ``members``, and where the last ends.
  private var starts: [Int]

  init(of records: [Int], groups: [Int], count: Int) {
    starts = [Int](repeating: 0, count: count + 1)
    for record in records { starts[groups[record] + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    members = [Int](repeating: 0, count: records.count)
    var next = starts
    for record in records {
      members[next[groups[record]]] = record
      next[groups[record]] += 1
    }
  }

  subscript(group: Int) -> ArraySlice<Int> { members[starts[group]..<starts[group + 1]] }
}

/// One fold before roles are given: who is looked for.
struct FoldDraft {
  let repetition: Int
  let fold: Int
  let probes: [Int]
  /// Who trains, twins of probes aside; nil for everybody.
  var training: [Int]?
  /// Yaw bin whose faces, mirrors included, do not train.
  var angleBin: AngleBin?
  /// True when the probed people are not to be enrolled.
  var isUnenrolled = false

  init(repetition: Int = 1, fold: Int, probes: [Int]) {
    self.repetition = repetition
    self.fold = fold
    self.probes = probes
  }

  /// Whether a record is kept out of training for another reason than its group.
  func excludes(_ record: Int, in people: SplitPopulation) -> Bool {
    if let angleBin, angleBin.contains(people.records[record].yawDegrees) { return true }
    if isUnenrolled, let probe = probes.first {
      return people.subjectOf[record] == people.subjectOf[probe]
    }
    return false
  }
}

/// A range of yaw: all angles that round to one multiple of the step.
struct AngleBin: Hashable, Comparable {
  /// Width in degrees; 0 for one exact angle.
  let step: Double
  /// Middle of the bin, degrees.
  let center: Double

  init(yaw: Double, step: Double) {
    self.step = step
    // Halves away from zero, so that a mirror falls into the mirrored bin.
    center = step > 0 ? (yaw / step).rounded(.toNearestOrAwayFromZero) * step : yaw
  }

  func contains(_ yaw: Double?) -> Bool {
    yaw.map { AngleBin(yaw: $0, step: step) == self } ?? false
  }

  static func < (left: AngleBin, right: AngleBin) -> Bool { left.center < right.center }
}
