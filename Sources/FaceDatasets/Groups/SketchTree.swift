import CooperativeWork

/// Sketches in a tree of boxes, in which near ones are found without comparing all with all.
///
/// Every node is split at the median of the wave in which it is widest (Friedman, Bentley and
/// Finkel, “An Algorithm for Finding Best Matches in Logarithmic Expected Time”, ACM TOMS 3(3),
/// 1977). The nodes lie in the order of a walk down and leftmost first.
struct SketchTree: Sendable {
  /// Sketches of a leaf at most.
  private static let leaf = 16

  /// The sketches, leaf after leaf, and the position of the picture behind each.
  private var sketches: [ThumbnailSketch] = []
  private var positions: [Int32] = []
  private var nodes: [Node] = []
  /// Nodes that are leaves, in their order.
  private(set) var leaves: [Int32] = []

  private struct Node {
    /// The smallest box, along the coarse waves, around its sketches.
    let box: Box
    /// Its sketches.
    let start: Int32
    let end: Int32
    /// The node after all that lie within this one.
    var next: Int32 = 0
  }

  private struct Box {
    var lower: SIMD16<Float>
    var upper: SIMD16<Float>

    init(_ point: SIMD16<Float>) { (lower, upper) = (point, point) }

    mutating func widen(to point: SIMD16<Float>) {
      lower.replace(with: point, where: point .< lower)
      upper.replace(with: point, where: point .> upper)
    }

    /// Whether something within may be near `point`.
    func mayBeNear(_ point: SIMD16<Float>) -> Bool {
      let (below, above) = (lower - point, point - upper)
      let gap =
        below.replacing(with: 0, where: below .< 0) + above.replacing(with: 0, where: above .< 0)
      return (gap * gap).total <= ThumbnailSketch.reach
    }
  }

  /// Two pictures whose sketches are near, by position, the lower one first.
  struct Candidate: Sendable {
    let first: Int32
    let second: Int32
  }

  /// A tree over pictures: `sketches[i]` is of the one at `positions[i]`.
  ///
  /// - Complexity: O(n log n) time, 140 bytes a sketch.
  init(_ sketches: [ThumbnailSketch], positions: [Int32]) {
    var order = sketches.indices.map { Int32($0) }
    if !sketches.isEmpty { build(&order, 0..<sketches.count, of: sketches) }
    self.sketches = order.map { sketches[Int($0)] }
    self.positions = order.map { positions[Int($0)] }
  }

  private mutating func build(
    _ order: inout [Int32], _ range: Range<Int>, of sketches: [ThumbnailSketch]
  ) {
    var box = Box(sketches[Int(order[range.lowerBound])].coarse)
    for place in range {
      box.widen(to: sketches[Int(order[place])].coarse)
    }
    let number = nodes.count
    nodes.append(Node(box: box, start: Int32(range.lowerBound), end: Int32(range.upperBound)))
    if range.count <= Self.leaf {
      leaves.append(Int32(number))
    } else {
      let widths = box.upper - box.lower
      let wave = (0..<16).max { (widths[$0], -$0) < (widths[$1], -$1) } ?? 0
      let middle = range.lowerBound + range.count / 2
      let keys = range.map { place in
        (key: sketches[Int(order[place])].coarse[wave], index: order[place])
      }
      for (place, entry) in zip(range, keys.split(at: range.count / 2)) {
        order[place] = entry.index
      }
      build(&order, range.lowerBound..<middle, of: sketches)
      build(&order, middle..<range.upperBound, of: sketches)
    }
    nodes[number].next = Int32(nodes.count)
  }

  /// Pairs of a sketch of the leaf `leaf` with a later one that may be near; every pair of the tree
  /// is told by exactly one leaf.
  func candidates(of leaf: Int) -> [Candidate] {
    let number = Int(leaves[leaf])
    var found: [Candidate] = []
    sketches.withUnsafeBufferPointer { sketches in
      nodes.withUnsafeBufferPointer { nodes in
        for one in Int(nodes[number].start)..<Int(nodes[number].end) {
          let sketch = sketches[one]
          // What lies before the leaf has told its pairs with it.
          var next = number
          while next < nodes.count {
            let node = next
            guard nodes[node].box.mayBeNear(sketch.coarse) else {
              next = Int(nodes[node].next)
              continue
            }
            next += 1
            guard nodes[node].next == next else { continue }
            for other in max(one + 1, Int(nodes[node].start))..<max(one + 1, Int(nodes[node].end))
            where sketch.mayBeNear(sketches[other]) {
              let ends = (positions[one], positions[other])
              found.append(Candidate(first: min(ends.0, ends.1), second: max(ends.0, ends.1)))
            }
          }
        }
      }
    }
    return found
  }
}

extension [(key: Float, index: Int32)] {
  /// The entries with those of the `count` smallest keys first; equal keys go by their index.
  ///
  /// - Complexity: O(n) expected (Hoare, “Algorithm 65: Find”, CACM 4(7), 1961).
  fileprivate func split(at count: Int) -> Self {
    var entries = self
    entries.withUnsafeMutableBufferPointer { entries in
      var (low, high) = (0, entries.count - 1)
      while low < high {
        let pivot = entries[low + (high - low) / 2]
        var (left, right) = (low, high)
        while left <= right {
          while entries[left] < pivot { left += 1 }
          while pivot < entries[right] { right -= 1 }
          if left <= right {
            entries.swapAt(left, right)
            left += 1
            right -= 1
          }
        }
        if count <= right {
          high = right
        } else if count >= left {
          low = left
        } else {
          return
        }
      }
    }
    return entries
  }
}
