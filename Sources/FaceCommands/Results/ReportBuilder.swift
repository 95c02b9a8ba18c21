import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

/// Puts the page of a report together.
struct ReportBuilder {
  let results: [StoredResult]
  /// Detector sweeps, after the evaluations.
  var sweeps: [StoredDetectorSweep] = []
  let workbench: Workbench

  /// Size of a chart on the page, where two stand side by side.
  private static let chartSize = (width: 560, height: 420)

  func page() throws -> ReportPage {
    let rows = results.map { EvaluationRow($0) }
    var parts: [ReportPage.Part] = []
    if let note = OptimisticNote.about(results) { parts.append(.warning(note)) }
    if !results.isEmpty {
      parts += [
        .heading("Accuracy and timing"),
        .table(
          EvaluationTable(
            rows: rows, notes: EvaluationNotes.notes(onPageOf: rows), namesResults: rows.count > 1
          ).table),
      ]
      parts += try comparisons()
      parts += try curves()
    }
    for result in results { parts += try details(of: result) }
    for sweep in sweeps { parts += try details(of: sweep) }
    let names = (results.map(\.name) + sweeps.map(\.name)).joined(separator: ", ")
    return ReportPage(title: "facebench: \(names)", parts: parts)
  }

  /// Every pair on one split, compared.
  private func comparisons() throws -> [ReportPage.Part] {
    var tables: [ReportPage.Part] = []
    for (index, first) in results.enumerated() {
      for second in results[(index + 1)...]
      where first.manifest.outline.splitHash == second.manifest.outline.splitHash {
        let comparison = try ResultComparison(first, second, seed: workbench.seedOrDefault)
        tables.append(
          .table(ComparisonTable(comparison, optimistic: [first, second]).table))
      }
    }
    return tables.isEmpty ? [] : [.heading("Paired comparisons")] + tables
  }

  private func curves() throws -> [ReportPage.Part] {
    var kinds: [PlotKind] = [.roc, .det, .cmc]
    if results.contains(where: { $0.trials.probes.contains { $0.yawDegrees != nil } }) {
      kinds.append(.angles)
    }
    let charts = ResultCharts(results)
    return [.heading("Curves")] + (try kinds.compactMap { try chart($0, of: charts) })
  }

  /// What a reader who has never seen such a chart needs to know.
  private func caption(_ kind: PlotKind, of drawn: [StoredResult] = []) -> String {
    switch kind {
    case .angles where !drawn.isEmpty && drawn.allSatisfy(\.isOfAnglePairs):
      "Shares by how far the head is turned away from the angle trained on, all such angles "
        + "together, with 95 % intervals by person."
    case .roc: "Share of own people matched, for every share of others matched: higher is better."
    case .det:
      "Both errors on axes spread by the normal distribution: lower is better. Rates off the axes "
        + "are drawn on the frame."
    case .cmc: "How often the own person is among the r nearest."
    case .angles: "Shares by angle, with 95 % intervals by person."
    case .scores: "How distances to the own and to other people are spread."
    case .threshold: "What every threshold on the distance would give."
    case .detector: "Recall and false alarms of detector settings."
    }
  }

  /// The chart drawn; nil where there is nothing to draw, such as a ROC without impostors.
  private func chart(_ kind: PlotKind, of charts: ResultCharts) throws -> ReportPage.Part? {
    try part(charts.chart(kind), caption: caption(kind, of: charts.results))
  }

  private func part(_ chart: Chart, caption: String) throws -> ReportPage.Part? {
    let gnuplot = try Gnuplot.find(in: HostEnvironment.searchPath)
    do {
      let (width, height) = Self.chartSize
      let svg = try gnuplot.svg(chart, width: width, height: height, work: workbench.work)
      return .chart(svg: svg, caption: caption)
    } catch ChartError.empty {
      return nil
    }
  }

  /// The table of a detector sweep, recall against false alarms, and recall by angle where it is known.
  private func details(of sweep: StoredDetectorSweep) throws -> [ReportPage.Part] {
    var parts: [ReportPage.Part] = [
      .heading("\(sweep.name): detector on \(sweep.dataset)"),
      .table(DetectorTable(rows: sweep.rows).table),
    ]
    parts += [try part(Chart.detector(sweep), caption: caption(.detector))].compactMap(\.self)
    if sweep.digests != nil {
      let outcome = try workbench.results.outcome(of: sweep)
      parts += [try part(Chart.angles(outcome), caption: caption(.angles))].compactMap(\.self)
    }
    return parts
  }

  private func details(of result: StoredResult) throws -> [ReportPage.Part] {
    let charts = ResultCharts([result])
    var parts: [ReportPage.Part] = [
      .heading("\(result.name): \(result.title)"),
      .table(BreakdownTable(result: result, by: .rates).table),
    ]
    var kinds: [PlotKind] = [.scores, .threshold]
    // The common chart leaves it out where others have an angle of their own.
    if result.isOfAnglePairs, !results.allSatisfy(\.isOfAnglePairs) { kinds.append(.angles) }
    parts += try kinds.compactMap { try chart($0, of: charts) }
    parts += reliability(of: result)
    let pictures = try ReportPictures(result: result, workbench: workbench)
    parts += try pictures.eigenfaces()
    parts.append(.subheading("Worth a look"))
    parts += try pictures.hardExamples()
    parts += [
      .table(HardExampleTable(result: result, count: 5).table),
      .folded(BreakdownTable(result: result, by: .subject).table, title: "How each person fared"),
      .folded(
        BreakdownTable(result: result, by: .confusion).table, title: "Who was taken for whom"),
      .lines(
        try workbench.results.manifestText(of: result.name),
        title: "Manifest: data, split, recipe, settings, seed, versions"),
    ]
    return parts
  }

  /// Probabilities and whether they hold, where a part was set aside to fit them on.
  private func reliability(of result: StoredResult) -> [ReportPage.Part] {
    let bench = ThresholdBench(result, developmentShare: nil)
    guard bench.hasDevelopmentPart else { return [] }
    return CalibrationQuestion.allCases.flatMap { question -> [ReportPage.Part] in
      // Too few wrong answers to learn from are no fault of the page.
      guard
        let trial = try? bench.calibrate(
          question, form: .logistic, prior: nil, on: .development)
      else { return [] }
      let title =
        question == .pair
        ? "Probability that a pair shows one person"
        : "Probability that the nearest person is the right one"
      return [
        .subheading(title), .table(CalibrationTable(trial: trial, result: result).reliability),
      ]
    }
  }
}
