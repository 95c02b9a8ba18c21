import FaceVocabulary
import Matrices

extension SplitPlanner {
  /// Groups whose probes thresholds are chosen on.
  ///
  /// A known person's groups are divided by the wished share; people who are never enrolled are
  /// divided as whole people, so that no stranger is in both parts.
  func developmentGroups(_ people: SplitPopulation) throws(SplitError) -> Set<Int> {
    switch settings.development {
    case .none: return []
    case .files(let files):
      let chosen = people.originals.filter { files.contains(people.records[$0].file) }
      let groups = Set(chosen.map { people.groups[$0] })
      try refuseDividedGroups(chosen: Set(chosen), groups, people)
      return groups
    case .fraction(let share):
      guard share > 0, share < 1 else { throw .badFraction(share, option: "--dev") }
      return drawn(share, people)
    }
  }

  private func drawn(_ share: Double, _ people: SplitPopulation) -> Set<Int> {
    var generator = SplitPlanner.generator(settings.seed, .development)
    let persons = people.groupsByPerson()
    let strangers = strangersKeptTogether(people)
    var chosen: Set<Int> = []
    var decided: Set<Int> = []
    let wanted = Int((share * Double(strangers.count)).rounded())
    let count = strangers.count < 2 ? wanted : min(max(1, wanted), strangers.count - 1)
    for (place, cluster) in generator.shuffled(strangers).enumerated() {
      decided.formUnion(cluster)
      if place < count { chosen.formUnion(cluster) }
    }
    // What a person with an odd number of groups is short of, the next one gets.
    var owed = 0.0
    for groups in persons {
      let open = groups.filter { !decided.contains($0) }
      owed += share * Double(open.count)
      let count = min(open.count, max(0, Int(owed.rounded())))
      owed -= Double(count)
      chosen.formUnion(generator.shuffled(open).prefix(count))
    }
    return chosen
  }

  /// Groups of the people who are never enrolled: one set for each person, or for several people
  /// whom a common group ties together.
  private func strangersKeptTogether(_ people: SplitPopulation) -> [Set<Int>] {
    let isStranger: (Int) -> Bool =
      if case .leaveOnePersonOut = settings.plan { { _ in true } } else { people.isUnknown }
    let records = people.originals.filter(isStranger)
    var sets = DisjointSets(count: people.subjects.count + people.groupCount)
    for record in records {
      sets.unite(people.subjectOf[record], people.subjects.count + people.groups[record])
    }
    var clusters: [Int: Set<Int>] = [:]
    for record in records {
      clusters[sets.root(people.subjectOf[record]), default: []].insert(people.groups[record])
    }
    return clusters.values.sorted { ($0.min() ?? 0) < ($1.min() ?? 0) }
  }

  private func refuseDividedGroups(
    chosen: Set<Int>, _ groups: Set<Int>, _ people: SplitPopulation
  ) throws(SplitError) {
    let leaks = people.originals
      .filter { groups.contains(people.groups[$0]) && !chosen.contains($0) }
      .map { record in
        let twin = chosen.first { people.groups[$0] == people.groups[record] } ?? record
        return SplitLeak(
          kind: .acrossParts, repetition: 1, fold: 1, probe: people.records[record].file,
          other: people.records[twin].file)
      }
    if !leaks.isEmpty { throw .leaks(leaks) }
    let strangersChosen = Set(chosen.filter(people.isUnknown).map { people.subjectOf[$0] })
    let torn = people.originals.filter {
      strangersChosen.contains(people.subjectOf[$0]) && !chosen.contains($0)
    }
    if !torn.isEmpty {
      throw .leaks(
        torn.map { record in
          let twin = chosen.first { people.subjectOf[$0] == people.subjectOf[record] } ?? record
          return SplitLeak(
            kind: .acrossParts, repetition: 1, fold: 1, probe: people.records[record].file,
            other: people.records[twin].file)
        })
    }
  }
}
