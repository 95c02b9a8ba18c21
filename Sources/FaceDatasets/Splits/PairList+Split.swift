package import FaceVocabulary

extension PairList {
  /// The pictures that a list in LFW's format names, whether or not a dataset has them: those that
  /// must be imported before ``parse(_:file:records:)`` can read it.
  package static func pictures(named text: String) -> Set<ImportSelection.Picture> {
    var pictures: Set<ImportSelection.Picture> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == "\t" || $0 == " " }
      guard words.count == 3 || words.count == 4 else { continue }
      let second = words.count == 3 ? (words[0], words[2]) : (words[2], words[3])
      for (name, number) in [(words[0], words[1]), second] {
        guard let index = Int(number) else { continue }
        pictures.insert(
          ImportSelection.Picture(subject: SubjectID(String(name)), index: index))
      }
    }
    return pictures
  }

  /// The pairs as rows of a split, without anybody to train on.
  ///
  /// Each pair is a repeat of its fold, so that the rows tell which two faces are compared: the first
  /// face is its gallery, the second its probe. ``init(_:)`` reads them back.
  package func roles(of records: [FaceRecord]) -> Split {
    let subjects = Dictionary(
      records.map { ($0.file, $0.subject) }, uniquingKeysWith: { first, _ in first })
    var rows: [Split.Row] = []
    for (number, fold) in folds.enumerated() {
      for (position, pair) in fold.enumerated() {
        for (role, file) in [(Split.Role.gallery, pair.first), (.probe, pair.second)] {
          guard let subject = subjects[file] else { continue }
          rows.append(
            Split.Row(
              repetition: position + 1, fold: number + 1, role: role, subject: subject, file: file))
        }
      }
    }
    return Split(rows: rows)
  }

  /// The pairs that the rows of `split` tell: fold by fold, repeat by repeat; roles that train are
  /// passed over.
  ///
  /// - Throws: ``SplitError/notAPair(repetition:fold:gallery:probes:)`` for a repeat that has another
  ///   number of faces than one in the gallery and one to be looked for.
  package init(_ split: Split) throws(SplitError) {
    struct Place: Hashable, Comparable {
      let fold: Int
      let repetition: Int

      static func < (left: Place, right: Place) -> Bool {
        (left.fold, left.repetition) < (right.fold, right.repetition)
      }
    }
    var faces: [Place: (gallery: [Split.Row], probes: [Split.Row])] = [:]
    for row in split.rows {
      let place = Place(fold: row.fold, repetition: row.repetition)
      switch row.role {
      case .world, .train: break
      case .gallery: faces[place, default: ([], [])].gallery.append(row)
      case .probe, .developmentProbe: faces[place, default: ([], [])].probes.append(row)
      }
    }
    var folds: [[Pair]] = []
    var current: Int?
    for (place, sides) in faces.sorted(by: { $0.key < $1.key }) {
      guard sides.gallery.count == 1, sides.probes.count == 1 else {
        throw .notAPair(
          repetition: place.repetition, fold: place.fold, gallery: sides.gallery.count,
          probes: sides.probes.count)
      }
      if current != place.fold { folds.append([]) }
      current = place.fold
      folds[folds.count - 1].append(
        Pair(
          first: sides.gallery[0].file, second: sides.probes[0].file,
          isGenuine: sides.gallery[0].subject == sides.probes[0].subject))
    }
    self.folds = folds
  }
}

extension SplitPlanner {
  /// Roles for pairs: those of ``PairList/roles(of:)`` and, under the first repeat of each fold, its
  /// world set.
  ///
  /// The world set of a fold is what the other folds show, or, with one fold only, everybody whom
  /// the pairs do not show; people of the fold itself are left out of it.
  func split(_ pairs: PairList, _ people: SplitPopulation) throws(SplitError) -> Split {
    let places = Dictionary(
      people.records.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
    let trainers = people.trainers(withMirrors: settings.mirrorsTrain)
    let shown = Set(pairs.folds.joined().flatMap { [$0.first, $0.second] })
    let shownGroups = Set(shown.compactMap { places[$0].map { people.groups[$0] } })
    var rows: [Split.Row] = []
    for (number, fold) in pairs.folds.enumerated() {
      let own = fold.flatMap { [$0.first, $0.second] }.compactMap { places[$0] }
      let ownPeople = Set(own.map { people.subjectOf[$0] })
      let ownGroups = Set(own.map { people.groups[$0] })
      for record in trainers
      where !ownPeople.contains(people.subjectOf[record])
        && !ownGroups.contains(people.groups[record])
        && (pairs.folds.count == 1 || shownGroups.contains(people.groups[record]))
      {
        rows.append(
          Split.Row(
            repetition: 1, fold: number + 1, role: .world,
            subject: people.records[record].subject, file: people.records[record].file))
      }
    }
    return Split(rows: rows + pairs.roles(of: people.records).rows)
  }

  /// A split of pairs that was given whole, once it is known to fit the faces and to train on
  /// nothing that its fold compares.
  func checked(
    pairs split: Split, records: [FaceRecord], groups: [Int]
  ) throws(SplitError) -> Split {
    _ = try PairList(split)
    // Both faces of a pair are probes to the world set of the whole fold.
    let asProbes = Split(
      rows: split.rows.map { row in
        Split.Row(
          repetition: 1, fold: row.fold, role: row.role == .world ? .world : .probe,
          subject: row.subject, file: row.file)
      })
    _ = try checked(asProbes, records: records, groups: groups)
    return split
  }
}
