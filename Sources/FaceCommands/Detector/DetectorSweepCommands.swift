import CommandLanguage
import FaceDatasets
import FaceEvaluation
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
        "by", \.breakdown, .oneOf(),
        help: "Show what each cell found in each image, or of the faces of each angle"),
      .option(
        "cell-limit", \.secondsPerCell,
        .number(0...1_000_000, excludingLowest: true, placeholder: "SECONDS"),
        help: "Stop cells that search longer, as if each ran alone; no limit when left out"),
      .option(
        "as", \.name, .newName(of: "result", placeholder: "RESULT"), help: "Name to keep it by"),
    ],
    rules: DetectorAxes.rules,
    examples: [
      Example("detector sweep scenes", "four scales and ten neighbour counts"),
      Example(
        "detector sweep scenes --cascade all --scale 1.2 --neighbors 3",
        "every installed cascade for faces side by side"),
      Example(
        "detector sweep scenes --accuracy low,high", "what the presets find, and what they cost"),
      Example(
        "detector sweep scenes --scale 1.1 --neighbors 3 --flip off,on --rotate 0,15",
        "what the mirror image and turned copies add"),
      Example(
        "detector sweep heads --scale 1.1 --neighbors 3 --by angle",
        "how far a head may turn and still be found"),
      Example(
        "detector sweep scenes --scale 1.01,1.1 --cell-limit 60",
        "cells that take longer than a minute are told as timeouts"),
      Example("detector sweep scenes --neighbors 1:5:1 --scale 1.05,1.1 --json", "for a script"),
    ],
    discussion: """
      Found and known boxes are paired one to one, by --match: iou wants half of their union in \
      common, offset centres within 0.3 of the known width and widths within a factor of 1.5. \
      Pictures are read once. A search is done once for all neighbour counts, and for all scales \
      and sizes whose windows are among its own; each cell has the boxes of a search of its own. \
      "ms" is what that would take a picture, "spent ms" the cell's share of what was really done. \
      With --flip and --rotate further versions of the picture are searched; boxes of several \
      versions that overlap by half are one face. Pareto rows are best in recall, false alarms \
      and windows; time plays no part. "levels" counts window sizes, in the picture with room for \
      most: close to a scale of 1 there are many. A cell whose own searches, or its share of common \
      ones, take longer than --cell-limit in all pictures together is stopped and told as a \
      timeout, without numbers; the others go on, and the exit code is 3. A search that several \
      cells wait for goes on until the last of them has used up its time. Which cells time out \
      depends on the machine: it is the only thing that does.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    if workbench.storesResults { try workbench.requireWritable(.results) }
    let replacing = try workbench.mayReplaceResult(arguments.name)
    let rule = arguments.axes.rule
    var sweep = try arguments.axes.sweep(session: workbench.session)
    sweep.secondsPerCell = arguments.secondsPerCell
    try warn(about: sweep, on: dataset, in: workbench)
    let outcome = try sweep.run(on: dataset, clock: workbench.clock, work: workbench.work)
    let stopped = outcome.cells.count(where: \.isTimedOut)
    workbench.console.say(
      "\(DatasetSentences.counted(outcome.cells.count, "cell")) from "
        + "\(DatasetSentences.counted(outcome.searches, "search", "searches")) in "
        + "\(seconds(outcome.spentMilliseconds)) s; searching and grouping took "
        + "\(seconds(outcome.searchMilliseconds)) s of it on all threads, the cells one by one "
        + "would take \(seconds(outcome.aloneMilliseconds)) s"
        + (stopped > 0 ? "; \(stopped) that timed out are not counted" : ""))
    let rows = outcome.rows(rule)
    var table =
      switch arguments.breakdown {
      case .image: DetectorPictureTable(outcome: outcome, rule: rule).table
      case .angle: DetectorAngleTable(outcome: outcome).table
      case nil: DetectorTable(rows: rows).table
      }
    if workbench.storesResults {
      let kept = try workbench.results.store(
        outcome, by: rule, of: dataset, as: arguments.name, replacing: replacing,
        work: workbench.work)
      table.notes.append(
        "Stored as \(kept.name). Next: 'detector choose \(arguments.dataset) --recall 0.95', "
          + "'plot detector'.")
    }
    return Outcome([.table(table)], skipped: timeouts(of: outcome, limit: sweep.secondsPerCell))
  }

  private static func warn(
    about sweep: DetectorSweep, on dataset: Dataset, in workbench: Workbench
  ) throws {
    let sizes = try dataset.records().filter { !$0.isMirror }.map(\.size)
    for warning in try WindowBounds.warnings(about: sweep.settings, in: sizes) {
      workbench.console.warn(warning)
    }
  }

  /// The cells that were stopped.
  private static func timeouts(
    of outcome: DetectorSweepOutcome, limit: Double?
  ) -> [SkippedItem] {
    guard let limit else { return [] }
    return outcome.cells.filter(\.isTimedOut).map { cell in
      SkippedItem(
        DetectorSentences.words(cell.settings),
        reason: "timeout: it searched longer than \(Table.displayed(.number(limit), as: .plain)) s")
    }
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
    rules: DetectorAxes.rules,
    examples: [
      Example("detector choose scenes --recall 0.95", "chosen on one half, shown on the other"),
      Example(
        "detector choose scenes --recall 0.9 --cascade all --scale 1.1,1.2 --match offset",
        "among all cascades, boxes compared by the other rule"),
    ],
    discussion: """
      Cheapest means fewest windows, then fewest false alarms; time plays no part. The settings \
      are chosen by --match on one half of the pictures (dev) and shown on the other (eval), by \
      both rules. They last for the session.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    let sweep = try arguments.axes.sweep(session: workbench.session)
    try warn(about: sweep, on: dataset, in: workbench)
    let outcome = try sweep.run(on: dataset, clock: workbench.clock, work: workbench.work)
    let choice = try DetectorChoice(
      from: outcome, recall: arguments.recall, by: arguments.axes.rule,
      seed: workbench.seedOrDefault)
    workbench.session.detector = choice.settings
    workbench.session.recipe.detector = choice.settings
    return .table(
      DetectorTable(
        rows: choice.reports.map(\.row), parts: choice.reports.map(\.part),
        notes: ["These settings now hold for the session: 'detector show'."]
      ).table)
  }

  private static func seconds(_ milliseconds: Double) -> String {
    Table.displayed(.number(milliseconds / 1000), as: .decimals(2))
  }
}

struct DetectorSweepArguments: Sendable {
  var dataset = ""
  var name: String?
  var breakdown: SweepBreakdown?
  var secondsPerCell: Double?
  var axes = DetectorAxes()
}

/// What the cells of a sweep are taken apart by.
enum SweepBreakdown: String, CaseIterable, Sendable {
  case image
  case angle
}

struct DetectorChooseArguments: Sendable {
  var dataset = ""
  var recall = 0.95
  var axes = DetectorAxes()
}
