import FaceEvaluation
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
        .init("state", title: rows.contains { $0.isTimedOut == true } ? "state" : nil),
        .init("levels", title: nil),
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
        .init("pareto", title: "Pareto"), .init("false_per_image", title: nil),
      ],
      rows: rows.enumerated().map { index, row in
        (parts.map { [.text($0[index])] } ?? []) + columns.values(row.settings) + values(row)
      }, notes: subject + levels + emptiness + timeouts + notes)
  }

  /// What all rows have in common and therefore no column.
  private var subject: [String] {
    guard let first = rows.first(where: { $0.isTimedOut != true }), parts == nil,
      let faces = first.faces, let images = first.images
    else { return [] }
    var words = "\(faces) faces in \(images) pictures"
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

  /// How many window sizes each scale looks for: near 1 there are many, and each costs its time.
  private var levels: [String] {
    let scales = Set(rows.map(\.settings.scale)).sorted()
    guard parts == nil, scales.count > 1, Set(rows.map(\.settings.cascade)).count == 1 else {
      return []
    }
    let counts = scales.compactMap { scale in
      rows.filter { $0.settings.scale == scale }.compactMap(\.levels).max().map {
        "\($0) at \(Table.displayed(.number(scale), as: .plain))"
      }
    }
    return counts.isEmpty ? [] : ["Window sizes looked for: \(counts.joined(separator: ", "))."]
  }

  private var emptiness: [String] {
    guard parts == nil, rows.contains(where: { $0.windows == 0 }) else { return [] }
    return ["Rows with 0 windows: no window size lies between their smallest and largest."]
  }

  private var timeouts: [String] {
    guard rows.contains(where: { $0.isTimedOut == true }) else { return [] }
    return ["timeout: the cell searched longer than --cell-limit lets it; nothing was measured."]
  }

  private func values(_ row: DetectorRow) -> [Table.Value] {
    [
      .optional(row.rule?.rawValue), .text(row.isTimedOut == true ? "timeout" : "done"),
      .measured(row.levels), .measured(row.images), .measured(row.faces),
      .measured(row.hits), .measured(row.misses), .measured(row.falseAlarms),
      .measured(row.precision), .measured(row.recall), .measured(row.f1),
      .measured(row.falsePerMegapixel), .measured(row.windows), .measured(row.timing?.median),
      .measured(row.timing?.p95), .measured(row.aloneMilliseconds),
      .measured(row.spentMilliseconds), .measured(row.spentTiming?.median),
      row.isTimedOut == true ? .null : .boolean(row.isPareto), .measured(row.falsePerImage),
    ]
  }
}
