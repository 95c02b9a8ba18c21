import CommandLanguage
import FaceVocabulary
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let resultsList = WorkbenchCommand(
    "list", noun: "results", abstract: "List the stored results, oldest first",
    examples: [Example("results list", "what was evaluated, and how it came out")]
  ) { workbench in
    let manifests = try workbench.results.manifests()
    let notes = manifests.isEmpty ? ["No results yet: 'evaluate DATASET --method eigen'."] : []
    return .table(
      Table(
        columns: [
          .init("result", title: "result"), .init("dataset", title: "dataset"),
          .init("method", title: "method"), .init("components", title: "K"),
          .init("light", title: "light"), .init("mirror", title: "mirror"),
          .init("protocol", title: "protocol"),
          .init("accuracy", title: "accuracy", display: .percent(2)),
          .init("correct", title: "correct"), .init("total", title: "total"),
        ],
        rows: manifests.map { manifest in
          [
            .text(manifest.name), .text(manifest.plan.dataset),
            .text(manifest.outline.method.rawValue),
            .measured(manifest.outline.componentsLeast), .text(manifest.cell.light.rawValue),
            .text(manifest.cell.mirror.rawValue), .text(manifest.plan.split.kind.rawValue),
            .measured(manifest.score.accuracy), .integer(manifest.score.correct),
            .integer(manifest.score.total),
          ]
        }, notes: notes))
  }

  static let resultsShow = WorkbenchCommand(
    "show", noun: "results", abstract: "Show a stored result, or what it was made from",
    defaults: ResultsShowArguments(),
    parameters: [
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to show; the latest when left out"),
      .option("by", \.breakdown, .oneOf(), help: "By person, angle, fold or trial"),
      .flag("manifest", \.manifest, help: "Print the manifest: recipe, settings, seed, versions"),
      .option("hard", \.hard, .integer(1...1000), help: "Show so many of the hardest pictures"),
    ],
    rules: [.atMostOne(["by", "manifest", "hard"])],
    examples: [
      Example("results show", "the latest result as one row"),
      Example("results show strangers --by subject", "how each person fared"),
      Example("results show strangers --hard 5", "pictures that may be labelled wrongly"),
      Example("results show strangers --manifest", "everything needed to repeat it"),
    ]
  ) { arguments, workbench in
    let result = try workbench.result(arguments.result)
    if let breakdown = arguments.breakdown {
      return .table(BreakdownTable(result: result, by: breakdown).table)
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

struct ResultsShowArguments: Sendable {
  var result: String?
  var breakdown: Breakdown?
  var manifest = false
  var hard: Int?
}

/// The pictures of a result that deserve a look: doubtful labels first, then the farthest from
/// their own person, then the nearest to others.
struct HardExampleTable {
  let result: StoredResult
  let count: Int

  var table: Table {
    let suspects = result.trials.suspectLabels(count).map { suspect -> [Table.Value] in
      [
        .text("label"), .text(suspect.file), .text(suspect.subject.name),
        .text(suspect.likely.name), .null, .measured(suspect.ratio.isFinite ? suspect.ratio : nil),
      ]
    }
    func rows(_ kind: String, _ examples: [HardExample]) -> [[Table.Value]] {
      examples.map {
        [
          .text(kind), .text($0.file), .text($0.subject.name), .text($0.other.name),
          .number($0.distance), .null,
        ]
      }
    }
    return Table(
      columns: [
        .init("kind", title: "kind"), .init("file", title: "file"),
        .init("subject", title: "subject"), .init("other_subject", title: "compared with"),
        .init("distance", title: "distance", display: .decimals(2)),
        .init("ratio", title: "ratio", display: .decimals(2)),
      ],
      rows: suspects + rows("genuine", result.trials.worstGenuine(count))
        + rows("impostor", result.trials.worstImpostors(count)),
      notes: [
        "label: much nearer to another person than to its own, so perhaps labelled wrongly; "
          + "genuine: farthest from its own person; impostor: nearest to somebody else."
      ])
  }
}
