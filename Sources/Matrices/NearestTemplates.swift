import CMatrixKernels
package import CooperativeWork

/// Templates nearest to probes, without the distances of all the others.
///
/// A product in single precision, with a bound on its rounding, names the templates that may be
/// nearest; only these get the distance of ``PairwiseDistances``. So the answer is that of looking
/// through all distances, to the last bit and with the same ties.
package enum NearestTemplates {
  /// A template and its distance to the probe.
  package struct Found: Equatable, Sendable {
    /// Which row of the templates it is.
    package let position: Int
    package let distance: Double
  }

  /// What `body` makes of every probe and the templates found for it, in the probes' order.
  ///
  /// Found, in the templates' order, are all templates that are no farther than the person who is
  /// `top`-th nearest, and perhaps some more. A person is as far as its nearest template. All
  /// templates are found where there are few of them or few probes, or numbers are missing, infinite
  /// or huge.
  ///
  /// - Parameter people: the person of every template, numbered from 0.
  /// - Complexity: O(probes·templates·length), a fifth of the time of ``PairwiseDistances``.
  package static func search<Value: Sendable>(
    _ probes: Matrix, among templates: Matrix, of people: [Int], top: Int, work: Work,
    _ body: @escaping @Sendable (Int, [Found]) throws -> Value
  ) throws -> [Value] {
    precondition(probes.columns == templates.columns, "too few numbers")
    precondition(people.count == templates.rows, "one person a template")
    let personCount = (people.max() ?? -1) + 1
    guard probes.rows >= fewestProbes, templates.rows >= fewestTemplates, templates.columns > 0,
      top < personCount, let rounded = RoundedTemplates(templates)
    else {
      return try PairwiseDistances.euclideanTiles(probes, to: templates, work: work) {
        rows, distances in
        try rows.map { try body($0, all(distances.row($0 - rows.lowerBound))) }
      }.flatMap { $0 }
    }
    let search = Search(
      probes: probes, templates: templates, rounded: rounded, people: people,
      personCount: personCount, top: max(1, top))
    // Scores of a tile stay in the second cache.
    let tile = min(60, max(6, 65_536 / templates.rows / 6 * 6))
    return try work.map(count: (probes.rows + tile - 1) / tile) { index in
      let rows = index * tile..<min((index + 1) * tile, probes.rows)
      return try search.found(rows).enumerated().map { try body(rows.lowerBound + $0, $1) }
    }.flatMap { $0 }
  }

  /// Fewer are compared one by one before templates are rounded and packed.
  private static let (fewestProbes, fewestTemplates) = (16, 64)

  /// Every template with its distance.
  private static func all(_ distances: ArraySlice<Double>) -> [Found] {
    distances.enumerated().map { Found(position: $0, distance: $1) }
  }

  private struct Search: Sendable {
    let probes: Matrix
    let templates: Matrix
    let rounded: RoundedTemplates
    let people: [Int]
    let personCount: Int
    let top: Int

    /// What is found for each of `rows`.
    func found(_ rows: Range<Int>) -> [[Found]] {
      let length = probes.columns
      let tile = rounded.rounding(
        probes.elements[rows.lowerBound * length..<rows.upperBound * length], rows: rows.count)
      let scores = rounded.scores(of: tile)
      return scores.withUnsafeBufferPointer { scores in
        rows.indices.map { row in
          let index = row - rows.lowerBound
          let own = UnsafeBufferPointer(
            rebasing: scores[index * rounded.halves.count..<(index + 1) * rounded.halves.count])
          return found(row, own, norm: tile.norms[index], error: tile.errors[index])
        }
      }
    }

    private func found(
      _ row: Int, _ scores: UnsafeBufferPointer<Float>, norm: Double, error: Double
    ) -> [Found] {
      guard let limit = rounded.limit(score: wanted(scores), norm: norm, error: error),
        let positions = within(scores, limit: limit)
      else {
        return all(PairwiseDistances.euclidean(Array(probes.row(row)), to: templates)[...])
      }
      return positions.map {
        Found(
          position: Int($0),
          distance: PairwiseDistances.euclidean(probes, row, to: templates, Int($0)))
      }
    }

    /// Positions of scores up to `limit`; nil where they are so many that the plain loop is faster.
    private func within(_ scores: UnsafeBufferPointer<Float>, limit: Float) -> [Int32]? {
      let room = templates.rows / 8
      var isMore = false
      let positions = [Int32](unsafeUninitializedCapacity: room) { positions, count in
        let found = fmk_floats_within(
          scores.baseAddress, scores.count / RoundedTemplates.lanes, limit, room,
          positions.baseAddress)
        isMore = found > room
        count = min(found, room)
      }
      return isMore ? nil : positions
    }

    /// The score of the person who is `top`-th by scores.
    private func wanted(_ scores: UnsafeBufferPointer<Float>) -> Float {
      if top == 1 {
        return fmk_floats_least(scores.baseAddress, scores.count / RoundedTemplates.lanes)
      }
      var least = [Float](repeating: .infinity, count: personCount)
      for (person, score) in zip(people, scores) where score < least[person] {
        least[person] = score
      }
      return least.sorted()[top - 1]
    }
  }
}
