import FaceVocabulary

extension SplitPlanner {
  /// Parts that one bin is divided into at most, to be trained on and looked for in itself.
  private static let mostParts = 5

  /// One fold for each bin trained on and each other bin looked for; a bin is looked for in itself
  /// where everybody known has two groups in it, part by part.
  func anglePairs(
    step: Double?, _ people: SplitPopulation
  ) throws(SplitError) -> [FoldDraft] {
    var bins: [AngleBin: [Int]] = [:]
    for record in people.originals {
      guard let yaw = people.records[record].yawDegrees else { continue }
      bins[AngleBin(yaw: yaw, step: step ?? 0), default: []].append(record)
    }
    guard bins.count >= 2 else {
      throw .missingField(
        "yaw_deg", protocolWord: settings.plan.word,
        faces: bins.values.reduce(0) { $0 + $1.count })
    }
    let ordered = bins.sorted { $0.key < $1.key }
    var drafts: [FoldDraft] = []
    for (bin, trained) in ordered {
      let training = trained.filter { !people.isUnknown($0) } + mirrors(in: bin, people)
      for (probed, probes) in ordered {
        for part in probed == bin ? parts(of: probes, people) : [probes] {
          var draft = FoldDraft(fold: drafts.count + 1, probes: part)
          draft.training = training.sorted()
          drafts.append(draft)
        }
      }
    }
    return drafts
  }

  /// Mirrors that show an angle of `bin` themselves, where mirrors train.
  private func mirrors(in bin: AngleBin, _ people: SplitPopulation) -> [Int] {
    guard settings.mirrorsTrain else { return [] }
    return people.trainers(withMirrors: true).filter {
      people.records[$0].isMirror && bin.contains(people.records[$0].yawDegrees)
    }
  }

  /// `members` in parts that leave everybody a face to train on; none where somebody known has one
  /// group only.
  private func parts(of members: [Int], _ people: SplitPopulation) -> [[Int]] {
    var groups: [Int: [Int]] = [:]
    for record in members {
      let person = people.subjectOf[record]
      if groups[person]?.contains(people.groups[record]) != true {
        groups[person, default: []].append(people.groups[record])
      }
    }
    let known = Set(members.filter { !people.isUnknown($0) }.map { people.subjectOf[$0] })
    guard let fewest = known.map({ groups[$0]?.count ?? 0 }).min(), fewest >= 2 else { return [] }
    let count = min(
      SplitPlanner.mostParts, known.map { groups[$0]?.count ?? 0 }.max() ?? 0)
    var partOfGroup: [Int: Int] = [:]
    for person in groups.keys.sorted() {
      for (position, group) in (groups[person] ?? []).enumerated()
      where partOfGroup[group] == nil { partOfGroup[group] = position % count }
    }
    return (0..<count).map { part in
      members.filter { partOfGroup[people.groups[$0]] == part }
    }.filter { !$0.isEmpty }
  }
}
