import CMatrixKernels
package import CooperativeWork

/// Distances of every probe to every template.
///
/// A pair's distance depends on the two alone, so equal templates tie exactly, a face has distance
/// 0 to itself, and batches of any size give the same bytes.
package enum PairwiseDistances {
  /// Euclidean distances of the rows of `probes` to those of `templates`, over the first `length`
  /// numbers of each: probes×templates.
  ///
  /// - Complexity: O(probes·templates·length).
  package static func euclidean(
    _ probes: Matrix, to templates: Matrix, length: Int? = nil, work: Work
  ) throws -> Matrix {
    let length = length ?? probes.columns
    precondition(length <= probes.columns && length <= templates.columns, "too few numbers")
    guard probes.rows > 0, templates.rows > 0 else {
      return Matrix(rows: probes.rows, columns: templates.rows)
    }
    let cells: [Double] = try work.fill(
      rows: probes.rows, of: templates.rows, inBlocksOf: tile
    ) { rows, cells in
      fill(cells, from: probes, rows, to: templates, length: length)
    }
    return Matrix(rows: probes.rows, columns: templates.rows, elements: cells)
  }

  /// What `body` makes of the distances of a few probes after another, in their order.
  ///
  /// As ``euclidean(_:to:length:work:)`` without ever holding all distances: they stay in the cache.
  package static func euclideanTiles<Value: Sendable>(
    _ probes: Matrix, to templates: Matrix, work: Work,
    _ body: @escaping @Sendable (Range<Int>, Matrix) throws -> Value
  ) throws -> [Value] {
    precondition(probes.columns == templates.columns, "too few numbers")
    return try work.map(count: (probes.rows + tile - 1) / tile) { index in
      let rows = index * tile..<min((index + 1) * tile, probes.rows)
      let count = rows.count * templates.rows
      let cells = [Double](unsafeUninitializedCapacity: count) { cells, filled in
        fill(cells, from: probes, rows, to: templates, length: probes.columns)
        filled = count
      }
      return try body(rows, Matrix(rows: rows.count, columns: templates.rows, elements: cells))
    }
  }

  /// Probes of a task.
  private static let tile = 30

  /// Distances of the probes at `rows`, row after row.
  private static func fill(
    _ cells: UnsafeMutableBufferPointer<Double>, from probes: Matrix, _ rows: Range<Int>,
    to templates: Matrix, length: Int
  ) {
    // Templates that stay in the second cache while the probes pass.
    let (count, stretch) = (templates.rows, max(8, 24_000 / max(1, length) / 4 * 4))
    probes.elements.withUnsafeBufferPointer { left in
      templates.elements.withUnsafeBufferPointer { right in
        guard let target = cells.baseAddress, let left = left.baseAddress,
          let right = right.baseAddress
        else { return cells.initialize(repeating: 0) }
        for start in stride(from: 0, to: count, by: stretch) {
          fmk_distances_euclidean(
            left + rows.lowerBound * probes.columns, rows.count, probes.columns,
            right + start * templates.columns, min(stretch, count - start), templates.columns,
            length, target + start, count)
        }
      }
    }
  }

  /// Euclidean distance of row `probe` of `probes` to row `template` of `templates`.
  static func euclidean(
    _ probes: Matrix, _ probe: Int, to templates: Matrix, _ template: Int
  ) -> Double {
    let length = probes.columns
    var distance = 0.0
    probes.elements.withUnsafeBufferPointer { left in
      templates.elements.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        fmk_distances_euclidean(
          left + probe * length, 1, length, right + template * length, 1, length, length,
          &distance, 1)
      }
    }
    return distance
  }

  /// Euclidean distances of one probe to the rows of `templates`.
  package static func euclidean(_ probe: [Double], to templates: Matrix) -> [Double] {
    precondition(probe.count == templates.columns, "too few numbers")
    guard !probe.isEmpty else { return Array(repeating: 0, count: templates.rows) }
    return [Double](unsafeUninitializedCapacity: templates.rows) { distances, count in
      count = templates.rows
      guard let start = distances.baseAddress else { return }
      fmk_distances_euclidean(
        probe, 1, probe.count, templates.elements, templates.rows, templates.columns, probe.count,
        start, templates.rows)
    }
  }
}
