import FaceEvaluation
import FaceExperiments
import FaceReports

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
      rows: outcome.cells.filter { !$0.isTimedOut }.flatMap { cell in
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

/// How often every cell found the known faces of each angle.
struct DetectorAngleTable {
  let outcome: DetectorSweepOutcome

  var table: Table {
    let columns = SettingColumns(outcome.cells.map(\.settings))
    var rows: [[Table.Value]] = []
    var isUnsorted = false
    for (cell, profile) in zip(outcome.cells, outcome.profiles()) {
      for bin in profile?.bins ?? [] {
        if bin.yawDegrees == nil { isUnsorted = true }
        rows.append(
          columns.values(cell.settings) + [.measured(bin.yawDegrees)]
            + HitColumns.values(of: bin.counts))
      }
    }
    return Table(
      columns: columns.columns + [.init("yaw_deg", title: "yaw")]
        + HitColumns.columns(showsFaces: true),
      rows: rows,
      notes: isUnsorted
        ? [
          "Without a yaw: faces whose angle is not known, and false alarms in pictures whose faces "
            + "do not share one angle."
        ] : [])
  }
}

/// Known faces found and missed, by both matching rules.
enum HitColumns {
  /// People see the share found by each rule, the first with its bounds.
  ///
  /// - Parameter showsFaces: whether they see how many faces and how many hits there are as well.
  static func columns(showsFaces: Bool, isShown: Bool = true) -> [Table.Column] {
    var columns: [Table.Column] = [
      .init("truth_faces", title: showsFaces && isShown ? "faces" : nil)
    ]
    for rule in MatchRule.allCases {
      let (key, isFirst) = (rule.rawValue, rule == .iou)
      columns += [
        .init("\(key)_hits", title: showsFaces && isShown && isFirst ? "hits" : nil),
        .init("\(key)_misses", title: nil),
        .init("\(key)_hit_rate", title: isShown ? "hit \(key)" : nil, display: .percent(1)),
        .init("", title: isShown && isFirst ? "95% interval" : nil),
        .init("\(key)_hit_rate_low", title: nil), .init("\(key)_hit_rate_high", title: nil),
        .init("\(key)_hit_rate_weak", title: nil),
        .init("\(key)_false_alarms", title: isShown && isFirst ? "false" : nil),
      ]
    }
    return columns
  }

  /// - Parameter counts: nil where nothing was looked for, or nothing is known.
  static func values(of counts: [MatchRule: DetectionCount]?) -> [Table.Value] {
    let faces = counts?[.iou]?.faces
    return [.measured(faces)]
      + MatchRule.allCases.flatMap { rule -> [Table.Value] in
        // Bins that hold false alarms alone have no share to tell.
        guard let count = counts?[rule] else { return Array(repeating: .null, count: 8) }
        let (low, high) = (count.interval?.low, count.interval?.high)
        return [
          .integer(count.hits), .integer(count.misses), .measured(count.recall),
          .interval(from: low, to: high), .measured(low), .measured(high),
          count.interval.map { .boolean($0.isWeak) } ?? .null, .measured(count.falseAlarms),
        ]
      }
  }
}
