package import FaceVocabulary

/// When a found box and a known one are the same face.
package enum MatchRule: String, CaseIterable, Sendable, Codable {
  /// Their intersection is at least half of their union.
  case iou
  /// OpenCV's old `opencv_performance`: centres at most 0.3 of the known width apart, widths within a
  /// factor of 1.5.
  case offset

  /// Whether `found` counts as `known`.
  package func accepts(_ found: PixelRect, _ known: PixelRect) -> Bool {
    switch self {
    case .iou: return found.overlapsByHalf(known)
    case .offset:
      let x = Double(2 * found.x + found.width - 2 * known.x - known.width) / 2
      let y = Double(2 * found.y + found.height - 2 * known.y - known.height) / 2
      let ratio = Double(found.width) / Double(known.width)
      return (x * x + y * y).squareRoot() <= 0.3 * Double(known.width)
        && ratio <= 1.5 && ratio >= 1 / 1.5
    }
  }
}

/// Found boxes counted against known ones, one to one.
package struct BoxMatching: Equatable, Sendable {
  /// One a known box: whether a found one is paired with it.
  package let found: [Bool]
  /// Found boxes that are paired with none.
  package let falseAlarms: Int

  package var hits: Int { found.count { $0 } }
  package var misses: Int { found.count - hits }

  /// What was counted earlier.
  package init(found: [Bool], falseAlarms: Int) {
    self.found = found
    self.falseAlarms = falseAlarms
  }

  /// Pairs as many boxes as can be paired: a maximum matching, so that no order decides how many.
  ///
  /// Where one found box could be either of two known ones, the earlier of these is the found one.
  ///
  /// - Parameter ignored: heads that may be found or missed without being counted.
  package init(
    found: [PixelRect], known: [PixelRect], ignored: [PixelRect] = [], rule: MatchRule
  ) {
    let paired = Self.paired(
      found.map { box in known.indices.filter { rule.accepts(box, known[$0]) } },
      with: known.count)
    falseAlarms = found.indices.count { box in
      !paired[box] && !ignored.contains { rule.accepts(found[box], $0) }
    }
    self.found = Self.paired(
      known.map { head in found.indices.filter { rule.accepts(found[$0], head) } },
      with: found.count)
  }

  /// Which boxes a maximum matching pairs, earlier ones before later ones.
  ///
  /// - Parameter candidates: for every box, those of the other side that it may be paired with.
  private static func paired(_ candidates: [[Int]], with others: Int) -> [Bool] {
    var owner = [Int?](repeating: nil, count: others)
    return candidates.indices.map { box in
      var seen = Set<Int>()
      return place(box, candidates: candidates, owner: &owner, seen: &seen)
    }
  }

  /// Finds a partner for `box`, moving earlier boxes to others where that makes room (Kuhn 1955).
  private static func place(
    _ box: Int, candidates: [[Int]], owner: inout [Int?], seen: inout Set<Int>
  ) -> Bool {
    for other in candidates[box] where seen.insert(other).inserted {
      let isFree =
        owner[other].map {
          place($0, candidates: candidates, owner: &owner, seen: &seen)
        } ?? true
      if isFree {
        owner[other] = box
        return true
      }
    }
    return false
  }
}
