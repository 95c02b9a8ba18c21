/// Cumulative match characteristic: how often the own person is among the first r of the gallery.
///
/// Equal distances place the own person last, so that ties never flatter. Failed probes and mated
/// probes without a gallery face count as misses at every rank.
package struct RankCurve: Equatable, Sendable {
  /// Mated probes, failures included.
  package let matedProbes: Int
  /// Hits at rank 1 … people of the gallery, never falling.
  package let hits: [Int]

  package init(_ table: TrialTable, in part: TrialTable.Part? = .evaluation) {
    self.init(table.decisions(in: part), gallerySubjects: table.gallery.count)
  }

  package init(_ decisions: [Decision], gallerySubjects: Int) {
    var counts = [Int](repeating: 0, count: gallerySubjects)
    var mated = 0
    for decision in decisions where decision.isMated {
      mated += 1
      if let rank = decision.rank { counts[rank - 1] += 1 }
    }
    matedProbes = mated
    var sum = 0
    hits = counts.map { count in
      sum += count
      return sum
    }
  }

  /// The share of mated probes found within the first `rank` people; nil without mated probes.
  package func rate(atRank rank: Int) -> Double? {
    guard matedProbes > 0, rank >= 1 else { return nil }
    guard let last = hits.last else { return 0 }
    return Double(rank <= hits.count ? hits[rank - 1] : last) / Double(matedProbes)
  }

  /// The share of mated probes whose own person is nearest; nil without mated probes.
  package var rankOne: Double? { rate(atRank: 1) }
}
