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

  /// Alternative chi-square distances 2·Σ(a − b)²/(a + b) of histograms of `bins` shares, one a row
  /// of `probes` and `templates`: probes×templates, as OpenCV's `HISTCMP_CHISQR_ALT`.
  ///
  /// - Complexity: O(probes·templates·bins).
  package static func chiSquare(
    _ probes: [Float], to templates: [Float], bins: Int, work: Work
  ) throws -> Matrix {
    precondition(bins > 0 && probes.count % bins == 0 && templates.count % bins == 0)
    let (probeCount, count) = (probes.count / bins, templates.count / bins)
    let lanes = Int(FMK_HISTOGRAM_LANES)
    var distances = Matrix(rows: probeCount, columns: count)
    guard probeCount > 0, count > 0 else { return distances }
    try distances.elements.withUnsafeMutableBufferPointer { target in
      guard let target = DisjointMemory(target) else { return }
      _ = try work.map(
        count: (count + lanes - 1) / lanes, makeLane: { Scratch<Float>(count: bins * lanes) }
      ) { lane, group in
        let first = group * lanes
        let present = min(lanes, count - first)
        templates.withUnsafeBufferPointer { templates in
          guard let start = templates.baseAddress else { return }
          let rows = (0..<present).map { Optional(start + (first + $0) * bins) }
          fmk_histograms_interleave(rows, present, bins, lane.start)
        }
        let near = Scratch<Double>(count: lanes)
        probes.withUnsafeBufferPointer { probes in
          guard let start = probes.baseAddress else { return }
          for probe in 0..<probeCount {
            fmk_distances_chi_square(start + probe * bins, lane.start, bins, near.start)
            for template in 0..<present {
              target.start[probe * count + first + template] = near.start[template]
            }
          }
        }
      }
    }
    return distances
  }
}
