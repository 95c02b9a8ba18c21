package import FaceEvaluation
package import FaceVocabulary

/// All cells of a detector sweep, with what each found in each picture.
package struct DetectorSweepOutcome: Equatable, Sendable {
  package let cells: [DetectorCell]
  /// The pictures, in the order of each cell's counts.
  package let files: [String]
  /// The known faces of each picture.
  package let faces: [[SearchedPicture.Face]]
  /// Searches that were really done, all pictures together.
  package let searches: Int
  /// What the whole sweep took, reading pictures included.
  package let spentMilliseconds: Double

  /// One row a cell over all pictures, counted by `rule`, Pareto rows marked.
  package func rows(_ rule: MatchRule) -> [DetectorRow] {
    rows(rule, pictures: Array(files.indices))
  }

  /// One row a cell over `pictures`, Pareto rows marked among these.
  ///
  /// A row is on the Pareto front when no other has at least its recall, at most its false alarms
  /// and at most its windows, and one of them better. Time plays no part, but that a cell which was
  /// stopped is on no front.
  package func rows(_ rule: MatchRule, pictures: [Int]) -> [DetectorRow] {
    var rows = cells.map { DetectorRow($0, rule: rule, pictures: pictures) }
    for (index, isOnFront) in DetectorScore.front(of: rows.map(\.score)).enumerated() {
      rows[index].isPareto = isOnFront
    }
    return rows
  }

  /// How often each known face was found, by its angle, one profile a cell; nil for one that was
  /// stopped.
  package func profiles() -> [DetectionProfile?] {
    cells.map { cell in
      cell.isTimedOut
        ? nil
        : DetectionProfile(
          zip(faces, cell.pictures).map { SearchedPicture(faces: $0, matchings: $1.matchings) })
    }
  }

  /// What all cells would take one after the other, each alone, milliseconds.
  package var aloneMilliseconds: Double {
    cells.reduce(0) { sum, cell in
      sum + cell.pictures.reduce(0) { $0 + ($1.milliseconds.first ?? 0) }
    }
  }

  /// What was spent on searching and grouping, all threads together, milliseconds.
  package var searchMilliseconds: Double {
    cells.reduce(0) { sum, cell in
      sum + cell.pictures.reduce(0) { $0 + $1.spentMilliseconds }
    }
  }
}

/// One combination of settings.
package struct DetectorCell: Equatable, Sendable {
  package let settings: DetectorSettings
  /// One a picture; fewer where the cell was stopped.
  package let pictures: [PictureCount]
  /// Window sizes looked for, in the picture that has room for most.
  package let levels: Int
  /// Whether the cell took longer than it may, so that it has no numbers.
  package let isTimedOut: Bool

  package init(
    settings: DetectorSettings, pictures: [PictureCount], levels: Int = 0, isTimedOut: Bool = false
  ) {
    self.settings = settings
    self.pictures = pictures
    self.levels = levels
    self.isTimedOut = isTimedOut
  }
}

