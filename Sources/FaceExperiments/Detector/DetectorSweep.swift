package import CooperativeWork
package import FaceDatasets
import FaceImages
package import FaceVocabulary

/// A detector run with many settings on pictures with known boxes.
///
/// Pictures are read once. Every search is done once and read by all settings that it serves, see
/// `SharedSearches`: the same boxes as a search per cell, many times cheaper.
package struct DetectorSweep: Sendable {
  /// One a cell, each once.
  package let settings: [DetectorSettings]
  /// Times every search is repeated, for its timing only.
  package var repeats = 1

  package init(settings: [DetectorSettings]) { self.settings = settings }

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
    let byCascade = self.byCascade
    let outcomes = try work.map(
      count: order.count, activity: "searching pictures",
      makeLane: { try byCascade.map { try FaceDetector(cascade: $0.cascade) } }
    ) { detectors, position in
      let index = order[position]
      let image = try dataset.image(of: records[index])
      var counts: [(cell: Int, count: PictureCount)] = []
      var searches = 0
      for (detector, cells) in zip(detectors, byCascade) {
        let shared = try SharedSearches(
          of: image, for: cells.indices.map { settings[$0] }, with: detector, repeats: repeats,
          clock: clock, check: { try work.cancellation.check() })
        searches += shared.searches
        for (cell, finding) in zip(cells.indices, shared.findings) {
          counts.append(
            (cell, PictureCount(finding, truth: truths[index], pixels: image.size.area)))
        }
      }
      return (counts: counts.sorted { $0.cell < $1.cell }.map(\.count), searches: searches)
    }
    var byPicture = [[PictureCount]](repeating: [], count: records.count)
    for (position, outcome) in outcomes.enumerated() {
      byPicture[order[position]] = outcome.counts
    }
    return DetectorSweepOutcome(
      cells: settings.enumerated().map { number, settings in
        DetectorCell(settings: settings, pictures: byPicture.map { $0[number] })
      },
      files: records.map(\.file), searches: outcomes.reduce(0) { $0 + $1.searches },
      spentMilliseconds: (clock() - start) * 1000)
  }

  /// The cells of each cascade, cascades in the order in which they are first named.
  private var byCascade: [(cascade: String, indices: [Int])] {
    var groups: [(cascade: String, indices: [Int])] = []
    for (index, one) in settings.enumerated() {
      if let place = groups.firstIndex(where: { $0.cascade == one.cascade }) {
        groups[place].indices.append(index)
      } else {
        groups.append((one.cascade, [index]))
      }
    }
    return groups
  }
}

/// What one cell found in one picture.
package struct PictureCount: Equatable, Sendable {
  /// Found boxes against known ones, by each rule.
  package let matchings: [MatchRule: BoxMatching]
  /// Known faces, ignored ones aside.
  package let faces: Int
  package let pixels: Int
  package let windows: Int
  /// One a repeat: what this cell alone would have taken.
  package let milliseconds: [Double]
  /// This cell's part of what the sweep really spent on the picture.
  package let spentMilliseconds: Double

  package init(
    found: [PixelRect], known: [PixelRect], ignored: [PixelRect] = [], pixels: Int, windows: Int,
    milliseconds: [Double], spentMilliseconds: Double
  ) {
    var matchings: [MatchRule: BoxMatching] = [:]
    for rule in MatchRule.allCases {
      matchings[rule] = BoxMatching(found: found, known: known, ignored: ignored, rule: rule)
    }
    self.matchings = matchings
    faces = known.count
    self.pixels = pixels
    self.windows = windows
    self.milliseconds = milliseconds
    self.spentMilliseconds = spentMilliseconds
  }

  init(_ finding: SharedSearches.Finding, truth: [TruthFace], pixels: Int) {
    self.init(
      found: finding.faces.map(\.box), known: truth.filter { !$0.ignored }.map(\.box),
      ignored: truth.filter(\.ignored).map(\.box), pixels: pixels, windows: finding.windows,
      milliseconds: finding.milliseconds, spentMilliseconds: finding.spentMilliseconds)
  }
}
