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
  package let hits: Int
  package let misses: Int
  package let falseAlarms: Int

  /// Pairs as many boxes as can be paired: a maximum matching, so that no order decides.
  ///
  /// - Parameter ignored: heads that may be found or missed without being counted.
  package init(
    found: [PixelRect], known: [PixelRect], ignored: [PixelRect] = [], rule: MatchRule
  ) {
    let candidates = found.map { box in known.indices.filter { rule.accepts(box, known[$0]) } }
    var owner = [Int?](repeating: nil, count: known.count)
    var paired = Set<Int>()
    for box in found.indices {
      var seen = Set<Int>()
      if Self.place(box, candidates: candidates, owner: &owner, seen: &seen) {
        paired = Set(owner.compactMap(\.self))
      }
    }
    hits = paired.count
    misses = known.count - paired.count
    falseAlarms = found.indices.count { box in
      !paired.contains(box) && !ignored.contains { rule.accepts(found[box], $0) }
    }
  }

  /// Finds a known box for `box`, moving earlier ones where that makes room (Kuhn 1955).
  private static func place(
    _ box: Int, candidates: [[Int]], owner: inout [Int?], seen: inout Set<Int>
  ) -> Bool {
    for known in candidates[box] where seen.insert(known).inserted {
      let isFree =
        owner[known].map {
          place($0, candidates: candidates, owner: &owner, seen: &seen)
        } ?? true
      if isFree {
        owner[known] = box
        return true
      }
    }
    return false
  }
}
