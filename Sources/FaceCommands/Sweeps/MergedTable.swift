import CommandLanguage
import FaceExperiments
import FaceReports

/// Rows of finished cells in the order of the plan, one table for each command.
///
/// Programs see what the plan says of a cell, every key of the command's own rows, and what it took;
/// people see what varies, and the telling numbers.
struct MergedTable {
  let command: String
  private let entries: [Entry]

  /// One row of one cell.
  private struct Entry {
    let cell: SweepCell
    let record: CellRecord
    let row: Int

    func value(_ key: String) -> Table.Value? {
      for rows in [record.outcome.rows, record.timing.rows] {
        guard let value = rows[row, key] else { continue }
        let isReal = rows.columns.contains { $0.key == key && $0.isReal }
        return Table.Value(value, isReal: isReal)
      }
      return nil
    }

    /// Whether the data is too thin for the row's interval.
    var isWeak: Bool { value("weak") == .boolean(true) }

    func parameter(_ key: String) -> Table.Value {
      guard let value = cell.parameters.first(where: { $0.key == key })?.value else { return .null }
      if Table.Column(key, title: nil).holdsNames { return .text(value) }
      if value == "true" { return .boolean(true) }
      if let integer = NumberText.integer(value) { return .integer(integer) }
      return NumberText.number(value).map { .number($0) } ?? .text(value)
    }
  }

  /// The tables of `records`, one a command in the order in which the plan names them first.
  static func tables(_ records: [(cell: SweepCell, record: CellRecord)]) -> [Table] {
    var names: [String] = []
    var groups: [String: [Entry]] = [:]
    for (cell, record) in records {
      let name =
        PlannedCommand.all.keys.filter {
          cell.words.starts(with: $0.split(separator: " ").map(String.init))
        }.max { $0.utf8.count < $1.utf8.count } ?? ""
      if groups[name] == nil { names.append(name) }
      groups[name, default: []] += record.outcome.rows.rows.indices.map {
        Entry(cell: cell, record: record, row: $0)
      }
    }
    return names.map { MergedTable(command: $0, entries: groups[$0] ?? []).table }
  }

  private struct Column {
    let column: Table.Column
    let value: (Int, Entry) -> Table.Value
  }

  private var table: Table {
    let columns = identity + parameters + measured + forPeople + times
    return Table(
      columns: columns.map(\.column),
      rows: entries.enumerated().map { index, entry in
        columns.map { $0.value(index, entry) }
      }, notes: entries.contains(where: \.isWeak) ? [WeakRows.note] : [])
  }

  private var identity: [Column] {
    [
      Column(column: .init("cell", title: "cell")) { .text($1.cell.id) },
      Column(column: .init("line", title: nil)) { .integer($1.cell.line) },
      Column(column: .init("command", title: nil)) { .text($1.cell.command) },
    ]
  }

  private var told: Set<String> {
    guard case .cell(let rules) = PlannedCommand.all[command] else { return [] }
    return rules.told
  }

  /// What the plan says and the rows do not; what rows tell in another sense has `_asked` after it.
  private var parameters: [Column] {
    let keys = unique(entries.flatMap { $0.cell.parameters.map(\.key) }).filter {
      !told.contains($0)
    }
    let own = Set(measuredKeys)
    return keys.map { key in
      let plain = String(key.map { $0 == "-" ? "_" : $0 })
      let shown = varies { $0.parameter(key) } && !(own.contains(plain) && plain == "components")
      return Column(
        column: .init(
          own.contains(plain) ? plain + "_asked" : plain, title: shown ? key : nil)
      ) { $1.parameter(key) }
    }
  }

  private var measuredKeys: [String] {
    unique(entries.flatMap { $0.record.outcome.rows.columns.map(\.key) })
  }

  private var measured: [Column] {
    let isOnFront = front
    return measuredKeys.map { key in
      let style = Self.styles[key]
      let isShown =
        switch style?.when {
        case nil: false
        case .always: true
        case .measured: entries.contains { ($0.value(key) ?? .null) != .null }
        case .varying: varies { $0.value(key) ?? .null }
        }
      return Column(
        column: .init(
          key, title: isShown ? style?.title : nil, display: style?.display ?? .plain)
      ) { index, entry in
        if key == "pareto", let isOnFront { return .boolean(isOnFront[index]) }
        return entry.value(key) ?? .null
      }
    }
  }

