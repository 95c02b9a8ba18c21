package import FaceEvaluation
import FaceVocabulary
import Matrices

/// Divides the probes of a stored result into a part that thresholds are chosen on and a part they
/// are reported on.
///
/// Known people stay in the gallery and their probe groups are divided; unknown people are disjoint
/// between the two parts.
package enum DevelopmentSplit {
  /// `trials` with a share of the probes in the development part.
  ///
  /// - Parameters:
  ///   - groups: group number of each probe; one group never stands in both parts.
  ///   - share: of each known person's groups, and of the unknown people; at least one group on
  ///     either side where there are two. What a person is short of by rounding, the next one gets,
  ///     so that of people with one group each a share stands on either side.
  /// - Returns: the trials as they are when they have a development part already.
  package static func divided(
    _ trials: TrialTable, groups: [Int], share: Double, seed: UInt64
  ) -> TrialTable {
    precondition(groups.count == trials.probes.count, "one group a probe")
    if trials.probes.contains(where: { $0.part == .development }) { return trials }
    var generator = SeededGenerator(seed: seed, stream: 0xDE7)
    // One group may hold pictures of two people: the first person that has it decides.
    var isDevelopment: [Int: Bool] = [:]
    let matedRows = trials.probes.indices.filter { trials.probes[$0].isMated }
    let strangerRows = trials.probes.indices.filter { !trials.probes[$0].isMated }

    let bySubject = Dictionary(grouping: matedRows) { trials.probes[$0].subject }
    var owed = 0.0
    for (_, rows) in bySubject.sorted(by: { $0.key < $1.key }) {
      let own = Set(rows.map { groups[$0] }).subtracting(isDevelopment.keys).sorted()
      let wanted = share * Double(own.count) + owed
      let taken = count(nearest: wanted, of: own.count)
      // What the least of one on either side forces is no debt.
      owed = min(0.5, max(-0.5, wanted - Double(taken)))
      let chosen = Set(generator.shuffled(own).prefix(taken))
      for group in own { isDevelopment[group] = chosen.contains(group) }
    }
    let strangers = Set(strangerRows.map { trials.probes[$0].subject }).sorted()
    let chosen = Set(
      generator.shuffled(strangers).prefix(
        count(nearest: share * Double(strangers.count), of: strangers.count)))

    var probes = trials.probes
    for row in matedRows where isDevelopment[groups[row]] == true {
      probes[row].part = .development
    }
    for row in strangerRows where chosen.contains(trials.probes[row].subject) {
      probes[row].part = .development
    }
    return TrialTable(gallery: trials.gallery, probes: probes, distances: trials.distances)
  }

  private static func count(nearest wanted: Double, of total: Int) -> Int {
    let rounded = Int(wanted.rounded())
    return total < 2 ? min(total, max(0, rounded)) : min(total - 1, max(1, rounded))
  }
}
