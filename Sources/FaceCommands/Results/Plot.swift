import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let plot = WorkbenchCommand(
    "plot", abstract: "Draw curves of stored results, here or into a PNG or SVG file",
    defaults: PlotArguments(),
    parameters: [
      .positional("kind", \.kind, .oneOf(), help: "What is drawn"),
      .rest(
        "result", \.words, .name(of: "result", placeholder: "RESULT"), atLeast: 0,
        help: "Results to draw, the latest when none is named; last, a file to write"),
      .option(
        "fmr-axis", \.rateAxis, .oneOf(),
        help:
          "roc: linear, or log for what happens below 1 %; auto takes log where the data reach it"),
    ],
    examples: [
      Example("plot roc", "the latest result, in the terminal"),
      Example("plot det eigen-30-001 fisher-39-001 det.svg", "two results in one drawing"),
      Example("plot roc --fmr-axis linear", "the ROC as older papers draw it"),
      Example("plot threshold strangers rates.png", "rates against the threshold"),
      Example("plot detector", "recall against false alarms of the latest detector sweep"),
      Example("plot angles detector-001", "the share of faces it found, by their angle"),
    ],
    discussion: """
      gnuplot draws; the points themselves come with --csv or --json. Of results of '--protocol \
      angle-pair', 'plot angles' draws the accuracy over how far a head is turned away from the angle \
      that was trained on; beside other results it leaves them out.
      """
  ) { arguments, workbench in
    if let file = arguments.file { try workbench.checkPlace(of: file) }
    let chart = try arguments.chart(in: workbench)
    let gnuplot = try Gnuplot.find(in: HostEnvironment.searchPath)
    guard let file = arguments.file else {
      return .sentence(
        try gnuplot.text(chart, work: workbench.work), machine: chart.table, timed: false)
    }
    let bytes =
      file.hasSuffix(".svg")
      ? Array(try gnuplot.svg(chart, work: workbench.work).utf8)
      : try gnuplot.png(chart, work: workbench.work)
    try workbench.save(bytes: bytes, to: file)
    return .sentence(
      "\(file): \(chart.title), \(chart.series.map(\.name).joined(separator: ", "))",
      machine: chart.table, timed: false)
  }
}

struct PlotArguments: Sendable {
  var kind = PlotKind.roc
  var words: [String] = []
  var rateAxis = Chart.RateAxis.auto

  /// The last word, where it names a picture file.
  var file: String? {
    words.last.flatMap { $0.hasSuffix(".png") || $0.hasSuffix(".svg") ? $0 : nil }
  }

  var results: [String] { file == nil ? words : Array(words.dropLast()) }

  /// The chart of the results that are named, or of the latest.
  func chart(in workbench: Workbench) throws -> Chart {
    if rateAxis != .auto, kind != .roc {
      throw UsageError(
        "--fmr-axis is for 'plot roc'; 'plot \(kind.rawValue)' has axes of its own",
        hint: "leave --fmr-axis away")
    }
    if kind == .detector {
      if results.count > 1 {
        throw UsageError(
          "'plot detector' draws one sweep, and \(results.count) are named",
          hint: "name one of them")
      }
      return Chart.detector(try workbench.results.detectorSweep(results.first))
    }
    if kind == .angles, results.count == 1, let sweep = try workbench.detectorSweep(results[0]) {
      return Chart.angles(try workbench.results.outcome(of: sweep))
    }
    // A picture that cannot be written is no result that cannot be found.
    let others = [".pdf", ".jpg", ".jpeg", ".gif", ".eps", ".bmp", ".webp"]
    if let word = words.last, others.contains(where: { word.hasSuffix($0) }) {
      throw CommandError.badOutputSuffix(word, needed: ".png or .svg")
    }
    if [.scores, .threshold].contains(kind), results.count > 1 {
      throw UsageError(
        "'plot \(kind.rawValue)' draws one result, and \(results.count) are named",
        hint: "'plot roc', 'plot det' and 'plot cmc' draw several")
    }
    let stored =
      try results.isEmpty
      ? [workbench.result(nil)] : results.map { try workbench.result($0) }
    if kind == .cmc, let pairs = stored.first(where: \.isOfPairs) {
      throw UsageError(
        "'\(pairs.name)' is of pairs: nobody is looked up, so there are no ranks to draw",
        hint: "'plot roc \(pairs.name)' draws what pairs have")
    }
    return try ResultCharts(stored, rateAxis: rateAxis).chart(kind)
  }
}

