import FaceVocabulary
import Matrices

extension SplitPlanner {
  /// Who is looked for in which fold.
  func drafts(_ people: SplitPopulation) throws(SplitError) -> [FoldDraft] {
    switch settings.plan {
    case .leaveOneOut: return leaveOneOut(people)
    case .folds(let count, by: .seed): return try seededFolds(count, people)
    case .folds(let count, by: .index): return try indexedFolds(count, people)
    case .perPerson(let training, let repeats):
      return try perPerson(training, repeats: max(1, repeats), people)
    case .leaveOneSessionOut:
      return try leaveOut("session", people) { $0.session.map(NaturalKey.init) }
    case .leaveOneSweepOut:
      return try leaveOut("capture", people) { $0.capture }
    case .leaveOneAngleOut(let step):
      return try leaveOneAngleOut(step: step, people)
    case .anglePairs(let step):
      return try anglePairs(step: step, people)
    case .leaveOnePersonOut:
      return people.subjects.indices.map { person in
        var draft = FoldDraft(
          fold: person + 1, probes: people.originals.filter { people.subjectOf[$0] == person })
        draft.isUnenrolled = true
        return draft
      }
    case .list, .enrol, .pairs, .pairRoles:
      preconditionFailure("protocol \(settings.plan.word) has no folds of its own")
    }
  }

  /// One fold a group of a known person; all unknown images against the full gallery at the end.
  private func leaveOneOut(_ people: SplitPopulation) -> [FoldDraft] {
    var drafts: [FoldDraft] = []
    var strangers: [Int] = []
    let members = people.groupMembers()
    for group in people.groupsByPerson().joined() {
      let known = members[group].filter { !people.isUnknown($0) }
      strangers += members[group].filter { people.isUnknown($0) }
      if !known.isEmpty { drafts.append(FoldDraft(fold: drafts.count + 1, probes: known)) }
    }
    if !strangers.isEmpty {
      drafts.append(FoldDraft(fold: drafts.count + 1, probes: strangers.sorted()))
    }
    return drafts
  }

  /// Each group goes where its person has the fewest images so far, then where anybody has.
  private func seededFolds(
    _ count: Int, _ people: SplitPopulation
  ) throws(SplitError) -> [FoldDraft] {
    let persons = people.groupsByPerson()
    let members = people.groupMembers()
    let most = persons.reduce(0) { $0 + $1.count }
    guard count >= 2, count <= most else { throw .tooManyFolds(asked: count, most: most) }
    var generator = SplitPlanner.generator(settings.seed, .folds)
    var folds = [[Int]](repeating: [], count: count)
    for groups in persons {
      var own = [Int](repeating: 0, count: count)
      for group in generator.shuffled(groups) {
        let fold =
          (0..<count).min { (own[$0], folds[$0].count, $0) < (own[$1], folds[$1].count, $1) } ?? 0
        own[fold] += members[group].count
        folds[fold] += members[group]
      }
    }
    return drafts(of: folds)
  }

  private func indexedFolds(
    _ count: Int, _ people: SplitPopulation
  ) throws(SplitError) -> [FoldDraft] {
    let positions = people.positions()
    let most = positions.max() ?? 0
    guard count >= 2, count <= most else { throw .tooManyFolds(asked: count, most: most) }
    var folds = [[Int]](repeating: [], count: count)
    let members = people.groupMembers()
    for group in people.groupsByPerson().joined() {
      // A group goes with its first image.
      let first = members[group].first.map { positions[$0] - 1 } ?? 0
      folds[first % count] += members[group]
    }
    return drafts(of: folds)
  }

  private func drafts(of folds: [[Int]]) -> [FoldDraft] {
    folds.enumerated().map { FoldDraft(fold: $0 + 1, probes: $1.sorted()) }
  }

  /// Exactly `training` images of each person train. Of a group that is cut by that number, the
  /// rest neither trains nor is looked for.
  private func perPerson(
    _ training: Int, repeats: Int, _ people: SplitPopulation
  ) throws(SplitError) -> [FoldDraft] {
    let persons = people.groupsByPerson()
    let members = people.groupMembers()
    let most = people.positions().max() ?? 0
    guard training >= 1, most > training else {
      throw .nothingToProbe(training: training, most: most)
    }
    let mirrors = Dictionary(
      grouping: people.records.indices.filter { people.records[$0].isMirror },
      by: { people.records[$0].mirrorOf })
    let drafts = (0..<repeats).map { repeatNumber in
      var generator = SplitPlanner.generator(settings.seed, .repeats, repeatNumber)
      var trained: [Int] = []
      var probes: [Int] = []
      // By person; a group may hold faces of several, so this is counted across persons.
      var taken = [Int](repeating: 0, count: people.subjects.count)
      for group in persons.flatMap({ generator.shuffled($0) }) {
        let isOpen = members[group].contains { taken[people.subjectOf[$0]] < training }
        // A group with a stranger in it must be looked for, so it cannot train.
        guard isOpen, !members[group].contains(where: people.isUnknown) else {
          probes += members[group]
          continue
        }
        for record in members[group] where taken[people.subjectOf[record]] < training {
          taken[people.subjectOf[record]] += 1
          trained.append(record)
        }
      }
      if settings.mirrorsTrain {
        trained += trained.flatMap { mirrors[people.records[$0].id] ?? [] }
      }
      var draft = FoldDraft(repetition: repeatNumber + 1, fold: 1, probes: probes.sorted())
      draft.training = trained.sorted()
      return draft
    }
    guard drafts.contains(where: { !$0.probes.isEmpty }) else {
      throw .nothingSeparate(training: training)
    }
    return drafts
  }

  private func leaveOneAngleOut(
    step: Double?, _ people: SplitPopulation
  ) throws(SplitError) -> [FoldDraft] {
    let width = step ?? 0
    let bins = try leaveOut("yaw_deg", people) { record in
      record.yawDegrees.map { AngleBin(yaw: $0, step: width) }
    }
    return bins.map { draft in
      var angled = draft
      angled.angleBin = draft.probes.lazy.compactMap { people.records[$0].yawDegrees }.first.map {
        AngleBin(yaw: $0, step: width)
      }
      return angled
    }
  }

  /// One fold for each value of a field. Known faces without it train always; unknown ones without
  /// it are looked for in the last fold.
  private func leaveOut<Key: Hashable & Comparable>(
    _ field: String, _ people: SplitPopulation, key: (FaceRecord) -> Key?
  ) throws(SplitError) -> [FoldDraft] {
    var folds: [Key: [Int]] = [:]
    var strangers: [Int] = []
    for record in people.originals {
      if let value = key(people.records[record]) {
        folds[value, default: []].append(record)
      } else if people.isUnknown(record) {
        strangers.append(record)
      }
    }
    guard folds.count >= 2 else {
      throw .missingField(
        field, protocolWord: settings.plan.word,
        faces: folds.values.reduce(0) { $0 + $1.count })
    }
    var ordered = folds.sorted { $0.key < $1.key }.map(\.value)
    ordered[ordered.count - 1] = (ordered[ordered.count - 1] + strangers).sorted()
    return drafts(of: ordered)
  }
}

/// A text that is ordered as people number things.
private struct NaturalKey: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    NaturalOrder.precedes(left.text, right.text)
  }
}
