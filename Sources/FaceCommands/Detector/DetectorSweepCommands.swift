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
      .option("by", \.breakdown, .oneOf(), help: "Show what each cell found in each image"),
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
      and windows; time plays no part.
      """
  ) { arguments, workbench in
    let dataset = try workbench.datasets.open(arguments.dataset)
    let rule = arguments.axes.rule
    let outcome = try arguments.axes.sweep(session: workbench.session)
      .run(on: dataset, clock: workbench.clock, work: workbench.work)
    workbench.console.say(
      "\(outcome.cells.count) cells from \(outcome.searches) searches in "
        + "\(seconds(outcome.spentMilliseconds)) s; searching and grouping took "
        + "\(seconds(outcome.searchMilliseconds)) s of it on all threads, the cells one by one "
        + "would take \(seconds(outcome.aloneMilliseconds)) s")
    let rows = outcome.rows(rule)
    let kept = try workbench.results.store(rows, of: dataset.name, as: arguments.name)
    let next =
      "Stored as \(kept.name). Next: 'detector choose \(arguments.dataset) --recall 0.95', "
      + "'plot detector'."
    if arguments.breakdown == .image {
      var table = DetectorPictureTable(outcome: outcome, rule: rule).table
      table.notes = [next]
      return .table(table)
    }
    return .table(DetectorTable(rows: rows, notes: [next]).table)
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
    let outcome = try arguments.axes.sweep(session: workbench.session)
      .run(on: dataset, clock: workbench.clock, work: workbench.work)
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
  var axes = DetectorAxes()
}

/// What the cells of a sweep are taken apart by.
enum SweepBreakdown: String, CaseIterable, Sendable {
  case image
}

struct DetectorChooseArguments: Sendable {
  var dataset = ""
  var recall = 0.95
  var axes = DetectorAxes()
}
