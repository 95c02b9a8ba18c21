package import CooperativeWork
package import FaceDatasets
import FaceImages
import FaceVocabulary

/// A detector run over every combination of settings on pictures with known boxes.
///
/// The neighbour count only groups raw hits, so every combination of cascade, scale and smallest
/// size is searched once, ungrouped, and grouped for all neighbour counts: the same boxes as a
/// search per cell, several times cheaper.
package struct DetectorSweep: Sendable {
  package var cascades: [String]
  package var scales: [Double]
  package var neighbors: [Int]
  package var minSizes: [Int]
  package var rule = MatchRule.iou
  /// Times every search is repeated, for its timing only.
  package var repeats = 1

  package init(cascades: [String], scales: [Double], neighbors: [Int], minSizes: [Int]) {
    self.cascades = cascades
    self.scales = scales
    self.neighbors = neighbors
    self.minSizes = minSizes
  }

  /// Runs all cells on the pictures of `dataset`, one detector a thread, large pictures first.
  ///
  /// - Parameter clock: seconds; for the timing columns only.
  /// - Throws: ``ExperimentError/noTruth(dataset:)``, `DetectorError`, `Cancelled`.
  package func run(
    on dataset: Dataset, clock: @escaping @Sendable () -> Double, work: Work
  ) throws -> DetectorSweepOutcome {
    let records = try dataset.records().filter { !$0.isMirror }
    let truths = try dataset.truths(of: records)
    guard truths.contains(where: { !$0.isEmpty }) else {
      throw ExperimentError.noTruth(dataset: dataset.name)
    }
    let order = records.indices.sorted {
      (records[$1].size.area, $0) < (records[$0].size.area, $1)
    }
    let start = clock()
    var cells: [DetectorCell] = []
    for cascade in cascades {
      let outcomes = try work.map(
        count: order.count, activity: "searching with \(cascade)",
        makeLane: { try FaceDetector(cascade: cascade) }
      ) { detector, position in
        let index = order[position]
        return try search(
          dataset.image(of: records[index]), truth: truths[index], with: detector, clock: clock,
          work: work)
      }
      var byPicture = [[PictureCount]](repeating: [], count: records.count)
      for (position, outcome) in outcomes.enumerated() { byPicture[order[position]] = outcome }
      for (number, settings) in combinations(cascade).enumerated() {
        cells.append(DetectorCell(settings: settings, pictures: byPicture.map { $0[number] }))
      }
    }
    return DetectorSweepOutcome(
      cells: cells, files: records.map(\.file),
      megapixels: records.reduce(0) { $0 + Double($1.size.area) } / 1e6,
      spentMilliseconds: (clock() - start) * 1000)
  }

  /// The settings of one cascade's cells, in the order of their counts.
  private func combinations(_ cascade: String) -> [DetectorSettings] {
    scales.flatMap { scale in
      minSizes.flatMap { minSize in
        neighbors.map { neighbors in
          var settings = DetectorSettings()
          settings.cascade = cascade
          settings.scale = scale
          settings.minSize = minSize
          settings.neighbors = neighbors
          return settings
        }
      }
    }
  }

  private func search(
    _ image: GrayImage, truth: [TruthFace], with detector: FaceDetector,
    clock: @Sendable () -> Double, work: Work
  ) throws -> [PictureCount] {
    let known = truth.filter { !$0.ignored }.map(\.box)
    let ignored = truth.filter(\.ignored).map(\.box)
    var counts: [PictureCount] = []
    for scale in scales {
      for minSize in minSizes {
        try work.cancellation.check()
        var searches: [Double] = []
        var start = clock()
        let raw = try detector.candidates(in: image, scale: scale, minSize: minSize, maxSize: nil)
        searches.append((clock() - start) * 1000)
        for _ in 1..<max(1, repeats) {
          start = clock()
          _ = try detector.candidates(in: image, scale: scale, minSize: minSize, maxSize: nil)
          searches.append((clock() - start) * 1000)
        }
        for neighbors in neighbors {
          start = clock()
          let found = raw.grouped(neighbors: neighbors).map(\.box)
          let grouping = (clock() - start) * 1000
          counts.append(
            PictureCount(
              matching: BoxMatching(found: found, known: known, ignored: ignored, rule: rule),
              faces: known.count, pixels: image.size.area, windows: raw.windows,
              milliseconds: searches.map { $0 + grouping }))
        }
      }
    }
    return counts
  }
}

/// What one cell found in one picture.
package struct PictureCount: Equatable, Sendable {
  package let matching: BoxMatching
  /// Known faces, ignored ones aside.
  package let faces: Int
  package let pixels: Int
  package let windows: Int
  /// One a repeat: what this cell alone would have taken.
  package let milliseconds: [Double]
}
