import FaceVocabulary

/// Joins boxes that are alike, as OpenCV's `groupRectangles` does with eps 0.2.
enum BoxClusters {
  /// How alike two boxes must be: share of their mean side by which each edge may differ.
  private static let eps = 0.2

  /// The mean box of every cluster with its number of members. Which boxes share a cluster does not
  /// depend on their order: likeness is joined transitively.
  static func means(of boxes: [PixelRect]) -> [Detection] {
    var parents = Array(boxes.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    // Left edges of alike boxes are near each other, so only a stretch of this order is compared.
    let order = boxes.indices.sorted { (boxes[$0].x, $0) < (boxes[$1].x, $1) }
    for (place, first) in order.enumerated() {
      let box = boxes[first]
      let reach = eps * Double(box.width + box.height) * 0.5
      for second in order[(place + 1)...] {
        if Double(boxes[second].x - box.x) > reach { break }
        let (one, other) = (root(first), root(second))
        if one != other && areAlike(box, boxes[second]) {
          parents[max(one, other)] = min(one, other)
        }
      }
    }
    var sums: [Int: (x: Int, y: Int, width: Int, height: Int, count: Int)] = [:]
    for (index, box) in boxes.enumerated() {
      let sum = sums[root(index), default: (0, 0, 0, 0, 0)]
      sums[root(index)] = (
        sum.x + box.x, sum.y + box.y, sum.width + box.width, sum.height + box.height, sum.count + 1
      )
    }
    return sums.keys.sorted().compactMap { sums[$0] }.map { sum in
      // Single precision and rounding to even, as the original: a pixel hangs on it.
      let share = 1 / Float(sum.count)
      func mean(_ total: Int) -> Int { Int((Float(total) * share).rounded(.toNearestOrEven)) }
      return Detection(
        box: PixelRect(
          x: mean(sum.x), y: mean(sum.y), width: mean(sum.width), height: mean(sum.height)),
        neighbors: sum.count)
    }
  }

  private static func areAlike(_ one: PixelRect, _ other: PixelRect) -> Bool {
    let delta =
      eps * Double(min(one.width, other.width) + min(one.height, other.height)) * 0.5
    func near(_ left: Int, _ right: Int) -> Bool { Double(abs(left - right)) <= delta }
    return near(one.x, other.x) && near(one.y, other.y)
      && near(one.x + one.width, other.x + other.width)
      && near(one.y + one.height, other.y + other.height)
  }

  /// The clusters of more than `neighbors` members that do not lie inside a stronger one.
  static func survivors(of clusters: [Detection], neighbors: Int) -> [Detection] {
    let strong = clusters.filter { $0.neighbors > neighbors }
    return strong.indices.filter { index in
      !strong.indices.contains { other in
        other != index && isInside(strong[index], strong[other])
      }
    }.map { strong[$0] }
  }

  private static func isInside(_ small: Detection, _ large: Detection) -> Bool {
    let (inner, outer) = (small.box, large.box)
    let across = Int((Double(outer.width) * eps).rounded(.toNearestOrEven))
    let down = Int((Double(outer.height) * eps).rounded(.toNearestOrEven))
    return inner.x >= outer.x - across && inner.y >= outer.y - down
      && inner.x + inner.width <= outer.x + outer.width + across
      && inner.y + inner.height <= outer.y + outer.height + down
      && (large.neighbors > max(3, small.neighbors) || small.neighbors < 3)
  }
}
