import FaceExperiments
import FaceReports
import FaceVocabulary

/// Cells of a detector sweep as a table.
struct DetectorTable {
  let rows: [DetectorRow]
  /// The part each row is of, for a choice; nil for a sweep.
  var parts: [String]?
  var notes: [String] = []

  var table: Table {
    let columns = SettingColumns(rows.map(\.settings))
    let part: [Table.Column] = parts == nil ? [] : [.init("part", title: "part")]
    return Table(
      columns: part + columns.columns + [
        .init("match", title: Set(rows.map(\.rule)).count > 1 ? "match" : nil),
        .init("images", title: nil), .init("faces", title: nil), .init("hits", title: "hits"),
        .init("misses", title: nil), .init("false_alarms", title: "false"),
        .init("precision", title: "precision", display: .percent(1)),
        .init("recall", title: "recall", display: .percent(1)),
        .init("f1", title: columns.showsCascades ? nil : "F1", display: .percent(1)),
        .init("false_per_mpx", title: nil, display: .decimals(2)),
        .init("windows", title: "windows"),
        .init("detect_ms_median", title: "ms", display: .decimals(1)),
        .init("detect_ms_p95", title: nil, display: .decimals(1)),
        .init("alone_ms", title: nil), .init("spent_ms", title: nil),
        .init(
          "spent_ms_median", title: parts == nil && columns.showsSpent ? "spent ms" : nil,
          display: .decimals(1)),
        .init("pareto", title: "Pareto"),
      ],
      rows: rows.enumerated().map { index, row in
        (parts.map { [.text($0[index])] } ?? []) + columns.values(row.settings) + values(row)
      }, notes: subject + emptiness + notes)
  }

  /// What all rows have in common and therefore no column.
  private var subject: [String] {
    guard let first = rows.first, parts == nil else { return [] }
    var words = "\(first.faces) faces in \(first.images) pictures"
    let presets = rows.compactMap { DetectorAccuracy.named($0.settings) }
    if presets.count == rows.count {
      return [words + "."]
        + DetectorAccuracy.allCases.filter(presets.contains).map(\.sentence)
    }
    if Set(rows.map(\.settings.cascade)).count == 1 { words += ", \(first.settings.cascade)" }
    let columns = SettingColumns(rows.map(\.settings))
    if !columns.showsScales {
      words += ", scale \(Table.displayed(.number(first.settings.scale), as: .plain))"
    }
    if !columns.showsNeighbors { words += ", \(first.settings.neighbors) neighbors" }
    if Set(rows.map(\.settings.minSize)).count == 1 {
      words += ", windows from \(first.settings.minSize) px"
    }
    if first.rule == .offset { words += ", matched by offset" }
    return [words + "."]
  }

  private var emptiness: [String] {
    guard parts == nil, rows.contains(where: { $0.windows == 0 }) else { return [] }
    return ["Rows with 0 windows: no window size lies between their smallest and largest."]
  }

  private func values(_ row: DetectorRow) -> [Table.Value] {
    [
      .optional(row.rule?.rawValue), .integer(row.images), .integer(row.faces),
      .integer(row.hits), .integer(row.misses), .integer(row.falseAlarms),
      .measured(row.precision), .measured(row.recall), .measured(row.f1),
      .measured(row.falsePerMegapixel), .integer(row.windows), .measured(row.timing?.median),
      .measured(row.timing?.p95), .measured(row.aloneMilliseconds),
      .measured(row.spentMilliseconds), .measured(row.spentTiming?.median), .boolean(row.isPareto),
    ]
  }
}

/// What every cell found in every picture, cell by cell.
struct DetectorPictureTable {
  let outcome: DetectorSweepOutcome
  let rule: MatchRule

  var table: Table {
    let columns = SettingColumns(outcome.cells.map(\.settings))
    return Table(
      columns: columns.columns + [
        .init("match", title: nil), .init("file", title: "file"), .init("faces", title: "faces"),
        .init("hits", title: "hits"), .init("misses", title: "misses"),
        .init("false_alarms", title: "false"), .init("windows", title: "windows"),
        .init("detect_ms_median", title: "ms", display: .decimals(1)),
        .init("spent_ms", title: "spent ms", display: .decimals(1)),
      ],
      rows: outcome.cells.flatMap { cell in
        zip(outcome.files, cell.pictures).map { file, count in
          columns.values(cell.settings) + values(of: count, file: file)
        }
      })
  }

  private func values(of count: PictureCount, file: String) -> [Table.Value] {
    let matching = count.matchings[rule]
    return [
      .text(rule.rawValue), .text(file), .integer(count.faces), .measured(matching?.hits),
      .measured(matching?.misses), .measured(matching?.falseAlarms), .integer(count.windows),
      .measured(TimingSummary(count.milliseconds)?.median), .number(count.spentMilliseconds),
    ]
  }
}

/// The columns that tell cells apart; people see those that vary.
struct SettingColumns {
  private let settings: [DetectorSettings]

  init(_ settings: [DetectorSettings]) { self.settings = settings }

  var columns: [Table.Column] {
    [
      .init("accuracy", title: areAllPresets ? "accuracy" : nil),
      .init("cascade", title: showsCascades ? "cascade" : nil),
      .init("scale", title: showsScales ? "scale" : nil),
      .init("neighbors", title: showsNeighbors ? "neighbors" : nil),
      .init("min_size_px", title: varies(\.minSize) && !areAllPresets ? "min size" : nil),
      .init("max_size_px", title: varies(\.maxSize) ? "max size" : nil),
      .init("equalize", title: varies(\.equalize) ? "equalize" : nil),
      .init("flip", title: varies(\.flip) ? "flip" : nil),
      .init("rotate_deg", title: varies(\.rotation) ? "rotate" : nil),
    ]
  }

  func values(_ settings: DetectorSettings) -> [Table.Value] {
    [
      .optional(DetectorAccuracy.named(settings)?.rawValue), .text(settings.cascade),
      .number(settings.scale), .integer(settings.neighbors), .integer(settings.minSize),
      .measured(settings.maxSize), .boolean(settings.equalize), .boolean(settings.flip),
      .number(settings.rotation),
    ]
  }

  /// One cell a cascade shares nothing, and the names of cascades need the room.
  var showsSpent: Bool {
    !showsCascades || settings.count > Set(settings.map(\.cascade)).count
  }

  var showsCascades: Bool { varies(\.cascade) && !areAllPresets }

  /// Scale and neighbour count stand in every table but one in which something else alone varies.
  var showsScales: Bool { !areAllPresets && (varies(\.scale) || isOne) }
  var showsNeighbors: Bool { !areAllPresets && (varies(\.neighbors) || isOne) }

  private var isOne: Bool { Set(settings).count == 1 }

  private var areAllPresets: Bool { settings.allSatisfy { DetectorAccuracy.named($0) != nil } }

  private func varies<Value: Hashable>(_ value: (DetectorSettings) -> Value) -> Bool {
    Set(settings.map(value)).count > 1
  }
}
