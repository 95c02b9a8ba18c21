package import FaceVocabulary

/// How the face of a picture was found, where finding it is part of what is tested.
package enum DetectionOutcome: String, CaseIterable, Sendable, Codable {
  case found
  /// No face was reported, or none that could be prepared.
  case missed
  /// The face that was taken is not the one that is known to be there.
  case misplaced
  /// The face was reported more than once.
  case doubled

  /// Judges the box that was `taken` of those `reported`.
  ///
  /// A head is taken when box and head have half of their union in common; it is doubled when the
  /// centre of a further box lies in it. Where no head is known, the picture is taken to hold one,
  /// and any further box doubles it.
  ///
  /// - Parameter heads: boxes known to be right.
  package init(taken: PixelRect, reported: [PixelRect], heads: [PixelRect]) {
    var others = reported
    if let own = others.firstIndex(of: taken) { others.remove(at: own) }
    guard !heads.isEmpty else {
      self = others.isEmpty ? .found : .doubled
      return
    }
    guard let head = heads.max(by: { $0.overlap(with: taken) < $1.overlap(with: taken) }),
      taken.overlapsByHalf(head)
    else {
      self = .misplaced
      return
    }
    self = others.contains { head.holdsCenter(of: $0) } ? .doubled : .found
  }
}

/// The errors of an accuracy, each charged to the first stage that failed; they add up to
/// ``AccuracySummary/errors``.
package struct ErrorParts: Equatable, Sendable {
  /// Known people whose face was not found as it should be.
  package let detection: Int
  /// Known people whose face was found and who were not nearest.
  package let recognition: Int
  /// Known people who were nearest and rejected, and strangers who were accepted.
  package let threshold: Int

  /// The parts of those of `decisions` that are wrong.
  init(wrong decisions: [Decision]) {
    detection = decisions.count { $0.isMated && $0.failed }
    recognition = decisions.count { $0.isMated && !$0.failed && !$0.isRankOne }
    threshold = decisions.count { !$0.isMated || (!$0.failed && $0.isRankOne) }
  }

  /// The parts of `errors` among pairs, of which `undetected` are genuine ones without two prepared
  /// faces. A pair is no search, so nothing is charged to recognition.
  init(errorsOfPairs errors: Int, undetected: Int) {
    detection = min(errors, undetected)
    recognition = 0
    threshold = errors - detection
  }
}
