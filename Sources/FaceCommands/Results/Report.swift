import CommandLanguage
import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceImages
import FaceReports
import FaceVocabulary

extension Commands {
  static let report = WorkbenchCommand(
    "report", abstract: "Write one page with tables, curves and hard pictures of results",
    defaults: ReportArguments(),
    parameters: [
      .rest("result", \.results, .name(of: "result"), help: "Results to report on"),
      .positional(
        "file", \.file, .path("FILE.html", suffixes: [".html"]), help: "Page to write"),
    ],
    examples: [
      Example("report eigen-30-001 fisher-39-001 faces.html", "two results side by side")
    ],
    discussion: "The page needs nothing beside itself: pictures and curves are inside."
  ) { arguments, workbench in
    guard arguments.file.hasSuffix(".html") else {
      throw CommandError.badOutputSuffix(arguments.file, needed: ".html")
    }
    let results = try arguments.results.map { try workbench.results.load($0) }
    let page = try ReportBuilder(results: results, workbench: workbench).page()
    try workbench.save(bytes: Array(page.html().utf8), to: arguments.file)
    return .sentence(
      "\(arguments.file): \(results.map(\.name).joined(separator: ", "))",
      machine: Table(
        columns: [.init("file", title: nil), .init("results", title: nil)],
        rows: [[.text(arguments.file), .integer(results.count)]]), timed: true)
  }
}

struct ReportArguments: Sendable {
  var results: [String] = []
  var file = ""
}

/// Puts the page of a report together.
struct ReportBuilder {
  let results: [StoredResult]
  let workbench: Workbench

  func page() throws -> ReportPage {
    let rows = results.map { EvaluationRow($0) }
    var parts: [ReportPage.Part] = [
      .heading("Accuracy and timing"),
      .table(EvaluationTable(rows: rows, notes: EvaluationNotes.notes(for: rows)).table),
    ]
    parts += try comparisons()
    parts += try curves()
    for result in results { parts += try details(of: result) }
    let names = results.map(\.name).joined(separator: ", ")
    return ReportPage(title: "facebench: \(names)", parts: parts)
  }

  /// Every pair on one split, compared.
  private func comparisons() throws -> [ReportPage.Part] {
    var tables: [ReportPage.Part] = []
    for (index, first) in results.enumerated() {
      for second in results[(index + 1)...]
      where first.manifest.outline.splitHash == second.manifest.outline.splitHash {
        tables.append(
          .table(
            ComparisonTable(
              try ResultComparison(first, second), optimistic: [first, second]
            ).table))
      }
    }
    return tables.isEmpty ? [] : [.heading("Paired comparisons")] + tables
  }

  private func curves() throws -> [ReportPage.Part] {
    let gnuplot = try Gnuplot.find(in: HostEnvironment.searchPath)
    let charts = ResultCharts(results)
    var kinds: [PlotKind] = [.roc, .det, .cmc]
    if results.contains(where: { $0.trials.probes.contains { $0.yawDegrees != nil } }) {
      kinds.append(.angles)
    }
    return try [.heading("Curves")]
      + kinds.map { kind in
        let chart = charts.chart(kind)
        return .chart(svg: try gnuplot.svg(chart, work: workbench.work), caption: chart.title)
      }
  }

  private func details(of result: StoredResult) throws -> [ReportPage.Part] {
    let gnuplot = try Gnuplot.find(in: HostEnvironment.searchPath)
    let charts = ResultCharts([result])
    var parts: [ReportPage.Part] = [.heading("\(result.name): \(result.title)")]
    for kind in [PlotKind.scores, .threshold] {
      let chart = charts.chart(kind)
      parts.append(
        .chart(svg: try gnuplot.svg(chart, work: workbench.work), caption: chart.title))
    }
    parts.append(.table(HardExampleTable(result: result, count: 5).table))
    parts += hardPictures(of: result)
    parts.append(.table(BreakdownTable(result: result, by: .subject).table))
    parts.append(.lines(try workbench.results.manifestText(of: result.name)))
    return parts
  }

  /// The pictures farthest from their own person; none where the dataset has gone or changed.
  private func hardPictures(of result: StoredResult) -> [ReportPage.Part] {
    let files = result.trials.worstGenuine(8).map(\.file)
    guard !files.isEmpty, let dataset = try? workbench.datasets.open(result.manifest.plan.dataset),
      let records = try? dataset.records(files: files),
      let tiles = try? records.map({ try dataset.image(of: $0).fitted(within: 160) }),
      let png = try? workbench.images.encodePNG(ContactSheet(tiles: tiles).image)
    else { return [] }
    return [
      .picture(
        png: png, caption: "Farthest from their own person: \(files.joined(separator: ", "))")
    ]
  }
}
