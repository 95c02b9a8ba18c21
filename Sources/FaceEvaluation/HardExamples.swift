package import FaceVocabulary

/// A probe worth looking at, with the person it was compared with.
package struct HardExample: Equatable, Sendable {
  package let file: String
  /// The probe's person.
  package let subject: SubjectID
  /// The person of the gallery that it was compared with.
  package let other: SubjectID
  package let distance: Double
  /// Place of the own person; nil where the probe's person is not in the gallery.
  package let rank: Int?
}

/// A probe whose label is doubtful.
package struct SuspectLabel: Equatable, Sendable {
  package let file: String
  /// What the label says.
  package let subject: SubjectID
  /// Who is nearest instead.
  package let likely: SubjectID
  /// Distance to the labelled person over distance to the nearest other: 1 is undecided, more is
  /// suspicious; +∞ when the face equals one of the other person.
  package let ratio: Double
}

extension TrialTable {
  /// Probes farthest from their own person, farthest first; failures aside.
  package func worstGenuine(_ limit: Int, in part: Part? = .evaluation) -> [HardExample] {
    let found = decisions(in: part).compactMap { decision -> HardExample? in
      guard let own = decision.own else { return nil }
      let probe = probes[decision.probe]
      return HardExample(
        file: probe.file, subject: probe.subject, other: gallery[own],
        distance: decision.ownDistance, rank: decision.rank)
    }
    return Array(
      found.sorted { ($1.distance, $0.subject, $0.file) < ($0.distance, $1.subject, $1.file) }
        .prefix(limit))
  }

  /// Probes nearest to somebody else, nearest first.
  package func worstImpostors(_ limit: Int, in part: Part? = .evaluation) -> [HardExample] {
    let found = decisions(in: part).compactMap { decision -> HardExample? in
      guard let other = decision.nearestOther else { return nil }
      let probe = probes[decision.probe]
      return HardExample(
        file: probe.file, subject: probe.subject, other: gallery[other],
        distance: decision.nearestOtherDistance, rank: decision.rank)
    }
    return Array(
      found.sorted { ($0.distance, $0.subject, $0.file) < ($1.distance, $1.subject, $1.file) }
        .prefix(limit))
  }

  /// Mated probes that lie much nearer to another person than to their own, most suspicious first.
  ///
  /// A wrongly labelled face is far from everybody who has its label and near to one other person, so
  /// the ratio of the two distances singles it out where absolute distances would not.
  package func suspectLabels(_ limit: Int, in part: Part? = .evaluation) -> [SuspectLabel] {
    let found = decisions(in: part).compactMap { decision -> SuspectLabel? in
      guard decision.own != nil, let other = decision.nearestOther,
        decision.ownDistance > decision.nearestOtherDistance
      else { return nil }
      let probe = probes[decision.probe]
      return SuspectLabel(
        file: probe.file, subject: probe.subject, likely: gallery[other],
        ratio: decision.ownDistance / decision.nearestOtherDistance)
    }
    return Array(
      found.sorted { ($1.ratio, $0.subject, $0.file) < ($0.ratio, $1.subject, $1.file) }
        .prefix(limit))
  }
}
