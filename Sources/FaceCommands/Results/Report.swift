import CommandLanguage
import FaceExperiments
import FaceReports

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
      Example("report eigen-30-001 fisher-39-001 faces.html", "two results side by side"),
      Example("report detector-001 detector.html", "a detector sweep"),
    ],
    discussion: """
      The page needs nothing beside itself: pictures and curves are inside, and it loads nothing. \
      A detector sweep gives its table and its curves. Eigenfaces are drawn by training the first fold again from the manifest; where the dataset \
      has gone or changed, the page says so and leaves its pictures out.
      """
  ) { arguments, workbench in
    guard arguments.file.hasSuffix(".html") else {
      throw CommandError.badOutputSuffix(arguments.file, needed: ".html")
    }
    try workbench.checkPlace(of: arguments.file)
    let sweeps = try arguments.results.compactMap { try workbench.detectorSweep($0) }
    let results = try arguments.results.filter { name in !sweeps.contains { $0.name == name } }
      .map { try workbench.result($0) }
    let page = try ReportBuilder(results: results, sweeps: sweeps, workbench: workbench).page()
    try workbench.save(bytes: Array(page.html().utf8), to: arguments.file)
    var text = "\(arguments.file): \(arguments.results.joined(separator: ", "))"
    if let note = OptimisticNote.about(results) { text += ". " + note }
    return .sentence(
      text,
      machine: Table(
        columns: [
          .init("file", title: nil), .init("results", title: nil), .init("optimistic", title: nil),
        ],
        rows: [
          [
            .text(arguments.file), .integer(results.count + sweeps.count),
            .boolean(results.contains(where: \.isOptimistic)),
          ]
        ]), timed: true)
  }
}

struct ReportArguments: Sendable {
  var results: [String] = []
  var file = ""
}
