package import FaceVocabulary

/// Finds faces that belong together and stand on two sides of a split.
package struct SplitValidator: Sendable {
  private let records: [FaceRecord]
  private let groups: [Int]
  private let unknown: Set<SubjectID>
  private let positions: [String: Int]

  /// - Parameters:
  ///   - groups: group of every record, under the rule that is to hold.
  ///   - unknown: people who must not train.
  package init(records: [FaceRecord], groups: [Int], unknown: Set<SubjectID> = []) {
    precondition(records.count == groups.count, "one group a record")
    self.records = records
    self.groups = groups
    self.unknown = unknown
    positions = Dictionary(
      records.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Every probe that has a twin in the training or gallery of its fold, or in the other part.
  ///
  /// - Returns: one leak a probe and fold, in the order of the split's rows.
  /// - Throws: ``SplitError/unknownFace(_:_:)`` for a row that names no face.
  package func leaks(in split: Split) throws(SplitError) -> [SplitLeak] {
    struct Fold: Hashable {
      let repetition: Int
      let fold: Int
    }
    var places: [Int] = []
    places.reserveCapacity(split.rows.count)
    for (number, row) in split.rows.enumerated() {
      guard let place = positions[row.file] else {
        throw .unknownFace(row.file, .row(number + 1))
      }
      places.append(place)
    }
    var leaks: [SplitLeak] = []
    let folds = Dictionary(grouping: split.rows.indices) {
      Fold(repetition: split.rows[$0].repetition, fold: split.rows[$0].fold)
    }
    for (_, rows) in folds {
      var trained: [Int: Int] = [:]
      for row in rows where !split.rows[row].role.isProbe {
        // A face itself is a better witness than its twin.
        if trained[groups[places[row]]] == nil || !records[places[row]].isMirror {
          trained[groups[places[row]]] = places[row]
        }
      }
      let trainedFaces = Set(rows.filter { !split.rows[$0].role.isProbe }.map { places[$0] })
      for row in rows {
        let place = places[row]
        if split.rows[row].role.isProbe {
          guard let twin = trained[groups[place]] else { continue }
          let witness = trainedFaces.contains(place) ? place : twin
          leaks.append(leak(split.rows[row], place, witness))
        } else if unknown.contains(records[place].subject) {
          leaks.append(
            SplitLeak(
              kind: .trainedStranger, repetition: split.rows[row].repetition,
              fold: split.rows[row].fold, probe: records[place].file, other: records[place].file))
        }
      }
    }
    return (leaks + acrossParts(split, places)).sorted {
      ($0.repetition, $0.fold, $0.probe) < ($1.repetition, $1.fold, $1.probe)
    }
  }

  /// Groups whose probes are in both the development and the evaluation part.
  private func acrossParts(_ split: Split, _ places: [Int]) -> [SplitLeak] {
    var development: [Int: Int] = [:]
    for (row, place) in zip(split.rows, places) where row.role == .developmentProbe {
      development[groups[place]] = place
    }
    if development.isEmpty { return [] }
    var leaks: [SplitLeak] = []
    for (row, place) in zip(split.rows, places) where row.role == .probe {
      guard let twin = development[groups[place]] else { continue }
      leaks.append(
        SplitLeak(
          kind: .acrossParts, repetition: row.repetition, fold: row.fold,
          probe: records[place].file, other: records[twin].file))
    }
    return leaks
  }

  private func leak(_ row: Split.Row, _ probe: Int, _ twin: Int) -> SplitLeak {
    let one = records[probe]
    let other = records[twin]
    let kind: SplitLeak.Kind =
      if probe == twin {
        .sameFace
      } else if (one.mirrorOf ?? one.id) == (other.mirrorOf ?? other.id) {
        .mirror
      } else if let capture = one.capture, capture == other.capture {
        .sameCapture
      } else {
        .nearDuplicate
      }
    return SplitLeak(
      kind: kind, repetition: row.repetition, fold: row.fold, probe: one.file, other: other.file)
  }
}

extension Split.Role {
  /// Whether the face is looked for, in either part.
  package var isProbe: Bool { self == .probe || self == .developmentProbe }
}

extension SplitPlanner {
  /// A split that was given, once it is known to fit the faces and to have no leak.
  func checked(
    _ split: Split, records: [FaceRecord], groups: [Int]
  ) throws(SplitError) -> Split {
    let owners = Dictionary(
      records.map { ($0.file, $0.subject) }, uniquingKeysWith: { first, _ in first })
    for (number, row) in split.rows.enumerated() {
      try row.check(against: owners, at: .row(number + 1))
    }
    let validator = SplitValidator(records: records, groups: groups)
    let leaks = try validator.leaks(in: split)
    if !leaks.isEmpty, !settings.allowLeaks { throw .leaks(leaks) }
    return split
  }
}

extension Split.Row {
  /// Refuses the row unless the dataset has its face, of its person.
  ///
  /// - Parameter owners: the person of every face, by file.
  func check(against owners: [String: SubjectID], at place: SplitRowPlace) throws(SplitError) {
    guard let owner = owners[file] else { throw .unknownFace(file, place) }
    guard owner == subject else {
      throw .otherSubject(file, place, said: subject, known: owner)
    }
  }
}

extension Split {
  /// The split, once every fold of it enrols people whom its world set does not show.
  ///
  /// - Throws: ``SplitError/rolesMissing(_:repetition:fold:)``, ``SplitError/worldNotApart(_:)``.
  func withWorldApart() throws(SplitError) -> Split {
    let folds = Dictionary(grouping: rows) { [$0.repetition, $0.fold] }
    for (fold, rows) in folds.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let missing = [
        (Role.world, rows.contains { $0.role == .world }),
        (.gallery, rows.contains { $0.role == .gallery }),
        (.probe, rows.contains { $0.role.isProbe }),
      ].filter { !$0.1 }.map(\.0)
      if !missing.isEmpty { throw .rolesMissing(missing, repetition: fold[0], fold: fold[1]) }
      let world = Set(rows.filter { $0.role == .world || $0.role == .train }.map(\.subject))
      let others = Set(rows.filter { $0.role != .world }.map(\.subject))
      let both = world.intersection(others)
      if !both.isEmpty { throw .worldNotApart(both.sorted()) }
    }
    return self
  }
}
