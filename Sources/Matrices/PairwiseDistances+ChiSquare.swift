import CMatrixKernels
package import CooperativeWork

extension PairwiseDistances {
  /// Alternative chi-square distances 2·Σ(a − b)²/(a + b) of histograms of `bins` shares, one a row
  /// of `probes` and `templates`: probes×templates, as OpenCV's `HISTCMP_CHISQR_ALT`, to the bit.
  ///
  /// - Complexity: O(probes·templates·bins).
  package static func chiSquare(
    _ probes: [Float], to templates: [Float], bins: Int, work: Work
  ) throws -> Matrix {
    precondition(bins > 0 && probes.count % bins == 0 && templates.count % bins == 0)
    let (probeCount, count) = (probes.count / bins, templates.count / bins)
    var distances = Matrix(rows: probeCount, columns: count)
    try distances.elements.withUnsafeMutableBufferPointer { target in
      guard let target = DisjointMemory(target) else { return }
      _ = try work.map(
        count: (count + lanes - 1) / lanes, makeLane: { HistogramLane(bins: bins) }
      ) { lane, group in
        let present = lane.interleave(group, of: templates)
        for probe in 0..<probeCount {
          let near = lane.distances(of: probe, in: probes)
          for template in 0..<present {
            target.start[probe * count + group * lanes + template] = near[template]
          }
        }
      }
    }
    return distances
  }

  /// As ``chiSquare(_:to:bins:work:)`` between all pairs of one list, at half the cost.
  package static func chiSquare(
    between histograms: [Float], bins: Int, work: Work
  ) throws -> Matrix {
    precondition(bins > 0 && histograms.count % bins == 0)
    let count = histograms.count / bins
    var distances = Matrix(rows: count, columns: count)
    try distances.elements.withUnsafeMutableBufferPointer { target in
      guard let target = DisjointMemory(target) else { return }
      _ = try work.map(
        count: (count + lanes - 1) / lanes, makeLane: { HistogramLane(bins: bins) }
      ) { lane, group in
        let present = lane.interleave(group, of: histograms)
        for probe in group * lanes..<count {
          let near = lane.distances(of: probe, in: histograms)
          for template in 0..<present {
            let other = group * lanes + template
            // Pairs within the group come up twice, with the same value.
            target.start[probe * count + other] = near[template]
            target.start[other * count + probe] = near[template]
          }
        }
      }
    }
    return distances
  }

  /// Chi-square distances of one histogram to those of `templates`.
  package static func chiSquare(_ probe: [Float], to templates: [Float]) -> [Double] {
    let bins = probe.count
    precondition(bins > 0 && templates.count % bins == 0)
    let count = templates.count / bins
    let lane = HistogramLane(bins: bins)
    var distances: [Double] = []
    distances.reserveCapacity(count)
    for group in 0..<(count + lanes - 1) / lanes {
      let present = lane.interleave(group, of: templates)
      let near = lane.distances(of: 0, in: probe)
      for template in 0..<present { distances.append(near[template]) }
    }
    return distances
  }

  /// Templates compared at a time, one a lane of the processor's registers.
  private static let lanes = Int(FMK_HISTOGRAM_LANES)

  /// Where one thread interleaves templates and gets distances.
  private final class HistogramLane {
    let bins: Int
    let interleaved: Scratch<Float>
    let near = Scratch<Double>(count: lanes)

    init(bins: Int) {
      self.bins = bins
      interleaved = Scratch(count: bins * lanes)
    }

    /// Takes up a group of templates; returns how many there are.
    func interleave(_ group: Int, of templates: [Float]) -> Int {
      let first = group * lanes
      let present = min(lanes, templates.count / bins - first)
      templates.withUnsafeBufferPointer { templates in
        guard let start = templates.baseAddress else { return }
        let rows = (0..<present).map { Optional(start + (first + $0) * bins) }
        fmk_histograms_interleave(rows, present, bins, interleaved.start)
      }
      return present
    }

    /// Distances of row `probe` of `probes` to the group taken up.
    func distances(of probe: Int, in probes: [Float]) -> UnsafeMutablePointer<Double> {
      probes.withUnsafeBufferPointer { probes in
        guard let start = probes.baseAddress else { return }
        fmk_distances_chi_square(start + probe * bins, interleaved.start, bins, near.start)
      }
      return near.start
    }
  }
}
