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
  ///   - share: of each known person's groups, and of the unknown people; rounded, at least one
  ///     group on either side where there are two.
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
    for (_, rows) in bySubject.sorted(by: { $0.key < $1.key }) {
      let own = Set(rows.map { groups[$0] }).subtracting(isDevelopment.keys).sorted()
      let chosen = Set(generator.shuffled(own).prefix(count(share, of: own.count)))
      for group in own { isDevelopment[group] = chosen.contains(group) }
    }
    let strangers = Set(strangerRows.map { trials.probes[$0].subject }).sorted()
    let chosen = Set(generator.shuffled(strangers).prefix(count(share, of: strangers.count)))

    var probes = trials.probes
    for row in matedRows where isDevelopment[groups[row]] == true {
      probes[row].part = .development
    }
    for row in strangerRows where chosen.contains(trials.probes[row].subject) {
      probes[row].part = .development
    }
    return TrialTable(gallery: trials.gallery, probes: probes, distances: trials.distances)
  }

  private static func count(_ share: Double, of total: Int) -> Int {
    let wanted = Int((share * Double(total)).rounded())
    return total < 2 ? min(total, wanted) : min(total - 1, max(1, wanted))
  }
}
