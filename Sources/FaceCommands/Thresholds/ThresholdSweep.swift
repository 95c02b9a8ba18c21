import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let thresholdSweep = WorkbenchCommand(
    "sweep", noun: "threshold", abstract: "Show the rates at every threshold of a stored result",
    defaults: ThresholdSweepArguments(),
    parameters: [
      .positional(
        "result", \.subject, .name(of: "result", placeholder: "RESULT|DATASET"),
        help: "Result to read, or dataset to evaluate first; the latest result when left out"),
      .option(
        "by", \.gate, .oneOf(), help: "Sweep the distance, or the reconstruction error"),
      .option("points", \.points, .integer(1...1_000_000), help: "Rows at most"),
      .option("part", \.part, .word(["dev", "eval"]), help: "Part whose rates are shown"),
      .option(
        "as", \.name, .newName(of: "result", placeholder: "RESULT"),
        help: "Name to keep a new evaluation by"),
    ] + EvaluationArguments.parameters(),
    rules: EvaluationArguments.rules,
    examples: [
      Example("threshold sweep", "twenty operating points of the latest result"),
      Example("threshold sweep strangers --points 100 --csv", "a finer curve for a spreadsheet"),
      Example(
        "threshold sweep strangers --by reconstruction", "the gate on the reconstruction error"),
      Example(
        "threshold sweep orl --method eigen --components 30 --unknown 0.25",
        "evaluate first, then sweep"),
    ],
    discussion: """
      Scores are read, sorted once, and every operating point is read off; nothing is trained \
      again. A threshold picked by eye from the evaluation part flatters: 'threshold choose' \
      picks on one part and reports on the other.
      """
  ) { arguments, workbench in
    let result = try arguments.result(in: workbench)
    let bench = ThresholdBench(result, developmentShare: nil)
    let part: TrialTable.Part =
      arguments.part.flatMap { TrialTable.Part(rawValue: $0) }
      ?? (bench.hasDevelopmentPart ? .development : .evaluation)
    switch arguments.gate {
    case .reconstruction:
      let rows = try bench.reconstructionSweep(part, points: arguments.points)
      let notes = ["Result \(result.name)."] + [OptimisticNote.about([result])].compactMap(\.self)
      return .table(
        ReconstructionTable(
          rows: rows, gallerySubjects: result.trials.gallery.count,
          isOptimistic: result.isOptimistic, notes: notes
        ).table)
    case .distance:
      let rows = try bench.sweep(part, points: arguments.points)
      var notes = ["Result \(result.name), part \(part.rawValue)."]
      if part == .evaluation {
        notes.append(
          "'threshold choose' picks on a development part; picking from this table is optimistic.")
      }
      if let note = OptimisticNote.about([result]) { notes.append(note) }
      return .table(
        ThresholdTable(
          rows: rows, isOptimistic: result.isOptimistic, isOfPairs: result.isOfPairs, notes: notes
        ).table)
    }
  }
}

struct ThresholdSweepArguments: HasEvaluationArguments {
  var subject: String?
  var gate = Gate.distance
  var points = 20
  var part: String?
  var name: String?
  var evaluation = EvaluationArguments()

  enum Gate: String, CaseIterable, Sendable {
    case distance
    case reconstruction
  }

  /// The result named, or that of evaluating the dataset named.
  func result(in workbench: Workbench) throws -> StoredResult {
    let asksForMore = !evaluation.methods.isEmpty || !evaluation.models.isEmpty
    guard let subject, asksForMore else { return try workbench.result(subject) }
    let results = try EvaluationJob(arguments: evaluation, workbench: workbench)
      .run(on: subject, as: name)
    guard let first = results.first, results.count == 1 else {
      throw UsageError(
        "a sweep is of one result, and these options make \(results.count)",
        hint: "give one method, one number of components, one light and one mirror")
    }
    return first
  }
}

/// What a gate on the reconstruction error lets pass, as a table.
struct ReconstructionTable {
  let rows: [ReconstructionRow]
  let gallerySubjects: Int
  let isOptimistic: Bool
  let notes: [String]

  var table: Table {
    Table(
      columns: [
        .init("part", title: "part"), .init("threshold", title: "threshold"),
        .init("fmr", title: nil), .init("fnmr", title: nil),
        .forPeople("known accepted"), .forPeople("strangers accepted"),
        .init("mated_accepted", title: nil), .init("nonmated_accepted", title: nil),
        .init("mated_accepted_low", title: nil), .init("mated_accepted_high", title: nil),
        .init("nonmated_accepted_low", title: nil), .init("nonmated_accepted_high", title: nil),
        .init("mated_probes", title: "known"), .init("nonmated_probes", title: "strangers"),
        .init("optimistic", title: isOptimistic ? "optimistic" : nil),
      ] + Self.unmeasured.map { .init($0, title: nil) } + [
        .init("gallery_subjects", title: nil), .init("mated_accepted_weak", title: nil),
        .init("nonmated_accepted_weak", title: nil),
      ],
      rows: rows.map {
        [
          .text($0.part.rawValue), .number($0.threshold), .null, .null,
          .rate($0.mated, from: $0.matedInterval?.low, to: $0.matedInterval?.high),
          .rate($0.strangers, from: $0.strangersInterval?.low, to: $0.strangersInterval?.high),
          .measured($0.mated),
          .measured($0.strangers), .measured($0.matedInterval?.low),
          .measured($0.matedInterval?.high), .measured($0.strangersInterval?.low),
          .measured($0.strangersInterval?.high), .integer($0.matedProbes),
          .integer($0.strangerProbes),
          .boolean(isOptimistic),
        ] + Self.unmeasured.map { _ in .null } + [
          .integer(gallerySubjects), .optional($0.matedInterval?.isWeak),
          .optional($0.strangersInterval?.isWeak),
        ]
      }, notes: [weakNote].compactMap(\.self) + notes)
  }

  private var weakNote: String? {
    WeakRows.note(
      [
        .init(title: "known accepted", isWeak: rows.map { $0.matedInterval?.isWeak == true }),
        .init(
          title: "strangers accepted", isWeak: rows.map { $0.strangersInterval?.isWeak == true }),
      ], rows: nil)
  }

  /// Keys of a sweep over distances that say nothing of this gate; they are there, so that both
  /// sweeps can be read by the same names.
  private static let unmeasured = [
    "fmr_low", "fmr_high", "fnmr_low", "fnmr_high", "fpir", "fpir_low", "fpir_high", "fnir",
    "fnir_low", "fnir_high", "accuracy", "genuine_scores", "impostor_scores", "false_matches",
    "false_nonmatches",
  ]
}
