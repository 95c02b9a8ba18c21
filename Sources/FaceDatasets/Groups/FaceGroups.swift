/// Which faces must stay on one side of every split.
package enum GroupRule: String, CaseIterable, Sendable {
  /// An image, its mirrors and its near-duplicates.
  case image
  /// Those, and all frames of one capture.
  case capture
}

/// Divides faces into groups that may not be parted.
package enum FaceGroups {
  /// The group of every record: 0, 1, … in the order of first appearance.
  ///
  /// - Parameters:
  ///   - records: faces; a mirror whose source is not among them stands alone.
  ///   - nearDuplicates: pairs of positions in `records`.
  ///   - rule: whether captures keep together too.
  package static func compute(
    _ records: [FaceRecord], nearDuplicates: [NearDuplicates.Pair], rule: GroupRule
  ) -> [Int] {
    var sets = DisjointSets(count: records.count)
    let sources = Set(records.lazy.compactMap(\.mirrorOf))
    var positions: [Int64: Int] = [:]
    if !sources.isEmpty {
      for (position, record) in records.enumerated()
      where sources.contains(record.id) && positions[record.id] == nil {
        positions[record.id] = position
      }
    }
    var captures: [Int64: Int] = [:]
    for (position, record) in records.enumerated() {
      if let source = record.mirrorOf.flatMap({ positions[$0] }) { sets.unite(source, position) }
      if rule == .capture, let capture = record.capture {
        if let first = captures[capture] {
          sets.unite(first, position)
        } else {
          captures[capture] = position
        }
      }
    }
    for pair in nearDuplicates { sets.unite(pair.first, pair.second) }
    return sets.numbered()
  }
}

/// Sets that can only grow together (Tarjan 1975: union by size, path halving).
struct DisjointSets {
  private var parents: [Int]
  private var sizes: [Int]

  init(count: Int) {
    parents = Array(0..<count)
    sizes = Array(repeating: 1, count: count)
  }

  mutating func root(_ element: Int) -> Int {
    var node = element
    while parents[node] != node {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }

  mutating func unite(_ one: Int, _ other: Int) {
    var large = root(one)
    var small = root(other)
    if large == small { return }
    if sizes[large] < sizes[small] { swap(&large, &small) }
    parents[small] = large
    sizes[large] += sizes[small]
  }

  /// Numbers of the sets, in the order in which their first elements come.
  mutating func numbered() -> [Int] {
    // Number of the set of each root; −1 before it was met.
    var numbers = [Int](repeating: -1, count: parents.count)
    var next = 0
    return parents.indices.map { element in
      let root = root(element)
      if numbers[root] < 0 {
        numbers[root] = next
        next += 1
      }
      return numbers[root]
    }
  }
}
