import CommandLanguage
import FaceVocabulary
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let resultsList = WorkbenchCommand(
    "list", noun: "results", abstract: "List the stored results, oldest first",
    examples: [Example("results list", "what was evaluated, and how it came out")],
    discussion: """
      Detector sweeps come after the evaluations, with the method 'detector' and the recall of the \
      setting that finds most.
      """
  ) { workbench in
    let survey = try workbench.results.survey()
    let (manifests, sweeps) = (survey.manifests, survey.sweeps)
    var notes =
      manifests.isEmpty && sweeps.isEmpty && survey.damaged.isEmpty
      ? ["No results yet: 'evaluate DATASET --method eigen'."] : []
    if let sweep = sweeps.last {
      notes.append("detector: 'results show \(sweep.name)' and 'plot detector \(sweep.name)'.")
    }
    let table = Table(
      columns: [
        .init("result", title: "result"), .init("dataset", title: "dataset"),
        .init("method", title: "method"), .init("components", title: "K"),
        .init("accuracy", title: "accuracy", display: .percent(2)),
        .init("correct", title: "correct"), .init("total", title: "total"),
        .init(
          "optimistic", title: manifests.contains { $0.plan.optimistic } ? "optimistic" : nil),
        .init(
          "best_recall", title: sweeps.isEmpty ? nil : "best recall", display: .percent(2)),
        // Where the terminal is narrow, the last of them go first.
        .init("protocol", title: "protocol"), .init("light", title: "light"),
        .init("mirror", title: "mirror"),
      ],
      rows: manifests.map { manifest in
        [
          .text(manifest.name), .text(manifest.plan.dataset),
          .text(manifest.outline.method.rawValue),
          .measured(manifest.outline.componentsLeast), .measured(manifest.score.accuracy),
          .integer(manifest.score.correct), .integer(manifest.score.total),
          .boolean(manifest.plan.optimistic), .null, .text(manifest.plan.split.kind.rawValue),
          .text(manifest.cell.light.rawValue), .text(manifest.cell.mirror.rawValue),
        ]
      } + sweeps.map(row(of:)), notes: notes)
    return Outcome(
      [.table(table)],
      skipped: survey.damaged.map { SkippedItem($0.name, unreadable: $0.error) })
  }

  /// A detector sweep among the results.
  private static func row(of sweep: StoredDetectorSweep) -> [Table.Value] {
    [.text(sweep.name), .text(sweep.dataset), .text("detector")]
      + Array(repeating: .null, count: 5)
      + [.measured(sweep.rows.compactMap(\.recall).max())] + [.null, .null, .null]
  }

  static let resultsShow = WorkbenchCommand(
    "show", noun: "results", abstract: "Show a stored result, or what it was made from",
    defaults: ResultsShowArguments(),
    parameters: [
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to show; the latest when left out"),
      .option(
        "by", \.breakdown, .oneOf(),
        help:
          "By person, angle, pair of angles, fold or trial; all rates, the ranks (CMC), or who was "
          + "taken for whom; a detector sweep by image or angle"),
      .option(
        "threshold", \.threshold, .number(atLeast: 0, placeholder: "T"),
        help: "With --by: decide by this threshold instead of the result's own"),
      .option(
        "keep", \.keeping, .number(0...1, excludingLowest: true, placeholder: "SHARE"),
        help: "With --by angle: accuracy that the widest span of angles must keep"),
      .flag("manifest", \.manifest, help: "Print the manifest: recipe, settings, seed, versions"),
      .option("hard", \.hard, .integer(1...1000), help: "Show so many of the hardest pictures"),
    ],
    rules: [
      .atMostOne(["by", "manifest", "hard"]), .atMostOne(["threshold", "manifest"]),
      .atMostOne(["threshold", "hard"]),
    ],
    examples: [
      Example("results show", "the latest result as one row"),
      Example("results show strangers --by subject", "how each person fared"),
      Example(
        "results show strangers --by rates --threshold 2400",
        "FMR, FNMR, HTER, FPIR, FNIR, DIR and the rest at one threshold"),
      Example("results show strangers --by confusion", "who was taken for whom"),
      Example("results show detector-001", "the table of a detector sweep again"),
      Example("results show detector-001 --by image", "what each setting found in each picture"),
      Example("results show strangers --hard 5", "pictures that may be labelled wrongly"),
      Example("results show strangers --manifest", "everything needed to repeat it"),
    ]
  ) { arguments, workbench in
    if let sweep = try workbench.detectorSweep(arguments.result) {
      return .table(try table(of: sweep, arguments: arguments, in: workbench))
    }
    let result = try workbench.result(arguments.result)
    if let wished = arguments.breakdown {
      guard case .ofAnEvaluation(let breakdown) = wished else {
        throw ResultError.notASweep(name: result.name)
      }
      return try BreakdownTable(
        result: result, by: breakdown, givenThreshold: arguments.threshold,
        keeping: arguments.keeping
      ).outcome()
    }
    if arguments.threshold != nil {
      throw UsageError(
        "--threshold decides for a table: --by is needed beside it",
        hint: "such as 'results show \(result.name) --by rates --threshold 2400'")
    }
    if arguments.manifest {
      return .text(try workbench.results.manifestText(of: result.name))
    }
    if let count = arguments.hard {
      return .table(HardExampleTable(result: result, count: count).table)
    }
    let row = EvaluationRow(result)
    return .table(EvaluationTable(rows: [row], notes: EvaluationNotes.notes(for: [row])).table)
  }
}

/// What a stored result is taken apart by: an evaluation as ``Breakdown`` says, a detector sweep by
/// angle or by image.
enum ResultBreakdown: RawRepresentable, CaseIterable, Sendable {
  case ofAnEvaluation(Breakdown)
  case image

  static var allCases: [ResultBreakdown] {
    Breakdown.allCases.map { .ofAnEvaluation($0) } + [.image]
  }

  init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  var rawValue: String {
    switch self {
    case .ofAnEvaluation(let breakdown): breakdown.rawValue
    case .image: "image"
    }
  }
}

extension Commands {
  /// A detector sweep as a table: its rows, or what they found of each image or angle.
  private static func table(
    of sweep: StoredDetectorSweep, arguments: ResultsShowArguments, in workbench: Workbench
  ) throws -> Table {
    guard !arguments.manifest, arguments.hard == nil, arguments.threshold == nil else {
      throw ResultError.isASweep(name: sweep.name)
    }
    switch arguments.breakdown {
    case nil: return DetectorTable(rows: sweep.rows).table
    case .image:
      return DetectorPictureTable(
        outcome: try workbench.results.outcome(of: sweep), rule: sweep.rows.first?.rule ?? .iou
      ).table
    case .ofAnEvaluation(.angle):
      return DetectorAngleTable(outcome: try workbench.results.outcome(of: sweep)).table
    case .ofAnEvaluation: throw ResultError.isASweep(name: sweep.name)
    }
  }
}

struct ResultsShowArguments: Sendable {
  var result: String?
  var breakdown: ResultBreakdown?
  var threshold: Double?
  var keeping = 0.9
  var manifest = false
  var hard: Int?
}
