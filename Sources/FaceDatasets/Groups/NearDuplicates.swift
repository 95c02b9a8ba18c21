package import CooperativeWork

/// Finds pictures that show nearly the same: correlation of their thumbnails of at least 0.99.
///
/// The largest correlation between two different pictures of the AT&T set is 0.988.
package enum NearDuplicates {
  /// From this correlation on, two pictures are near-duplicates.
  package static let threshold = 0.99

  package struct Pair: Equatable, Sendable {
    /// Positions in the list of thumbnails, first < second.
    package let first: Int
    package let second: Int
    package let correlation: Double
  }

  /// Thumbnails in memory at a time: 8 MiB.
  private static let block = 4_096
  /// Leaves whose candidates are in memory at a time.
  private static let leaves = 512
  /// Pictures a side of the squares in which candidates are looked at, so that those of many
  /// alike pictures share the thumbnails that are read.
  private static let square: Int32 = 2_048

  /// All pairs of near-duplicates, by first and second; nil entries and flat pictures have none.
  package static func pairs(_ thumbnails: [Thumbnail?], work: Work) throws -> [Pair] {
    try pairs(among: HeldThumbnails(thumbnails: thumbnails), work: work)
  }

  /// All pairs of near-duplicates, by first and second.
  static func pairs(among source: some ThumbnailSource, work: Work) throws -> [Pair] {
    var found: [Pair] = []
    try visit(source, isWanted: { _ in true }, work: work) { found.append($0) }
    return found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// As many pairs as tell which pictures hang together by near-duplicates: fewer than pictures.
  static func links(among source: some ThumbnailSource, work: Work) throws -> [Pair] {
    var sets = DisjointSets(count: source.count)
    var found: [Pair] = []
    try visit(
      source,
      isWanted: { sets.root(Int($0.first)) != sets.root(Int($0.second)) }, work: work
    ) { pair in
      guard sets.root(pair.first) != sets.root(pair.second) else { return }
      sets.unite(pair.first, pair.second)
      found.append(pair)
    }
    return found
  }

  /// Gives every pair of near-duplicates to `body` once, in any order that never varies.
  ///
  /// A tree over ``ThumbnailSketch`` names the pairs that may be near; their correlation decides.
  ///
  /// - Parameter isWanted: whether a pair is of interest still, asked before it is looked at.
  /// - Complexity: in memory 140 bytes a picture, ``block`` thumbnails, and the candidates of
  ///   ``leaves`` leaves. In time O(n log n) and what it takes to tell pictures apart that are less
  ///   than 0.2 apart in the sixteen coarsest waves.
  private static func visit(
    _ source: some ThumbnailSource, isWanted: (SketchTree.Candidate) -> Bool, work: Work,
    body: (Pair) -> Void
  ) throws {
    let tree = try tree(over: source, work: work)
    for start in stride(from: 0, to: tree.leaves.count, by: leaves) {
      let count = min(leaves, tree.leaves.count - start)
      let part = work.part(from: start, of: tree.leaves.count)
      let candidates = try part.map(count: count, activity: "comparing pictures") {
        tree.candidates(of: start + $0)
      }
      try look(
        at: candidates.flatMap { $0 }, in: source, isWanted: isWanted, work: work, body: body)
    }
  }

  private static func tree(over source: some ThumbnailSource, work: Work) throws -> SketchTree {
    let quiet = work.silent
    var sketches: [ThumbnailSketch] = []
    var positions: [Int32] = []
    var done = 0
    try source.forEachBlock(of: block) { block in
      let stride = 128
      let made = try quiet.map(count: (block.count + stride - 1) / stride) { part in
        block[part * stride..<min(block.count, (part + 1) * stride)].map {
          ThumbnailSketch($0.thumbnail)
        }
      }
      for (placed, sketch) in zip(block, made.joined()) {
        guard let sketch else { continue }
        sketches.append(sketch)
        positions.append(placed.position)
      }
      done += block.count
      work.progress(
        ProgressStep(activity: "reading thumbnails", done: done, total: source.count))
    }
    return SketchTree(sketches, positions: positions)
  }

  /// Computes the correlations of `candidates`, with at most ``block`` thumbnails in memory.
  private static func look(
    at candidates: [SketchTree.Candidate], in source: some ThumbnailSource,
    isWanted: (SketchTree.Candidate) -> Bool, work: Work, body: (Pair) -> Void
  ) throws {
    let sorted = candidates.sorted { one, other in
      (one.first / square, one.second / square, one.first, one.second)
        < (other.first / square, other.second / square, other.first, other.second)
    }
    let quiet = work.silent
    var next = 0
    while next < sorted.count {
      var places: [Int32: Int] = [:]
      var batch: [SketchTree.Candidate] = []
      while next < sorted.count, batch.count < 65_536, places.count + 2 <= block {
        let candidate = sorted[next]
        next += 1
        guard isWanted(candidate) else { continue }
        batch.append(candidate)
        for end in [candidate.first, candidate.second] where places[end] == nil {
          places[end] = places.count
        }
      }
      let needed = places.sorted { $0.value < $1.value }.map(\.key)
      let thumbnails = try source.thumbnails(at: needed)
      let (pairs, known) = (batch, places)
      let correlations = try quiet.map(count: (pairs.count + 63) / 64) { part in
        pairs[part * 64..<min(pairs.count, (part + 1) * 64)].map { pair -> Double? in
          guard let one = known[pair.first].flatMap({ thumbnails[$0] }),
            let other = known[pair.second].flatMap({ thumbnails[$0] })
          else { return nil }
          return one.correlation(with: other)
        }
      }
      for (pair, correlation) in zip(pairs, correlations.joined()) {
        guard let correlation, correlation >= threshold else { continue }
        body(
          Pair(first: Int(pair.first), second: Int(pair.second), correlation: correlation))
      }
    }
  }
}
