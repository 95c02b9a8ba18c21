package import FaceVocabulary

/// All cells of a detector sweep, with what each found in each picture.
package struct DetectorSweepOutcome: Equatable, Sendable {
  package let cells: [DetectorCell]
  /// The pictures, in the order of each cell's counts.
  package let files: [String]
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
  /// and at most its windows, and one of them better. Time plays no part.
  package func rows(_ rule: MatchRule, pictures: [Int]) -> [DetectorRow] {
    var rows = cells.map { DetectorRow($0, rule: rule, pictures: pictures) }
    for index in rows.indices {
      let row = rows[index]
      rows[index].isPareto = !rows.contains { other in
        other.hits >= row.hits && other.falseAlarms <= row.falseAlarms
          && other.windows <= row.windows
          && (other.hits, -other.falseAlarms, -other.windows)
            != (row.hits, -row.falseAlarms, -row.windows)
      }
    }
    return rows
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
  /// One a picture.
  package let pictures: [PictureCount]
}

/// One combination of settings in numbers.
package struct DetectorRow: Equatable, Sendable, Codable {
  package let settings: DetectorSettings
  /// What made a found and a known box one face; nil in sweeps kept before both rules were counted.
  package let rule: MatchRule?
  package let images: Int
  package let faces: Int
  package let hits: Int
  package let misses: Int
  package let falseAlarms: Int
  /// Windows looked at: a cost that does not depend on time.
  package let windows: Int
  package let megapixels: Double
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
    let counts = pictures.map { cell.pictures[$0] }
    let matchings = counts.compactMap { $0.matchings[rule] }
    settings = cell.settings
    self.rule = rule
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
    hits + falseAlarms > 0 ? Double(hits) / Double(hits + falseAlarms) : nil
  }

  /// Share of known faces that were found; nil without known faces.
  package var recall: Double? { faces > 0 ? Double(hits) / Double(faces) : nil }

  /// Harmonic mean of both; nil where either is, 0 when nothing was found.
  package var f1: Double? {
    guard let precision, let recall else { return nil }
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }

  /// False alarms for each million pixels searched.
  package var falsePerMegapixel: Double? {
    megapixels > 0 ? Double(falseAlarms) / megapixels : nil
  }
}
