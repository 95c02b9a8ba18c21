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
    var distances = Matrix(rows: probes.rows, columns: templates.rows)
    guard probes.rows > 0, templates.rows > 0 else { return distances }
    // Probes of a task, and templates that stay in the second cache while they pass.
    let (tile, stretch) = (32, max(8, 24_000 / max(1, length) / 4 * 4))
    let (count, probeCount) = (templates.rows, probes.rows)
    try distances.elements.withUnsafeMutableBufferPointer { target in
      guard let target = DisjointMemory(target) else { return }
      _ = try work.map(count: (probeCount + tile - 1) / tile) { index in
        let first = index * tile
        probes.elements.withUnsafeBufferPointer { left in
          templates.elements.withUnsafeBufferPointer { right in
            // No numbers at all: every distance is 0, as the matrix already says.
            guard let left = left.baseAddress, let right = right.baseAddress else { return }
            for start in stride(from: 0, to: count, by: stretch) {
              fmk_distances_euclidean(
                left + first * probes.columns, min(tile, probeCount - first), probes.columns,
                right + start * templates.columns, min(stretch, count - start),
                templates.columns, length, target.start + first * count + start, count)
            }
          }
        }
      }
    }
    return distances
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
