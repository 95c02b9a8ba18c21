import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let detectorSweep = WorkbenchCommand(
    "sweep", noun: "detector",
    abstract: "Count hits, misses and false alarms over combinations of settings",
    defaults: DetectorSweepArguments(),
    parameters: [
      .positional("dataset", \.dataset, .name(of: "dataset"), help: "Pictures with known boxes"),
      .group(\.axes, DetectorAxes.group),
      .option(
        "as", \.name, .newName(of: "result", placeholder: "RESULT"), help: "Name to keep it by"),
    ],
    examples: [
      Example("detector sweep scenes", "four scales and ten neighbour counts"),
      Example(
        "detector sweep scenes --cascade haarcascade_frontalface_default,haarcascade_frontalface_alt2",
        "two cascades side by side"),
      Example("detector sweep scenes --neighbors 1:5:1 --scale 1.05,1.1 --json", "for a script"),
    ],
    discussion: """
      Found and known boxes are paired one to one. Every scale is searched once and grouped for \
      all neighbour counts; each cell has the boxes of a search of its own, and its milliseconds \
      are what that search would take. Pareto rows are best in recall, false alarms and windows; \
      time plays no part.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    let outcome = try arguments.axes.sweep(session: workbench.session)
      .run(on: dataset, clock: workbench.clock, work: workbench.work)
    let alone = outcome.cells.reduce(0.0) { sum, cell in
      sum + cell.pictures.reduce(0) { $0 + ($1.milliseconds.first ?? 0) }
    }
    workbench.console.say(
      "\(outcome.cells.count) cells in \(Table.displayed(.number(outcome.spentMilliseconds / 1000), as: .decimals(2))) s; "
        + "one by one they would take \(Table.displayed(.number(alone / 1000), as: .decimals(2))) s"
    )
    let kept = try workbench.results.store(
      outcome.rows, of: dataset.name, as: arguments.name)
    return .table(
      DetectorTable(
        rows: outcome.rows,
        notes: [
          "Stored as \(kept.name). Next: 'detector choose \(arguments.dataset) --recall 0.95', "
            + "'plot detector'."
        ]
      ).table)
  }

  static let detectorChoose = WorkbenchCommand(
    "choose", noun: "detector",
    abstract: "Set the cheapest detector settings that reach a wished recall",
    defaults: DetectorChooseArguments(),
    parameters: [
      .positional("dataset", \.dataset, .name(of: "dataset"), help: "Pictures with known boxes"),
      .option(
        "recall", \.recall, .share(), required: true, help: "Share of known faces to be found"),
      .group(\.axes, DetectorAxes.group),
    ],
    examples: [
      Example("detector choose scenes --recall 0.95", "chosen on one half, shown on the other")
    ],
    discussion: """
      Cheapest means fewest windows, then fewest false alarms; time plays no part. The settings \
      last for the session.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    let outcome = try arguments.axes.sweep(session: workbench.session)
      .run(on: dataset, clock: workbench.clock, work: workbench.work)
    let choice = try DetectorChoice(
      from: outcome, recall: arguments.recall, seed: workbench.seedOrDefault)
    workbench.session.detector = choice.settings
    return .table(
      DetectorTable(
        rows: [choice.development, choice.evaluation], parts: ["dev", "eval"],
        notes: ["These settings now hold for the session: 'detector show'."]
      ).table)
  }
}

struct DetectorSweepArguments: Sendable {
  var dataset = ""
  var name: String?
  var axes = DetectorAxes()
}

struct DetectorChooseArguments: Sendable {
  var dataset = ""
  var recall = 0.95
  var axes = DetectorAxes()
}

/// What a detector sweep goes through.
struct DetectorAxes: Sendable {
  var cascades: [String] = []
  var scales = [1.05, 1.1, 1.2, 1.3]
  var neighbors = Array(1...10)
  var minSizes = [24]
  var rule = MatchRule.iou
  var repeats = 1

  /// The sweep; the session's cascade where none is named.
  func sweep(session: Session) -> DetectorSweep {
    var sweep = DetectorSweep(
      cascades: cascades.isEmpty ? [session.detector.cascade] : cascades, scales: scales,
      neighbors: neighbors, minSizes: minSizes)
    sweep.rule = rule
    sweep.repeats = repeats
    return sweep
  }

  static let group = OptionGroup<DetectorAxes>(
    "What is swept",
    [
      .option(
        "cascade", \.cascades, .list(of: .name(of: "cascade", placeholder: "NAME")),
        help: "Installed cascades or files; the session's when left out"),
      .option(
        "scale", \.scales, .range(within: 1.01...4),
        help: "Ratios between neighbouring window sizes"),
      .option("neighbors", \.neighbors, .range(within: 0...1000), help: "Raw hits that must agree"),
      .option(
        "min-size", \.minSizes, .range(within: 1...100_000),
        help: "Smallest window sides, pixels"),
      .option("match", \.rule, .oneOf(), help: "When a found and a known box are the same face"),
      .option("repeat", \.repeats, .integer(1...100), help: "Times each search is timed"),
    ])
}

/// Cells of a detector sweep as a table.
struct DetectorTable {
  let rows: [DetectorRow]
  /// The part each row is of, for a choice; nil for a sweep.
  var parts: [String]?
  var notes: [String] = []

  var table: Table {
    var columns: [Table.Column] = [
      .init("cascade", title: Set(rows.map(\.settings.cascade)).count > 1 ? "cascade" : nil),
      .init("scale", title: "scale"), .init("neighbors", title: "neighbors"),
      .init(
        "min_size_px", title: Set(rows.map(\.settings.minSize)).count > 1 ? "min size" : nil),
      .init("images", title: nil), .init("faces", title: nil), .init("hits", title: "hits"),
      .init("misses", title: nil), .init("false_alarms", title: "false"),
      .init("precision", title: "precision", display: .percent(1)),
      .init("recall", title: "recall", display: .percent(1)),
      .init("f1", title: "F1", display: .percent(1)),
      .init("false_per_mpx", title: nil, display: .decimals(2)),
      .init("windows", title: "windows"),
      .init("detect_ms_median", title: "ms", display: .decimals(1)),
      .init("detect_ms_p95", title: parts == nil ? "p95 ms" : nil, display: .decimals(1)),
      .init("pareto", title: "Pareto"),
    ]
    if parts != nil { columns.insert(.init("part", title: "part"), at: 0) }
    return Table(
      columns: columns,
      rows: rows.enumerated().map { index, row in
        (parts.map { [.text($0[index])] } ?? []) + values(row)
      }, notes: subject + notes)
  }

  /// What all rows have in common and therefore no column.
  private var subject: [String] {
    guard let first = rows.first, parts == nil else { return [] }
    var words = "\(first.faces) faces in \(first.images) pictures"
    if Set(rows.map(\.settings.cascade)).count == 1 { words += ", \(first.settings.cascade)" }
    if Set(rows.map(\.settings.minSize)).count == 1 {
      words += ", windows from \(first.settings.minSize) px"
    }
    return [words + "."]
  }

  private func values(_ row: DetectorRow) -> [Table.Value] {
    [
      .text(row.settings.cascade), .number(row.settings.scale), .integer(row.settings.neighbors),
      .integer(row.settings.minSize), .integer(row.images), .integer(row.faces),
      .integer(row.hits), .integer(row.misses), .integer(row.falseAlarms),
      .measured(row.precision), .measured(row.recall), .measured(row.f1),
      .measured(row.falsePerMegapixel), .integer(row.windows), .measured(row.timing?.median),
      .measured(row.timing?.p95), .boolean(row.isPareto),
    ]
  }
}
