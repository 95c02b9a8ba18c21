import CommandLanguage
import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let resultsRerun = WorkbenchCommand(
    "rerun", noun: "results", abstract: "Run a stored evaluation again and compare every byte",
    defaults: ResultsRerunArguments(),
    parameters: [
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to repeat; the latest when left out"),
      .option(
        "as", \.name, .newName(of: "result", placeholder: "RESULT"),
        help: "Keep the new run under this name"),
    ],
    examples: [
      Example("results rerun", "does the latest result still come out?"),
      Example("results rerun strangers --jobs 1", "for any number of threads, the same bytes"),
    ],
    discussion: """
      Times are measured anew; split, scores and rates must be the same, to the byte. Of a detector \
      sweep, what every cell finds in every picture must be.
      """
  ) { arguments, workbench in
    if arguments.name != nil { try workbench.requireWritable(.results) }
    let replacing = try workbench.mayReplaceResult(arguments.name)
    if let sweep = try workbench.detectorSweep(arguments.result) {
      return try rerun(sweep, as: arguments.name, replacing: replacing, in: workbench)
    }
    let stored = try workbench.result(arguments.result)
    let dataset = try workbench.datasets.open(stored.manifest.plan.dataset)
    var rerun = ResultRerun(
      stored, library: workbench.results, dataset: dataset,
      model: { [models = workbench.models] in try models.load($0) }, clock: workbench.clock,
      work: workbench.work)
    rerun.memoryLimitBytes = workbench.memoryLimitBytes
    let (cell, differing) = try rerun.run()
    guard differing.isEmpty else {
      throw ResultError.rerunDiffers(name: stored.name, files: differing)
    }
    if let name = arguments.name {
      try workbench.results.store(
        cell, as: name, host: HostClock.name, stored: HostClock.secondsSince1970,
        replacing: replacing)
    }
    let score = stored.manifest.score
    return .sentence(
      "\(stored.name): same bytes again, \(score.correct)/\(score.total)",
      machine: Table(
        columns: [
          .init("result", title: nil), .init("same", title: nil), .init("correct", title: nil),
          .init("total", title: nil), .init("threads", title: nil),
        ],
        rows: [
          [
            .text(stored.name), .boolean(true), .integer(score.correct), .integer(score.total),
            .integer(cell.timing.threads),
          ]
        ]), timed: true)
  }

  /// Repeats a detector sweep; what every cell finds in every picture must be the same.
  private static func rerun(
    _ sweep: StoredDetectorSweep, as name: String?, replacing: Bool, in workbench: Workbench
  ) throws -> Outcome {
    let dataset = try workbench.datasets.open(sweep.dataset)
    let (outcome, differing) = try DetectorRerun(sweep, library: workbench.results)
      .run(on: dataset, clock: workbench.clock, work: workbench.work)
    guard differing.isEmpty else {
      throw ResultError.rerunDiffers(name: sweep.name, files: differing)
    }
    if let name {
      _ = try workbench.results.store(
        outcome, by: sweep.rows.first?.rule ?? .iou, of: dataset, as: name, replacing: replacing,
        work: workbench.work)
    }
    let stopped = sweep.rows.count - outcome.cells.count
    return .sentence(
      "\(sweep.name): \(DatasetSentences.counted(outcome.cells.count, "cell")) found the same in "
        + "\(DatasetSentences.counted(outcome.files.count, "picture"))"
        + (stopped > 0 ? "; \(stopped) that had timed out were not run again" : ""),
      machine: Table(
        columns: [
          .init("result", title: nil), .init("same", title: nil), .init("cells", title: nil),
          .init("images", title: nil), .init("timed_out", title: nil), .init("threads", title: nil),
        ],
        rows: [
          [
            .text(sweep.name), .boolean(true), .integer(outcome.cells.count),
            .integer(outcome.files.count), .integer(stopped), .integer(workbench.work.jobs),
          ]
        ]), timed: true)
  }

  static let resultsRemove = WorkbenchCommand(
    "remove", noun: "results", abstract: "Remove stored results",
    defaults: ResultsRemoveArguments(),
    parameters: [
      .rest("result", \.results, .name(of: "result"), help: "Results to remove")
    ],
    examples: [Example("results remove eigen-30-001", "asks first; --yes does not")]
  ) { arguments, workbench in
    // By the folder's name: what cannot be read can still be thrown away.
    for name in arguments.results { try workbench.results.require(name) }
    let names = arguments.results.joined(separator: ", ")
    try workbench.confirm("remove \(names)?", what: "removing \(names)")
    for name in arguments.results { try workbench.results.remove(name) }
    return .sentence(
      "removed \(names)",
      machine: Table(
        columns: [.init("removed", title: nil)], rows: arguments.results.map { [.text($0)] }))
  }
}

struct ResultsRerunArguments: Sendable {
  var result: String?
  var name: String?
}

struct ResultsRemoveArguments: Sendable {
  var results: [String] = []
}
