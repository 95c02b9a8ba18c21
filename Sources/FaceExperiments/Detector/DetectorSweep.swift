package import CooperativeWork
package import FaceDatasets
package import FaceEvaluation
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
  /// Seconds that each cell may search, as if it ran alone, all pictures together; nil sets no limit.
  package var secondsPerCell: Double?

  package init(settings: [DetectorSettings]) { self.settings = settings }

  /// Runs all cells on the pictures of `dataset`, one detector a thread, large pictures first.
  ///
  /// A cell that takes longer than ``secondsPerCell`` is stopped, and told without numbers; the others
  /// go on. The limit is the one place where time decides what is told.
  ///
  /// - Parameter clock: seconds; for the timing columns and the limit only.
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
    let accounts = CellAccounts(cells: settings.count, seconds: secondsPerCell)
    let outcomes = try work.map(
      count: order.count, activity: "searching pictures",
      makeLane: { try byCascade.map { try FaceDetector(cascade: $0.cascade) } }
    ) { detectors, position in
      let index = order[position]
      let image = try dataset.image(of: records[index])
      var counts: [(cell: Int, count: PictureCount)] = []
      var levels: [Int: Int] = [:]
      var searches = 0
      for (detector, cells) in zip(detectors, byCascade) {
        let open = accounts.open(of: cells.indices)
        let shared = try SharedSearches(
          of: image, for: open.cells.map { settings[$0] }, with: detector, repeats: repeats,
          clock: clock, allowances: open.seconds, check: { try work.cancellation.check() })
        searches += shared.searches
        for (place, cell) in open.cells.enumerated() {
          levels[cell] = shared.levels[place]
          accounts.charge(cell, milliseconds: shared.findings[place]?.milliseconds.first)
          guard let finding = shared.findings[place] else { continue }
          counts.append(
            (cell, PictureCount(finding, truth: truths[index], pixels: image.size.area)))
        }
      }
      return (counts: counts, levels: levels, searches: searches)
    }
    var byCell = [[PictureCount?]](
      repeating: Array(repeating: nil, count: records.count), count: settings.count)
    var levels = [Int](repeating: 0, count: settings.count)
    for (position, outcome) in outcomes.enumerated() {
      for (cell, count) in outcome.counts { byCell[cell][order[position]] = count }
      for (cell, number) in outcome.levels { levels[cell] = max(levels[cell], number) }
    }
    return DetectorSweepOutcome(
      cells: settings.enumerated().map { number, settings in
        DetectorCell(
          settings: settings, pictures: byCell[number].compactMap(\.self),
          levels: levels[number], isTimedOut: accounts.isUsedUp(number))
      },
      files: records.map(\.file), faces: Self.faces(of: records, truths: truths),
      searches: outcomes.reduce(0) { $0 + $1.searches },
      spentMilliseconds: (clock() - start) * 1000)
  }

  /// The faces that each picture is known to hold.
  ///
  /// A subject one of whose pictures shows several heads is nobody's name: what happens in a picture of
  /// a crowd depends on that picture alone.
  private static func faces(
    of records: [FaceRecord], truths: [[TruthFace]]
  ) -> [[SearchedPicture.Face]] {
    let crowds = Set(zip(records, truths).filter { $1.count > 1 }.map(\.0.subject))
    return zip(records, truths).map { record, heads in
      let known = heads.filter { !$0.ignored }
      let person = crowds.contains(record.subject) ? SubjectID(record.file) : record.subject
      return known.map { head in
        SearchedPicture.Face(
          person: person,
          yawDegrees: head.yawDegrees ?? (heads.count == 1 ? record.yawDegrees : nil))
      }
    }
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
    self.init(
      matchings: matchings, faces: known.count, pixels: pixels, windows: windows,
      milliseconds: milliseconds, spentMilliseconds: spentMilliseconds)
  }

  /// What was counted earlier.
  init(
    matchings: [MatchRule: BoxMatching], faces: Int, pixels: Int, windows: Int,
    milliseconds: [Double], spentMilliseconds: Double
  ) {
    self.matchings = matchings
    self.faces = faces
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