/// One combination of settings in numbers.
package struct DetectorRow: Equatable, Sendable, Codable {
  package let settings: DetectorSettings
  /// What made a found and a known box one face; nil in sweeps kept before both rules were counted.
  package let rule: MatchRule?
  /// Whether the cell took longer than it was given: it then has no numbers but ``levels``. Nil in
  /// sweeps of earlier versions, which had no limit.
  package let isTimedOut: Bool?
  /// Window sizes looked for, in the picture that has room for most; nil in older sweeps.
  package let levels: Int?
  /// These are nil for a cell that was stopped.
  package let images: Int?
  package let faces: Int?
  package let hits: Int?
  package let misses: Int?
  package let falseAlarms: Int?
  /// Windows looked at: a cost that does not depend on time.
  package let windows: Int?
  package let megapixels: Double?
  /// Milliseconds a picture, as if the cell had run alone.
  package let timing: TimingSummary?
  /// All pictures as if the cell had run alone, milliseconds, and what the sweep really spent for
  /// it, its share of common searches; nil in older sweeps, as the next one.
  package let aloneMilliseconds: Double?
  package let spentMilliseconds: Double?
  /// What the sweep really spent for the cell on a picture.
  package let spentTiming: TimingSummary?
  package fileprivate(set) var isPareto = false

  init(_ cell: DetectorCell, rule: MatchRule, pictures: [Int]) {
    settings = cell.settings
    self.rule = rule
    isTimedOut = cell.isTimedOut
    levels = cell.levels
    guard !cell.isTimedOut else {
      (images, faces, hits, misses, falseAlarms, windows) = (nil, nil, nil, nil, nil, nil)
      (megapixels, timing, aloneMilliseconds) = (nil, nil, nil)
      (spentMilliseconds, spentTiming) = (nil, nil)
      return
    }
    let counts = pictures.map { cell.pictures[$0] }
    let matchings = counts.compactMap { $0.matchings[rule] }
    images = counts.count
    faces = counts.reduce(0) { $0 + $1.faces }
    hits = matchings.reduce(0) { $0 + $1.hits }
    misses = matchings.reduce(0) { $0 + $1.misses }
    falseAlarms = matchings.reduce(0) { $0 + $1.falseAlarms }
    windows = counts.reduce(0) { $0 + $1.windows }
    megapixels = counts.reduce(0) { $0 + Double($1.pixels) } / 1e6
    timing = TimingSummary(counts.flatMap(\.milliseconds))
    aloneMilliseconds = counts.reduce(0) { $0 + ($1.milliseconds.first ?? 0) }
    spentMilliseconds = counts.reduce(0) { $0 + $1.spentMilliseconds }
    spentTiming = TimingSummary(counts.map(\.spentMilliseconds))
  }

  /// Share of reported boxes that are faces; nil when nothing was reported.
  package var precision: Double? {
    guard let hits, let falseAlarms, hits + falseAlarms > 0 else { return nil }
    return Double(hits) / Double(hits + falseAlarms)
  }

  /// Share of known faces that were found; nil without known faces.
  package var recall: Double? {
    guard let faces, let hits, faces > 0 else { return nil }
    return Double(hits) / Double(faces)
  }

  /// Harmonic mean of both; nil where either is, 0 when nothing was found.
  package var f1: Double? {
    guard let precision, let recall else { return nil }
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }

  /// False alarms for each million pixels searched.
  package var falsePerMegapixel: Double? {
    guard let megapixels, let falseAlarms, megapixels > 0 else { return nil }
    return Double(falseAlarms) / megapixels
  }

  /// False alarms a picture.
  package var falsePerImage: Double? {
    guard let images, let falseAlarms, images > 0 else { return nil }
    return Double(falseAlarms) / Double(images)
  }

  /// What a row is judged by; nil for a cell that was stopped.
  package var score: DetectorScore? {
    guard let hits, let falseAlarms, let windows else { return nil }
    return DetectorScore(hits: hits, falseAlarms: falseAlarms, windows: windows)
  }
}

/// What makes one setting of a detector better than another.
package struct DetectorScore: Equatable, Sendable {
  package let hits: Int
  package let falseAlarms: Int
  package let windows: Int

  package init(hits: Int, falseAlarms: Int, windows: Int) {
    self.hits = hits
    self.falseAlarms = falseAlarms
    self.windows = windows
  }

  /// Which of `scores` no other beats; what has no score is on no front.
  package static func front(of scores: [DetectorScore?]) -> [Bool] {
    scores.map { score in
      guard let score else { return false }
      return !scores.contains { $0?.beats(score) ?? false }
    }
  }

  /// Whether this is at least as good in everything, and better in something.
  func beats(_ other: DetectorScore) -> Bool {
    hits >= other.hits && falseAlarms <= other.falseAlarms && windows <= other.windows
      && self != other
  }

  /// Whether this is cheaper: fewer windows, then fewer false alarms, then more hits.
  func isCheaper(than other: DetectorScore) -> Bool {
    (windows, falseAlarms, other.hits) < (other.windows, other.falseAlarms, hits)
  }
}
