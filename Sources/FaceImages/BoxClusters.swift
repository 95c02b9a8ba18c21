import FaceVocabulary

/// Joins boxes that are alike, as OpenCV's `groupRectangles` does with eps 0.2.
enum BoxClusters {
  /// How alike two boxes must be: share of their mean side by which each edge may differ.
  private static let eps = 0.2

  /// The mean box of every cluster with its number of members. Which boxes share a cluster does not
  /// depend on their order: likeness is joined transitively.
  static func means(of boxes: [PixelRect]) -> [Detection] {
    // Left edges of alike boxes are near each other, so only a stretch of this order is compared.
    let order = boxes.indices.sorted { (boxes[$0].x, $0) < (boxes[$1].x, $1) }
    let roots = roots(of: order.map { boxes[$0] })
    var clusterOfRoot = [Int](repeating: -1, count: boxes.count)
    var places = [Int](repeating: 0, count: boxes.count)
    for (place, index) in order.enumerated() { places[index] = place }
    // Clusters stand in the order of their first boxes.
    var sums: [Sum] = []
    for (index, box) in boxes.enumerated() {
      let root = roots[places[index]]
      if clusterOfRoot[root] < 0 {
        clusterOfRoot[root] = sums.count
        sums.append(Sum())
      }
      sums[clusterOfRoot[root]].add(box)
    }
    return sums.map(\.mean)
  }

  /// For each of `boxes`, which rise from left to right, the place of one that stands for its cluster.
  private static func roots(of boxes: [PixelRect]) -> [Int] {
    var parents = Array(boxes.indices)
    boxes.withUnsafeBufferPointer { boxes in
      parents.withUnsafeMutableBufferPointer { parents in
        for place in boxes.indices {
          let box = boxes[place]
          let reach = Int((eps * Double(box.width + box.height) * 0.5).rounded(.down))
          var own = root(of: place, in: parents)
          var next = place + 1
          while next < boxes.count, boxes[next].x - box.x <= reach {
            // Most are told apart by the upper edges alone, or known to belong together already.
            if abs(boxes[next].y - box.y) <= reach, parents[next] != own,
              areAlike(box, boxes[next])
            {
              let other = root(of: next, in: parents)
              parents[max(own, other)] = min(own, other)
              own = min(own, other)
            }
            next += 1
          }
        }
        for place in parents.indices { parents[place] = root(of: place, in: parents) }
      }
    }
    return parents
  }

  /// What stands for the cluster of `place`; the way there is shortened.
  private static func root(of place: Int, in parents: UnsafeMutableBufferPointer<Int>) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  /// Members of a cluster added up.
  private struct Sum {
    private var (x, y, width, height, count) = (0, 0, 0, 0, 0)

    mutating func add(_ box: PixelRect) {
      x += box.x
      y += box.y
      width += box.width
      height += box.height
      count += 1
    }

    var mean: Detection {
      // Single precision and rounding to even, as the original: a pixel hangs on it.
      let share = 1 / Float(count)
      func mean(_ total: Int) -> Int { Int((Float(total) * share).rounded(.toNearestOrEven)) }
      return Detection(
        box: PixelRect(x: mean(x), y: mean(y), width: mean(width), height: mean(height)),
        neighbors: count)
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