  private var times: [Column] {
    unique(entries.flatMap { $0.record.timing.rows.columns.map(\.key) }).map { key in
      let style = Self.styles[key]
      return Column(
        column: .init(key, title: style?.title, display: style?.display ?? .plain)
      ) { $1.value(key) ?? .null }
    } + [
      Column(column: .init("cell_s", title: "cell s", display: .decimals(2))) {
        .number($1.record.timing.spentSeconds)
      }
    ]
  }

  /// Two numbers in one column, as the command's own table has them.
  private var forPeople: [Column] {
    guard measuredKeys.contains("interval_low") else { return [] }
    return [
      Column(column: .forPeople("95% interval")) { _, entry in
        .interval(
          from: entry.value("interval_low")?.double, to: entry.value("interval_high")?.double
        ).flagged(weak: entry.isWeak)
      },
      Column(column: .forPeople("correct")) { _, entry in
        guard case .integer(let correct) = entry.value("correct"),
          case .integer(let total) = entry.value("total")
        else { return .null }
        return .text("\(correct)/\(total)")
      },
    ]
  }

  /// For rows of a detector sweep: which are on the front of all rows of their line, as the command
  /// itself would tell of the whole line; nil for other rows.
  private var front: [Bool]? {
    guard measuredKeys.contains("pareto") else { return nil }
    var isOnFront = entries.map { _ in false }
    var groups: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      let rule = Table.displayed(entry.value("match") ?? .null, as: .plain)
      groups["\(entry.cell.line) \(rule)", default: []].append(index)
    }
    for positions in groups.values {
      let scores = positions.map { position -> DetectorScore? in
        guard case .integer(let hits) = entries[position].value("hits"),
          case .integer(let falseAlarms) = entries[position].value("false_alarms"),
          case .integer(let windows) = entries[position].value("windows")
        else { return nil }
        return DetectorScore(hits: hits, falseAlarms: falseAlarms, windows: windows)
      }
      for (position, flag) in zip(positions, DetectorScore.front(of: scores)) {
        isOnFront[position] = flag
      }
    }
    return isOnFront
  }

  private func varies(_ value: (Entry) -> Table.Value) -> Bool {
    guard let first = entries.first.map(value) else { return false }
    return entries.contains { value($0) != first }
  }

  private func unique(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }

  /// How people see a key of the rows.
  private struct Style {
    enum Rule { case always, varying, measured }
    let title: String
    var when = Rule.varying
    var display = Table.Display.plain
  }

  private static let styles: [String: Style] = [
    "dataset": Style(title: "dataset"), "model": Style(title: "model"),
    "method": Style(title: "method", when: .always),
    "components": Style(title: "K", when: .measured),
    "light": Style(title: "light"), "mirror": Style(title: "mirror"), "fuse": Style(title: "fuse"),
    "protocol": Style(title: "protocol"), "repeats": Style(title: "repeats"),
    "seed": Style(title: "seed"),
    "accuracy": Style(title: "accuracy", when: .measured, display: .percent(2)),
    "threshold": Style(title: "threshold", when: .measured),
    "fpir": Style(title: "FPIR", when: .measured, display: .percent(2)),
    "fnir": Style(title: "FNIR", when: .measured, display: .percent(2)),
    "train_full_ms_median": Style(title: "train ms", when: .always, display: .decimals(2)),
    "predict_ms_median": Style(title: "predict ms", when: .always, display: .decimals(3)),
    "cascade": Style(title: "cascade"), "scale": Style(title: "scale"),
    "neighbors": Style(title: "neighbors"), "min_size_px": Style(title: "min size"),
    "max_size_px": Style(title: "max size"), "equalize": Style(title: "equalize"),
    "flip": Style(title: "flip"), "rotate_deg": Style(title: "rotate"),
    "match": Style(title: "match"), "hits": Style(title: "hits", when: .always),
    "false_alarms": Style(title: "false", when: .always),
    "precision": Style(title: "precision", when: .always, display: .percent(1)),
    "recall": Style(title: "recall", when: .always, display: .percent(1)),
    "f1": Style(title: "F1", when: .always, display: .percent(1)),
    "windows": Style(title: "windows", when: .always),
    "detect_ms_median": Style(title: "ms", when: .always, display: .decimals(1)),
    "pareto": Style(title: "Pareto", when: .always),
  ]
}

extension Table.Value {
  /// The number in it; nil where there is none.
  fileprivate var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
}
