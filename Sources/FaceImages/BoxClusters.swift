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
    // Left edges of alike boxes are near each other, so only a stretch of this order is compared,
    // and most of it is told apart by the upper edges alone.
    let order = boxes.indices.sorted { (boxes[$0].x, $0) < (boxes[$1].x, $1) }
    let sorted = order.map { boxes[$0] }
    sorted.withUnsafeBufferPointer { sorted in
      for place in sorted.indices {
        let box = sorted[place]
        let reach = Int((eps * Double(box.width + box.height) * 0.5).rounded(.down))
        var next = place + 1
        while next < sorted.count, sorted[next].x - box.x <= reach {
          if abs(sorted[next].y - box.y) <= reach, areAlike(box, sorted[next]) {
            let (one, other) = (root(order[place]), root(order[next]))
            parents[max(one, other)] = min(one, other)
          }
          next += 1
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
    let reaches = strong.map(Reach.init)
    return reaches.withUnsafeBufferPointer { reaches in
      strong.indices.filter { index in
        let (box, members) = (strong[index].box, strong[index].neighbors)
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        for other in reaches.indices where other != index {
          let reach = reaches[other]
          if box.x >= reach.left, right <= reach.right, box.y >= reach.top, bottom <= reach.bottom,
            reach.members > max(3, members) || members < 3
          {
            return false
          }
        }
        return true
      }.map { strong[$0] }
    }
  }

  /// Where a box must lie to count as inside another one.
  private struct Reach {
    let left: Int
    let top: Int
    let right: Int
    let bottom: Int
    let members: Int

    init(_ cluster: Detection) {
      let box = cluster.box
      let across = Int((Double(box.width) * eps).rounded(.toNearestOrEven))
      let down = Int((Double(box.height) * eps).rounded(.toNearestOrEven))
      (left, top) = (box.x - across, box.y - down)
      (right, bottom) = (box.x + box.width + across, box.y + box.height + down)
      members = cluster.neighbors
    }
  }
}