/// The words of `plot`.
enum PlotKind: String, CaseIterable, Sendable {
  case roc
  case det
  case cmc
  case scores
  case angles
  case threshold
  case detector
}

/// Charts of one or several results.
struct ResultCharts {
  let results: [StoredResult]
  let rateAxis: Chart.RateAxis

  init(_ results: [StoredResult], rateAxis: Chart.RateAxis = .auto) {
    self.results = results
    self.rateAxis = rateAxis
  }

  /// Charts of one curve each (`scores`, `threshold`) show the first result.
  func chart(_ kind: PlotKind) throws -> Chart {
    var chart = try plainChart(kind)
    // One curve has no legend that could say whose it is.
    if kind == .scores || kind == .threshold {
      chart.title = OptimisticNote.marked("\(chart.title): \(results[0].title)", results[0])
    }
    return chart
  }

  private func plainChart(_ kind: PlotKind) throws -> Chart {
    switch kind {
    case .roc: Chart.roc(curves, axis: rateAxis)
    case .det: Chart.det(curves)
    case .cmc: Chart.cmc(results.map { (label($0), RankCurve($0.trials)) })
    case .scores: Chart.scores(curve(results[0]), threshold: results[0].manifest.plan.threshold)
    case .threshold:
      Chart.thresholds(curve(results[0]), threshold: results[0].manifest.plan.threshold)
    case .angles: try angles()
    case .detector: preconditionFailure("detector charts are drawn from sweeps")
    }
  }

  /// Accuracy by the angle of the probe. Where each fold trains on one angle that would be a mean over
  /// near and far angles, nearly the same everywhere: then by the turn between the two.
  private func angles() throws -> Chart {
    let single = results.filter { !$0.isOfAnglePairs }
    guard single.isEmpty else {
      return Chart.angles(
        single.map { (label($0), $0.angleProfile(threshold: $0.manifest.plan.threshold)) })
    }
    return Chart.turns(
      try results.map { (label($0), try $0.turnProfile(threshold: $0.manifest.plan.threshold)) })
  }

  private var curves: [(name: String, curve: ThresholdCurve)] {
    results.map { (label($0), curve($0)) }
  }

  private func curve(_ result: StoredResult) -> ThresholdCurve {
    ThresholdCurve(
      result.trials, reconstructionThreshold: result.manifest.plan.reconstructionThreshold)
  }

  /// What recognises where that tells the results apart, else their names; marked where optimistic.
  private func label(_ result: StoredResult) -> String {
    let titles = Set(results.map(\.title))
    return OptimisticNote.marked(
      titles.count == results.count ? result.title : result.name, result)
  }
}

extension Chart {
  /// The share of known faces found by their angle, of the setting of each cascade that finds most.
  static func angles(_ outcome: DetectorSweepOutcome) -> Chart {
    let rows = outcome.rows(.iou)
    var best: [(cascade: String, cell: Int)] = []
    for (cell, row) in rows.enumerated() where row.hits != nil {
      let cascade = row.settings.cascade
      guard let place = best.firstIndex(where: { $0.cascade == cascade }) else {
        best.append((cascade, cell))
        continue
      }
      if (row.hits ?? 0) > (rows[best[place].cell].hits ?? 0) { best[place].cell = cell }
    }
    let profiles = outcome.profiles()
    return Chart.detection(
      best.compactMap { _, cell in
        profiles[cell].map { (DetectorSentences.words(rows[cell].settings), $0) }
      })
  }

  /// Recall against false alarms of a kept sweep.
  static func detector(_ sweep: StoredDetectorSweep) -> Chart {
    Chart.detector(
      sweep.rows.compactMap { row in
        guard let recall = row.recall, let alarms = row.falsePerMegapixel else { return nil }
        return DetectorSetting(
          group: row.settings.cascade, falsePerMegapixel: alarms, recall: recall,
          isPareto: row.isPareto)
      })
  }
}
