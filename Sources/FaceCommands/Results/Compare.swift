import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let compare = WorkbenchCommand(
    "compare", abstract: "Compare two results on the same split, person by person",
    defaults: CompareArguments(),
    parameters: [
      .positional("a", \.first, .name(of: "result", placeholder: "RESULT"), help: "First result"),
      .positional(
        "b", \.second, .name(of: "result", placeholder: "RESULT"), help: "Second result"),
    ],
    examples: [
      Example("compare eigen-30-001 fisher-39-001", "is the difference more than chance?")
    ],
    discussion: """
      First the sign-flip test over persons, whose images depend on each other; then McNemar's \
      exact test, which takes images as independent and so promises too much. Identical results \
      give p = 1.
      """
  ) { arguments, workbench in
    let first = try workbench.results.load(arguments.first)
    let second = try workbench.results.load(arguments.second)
    let comparison = try ResultComparison(first, second)
    return .table(ComparisonTable(comparison).table)
  }
}

struct CompareArguments: Sendable {
  var first = ""
  var second = ""
}

/// The comparison of two results as one row.
struct ComparisonTable {
  let comparison: ResultComparison

  init(_ comparison: ResultComparison) { self.comparison = comparison }

  var table: Table {
    let paired = comparison.paired
    let draws = comparison.draws
    var columns: [Table.Column] = [
      .init("a", title: "a"), .init("b", title: "b"),
      .init("difference", title: "a − b", display: .percent(2)),
      .init("", title: "95% interval"), .init("difference_low", title: nil),
      .init("difference_high", title: nil),
      .init("sign_flip_p", title: "sign-flip p", display: .decimals(4)),
      .init("mcnemar_p", title: "McNemar p", display: .decimals(4)),
      .init("only_a_correct", title: "only a"), .init("only_b_correct", title: "only b"),
    ]
    let isDrawn = draws != nil
    columns += [
      .init("wins", title: isDrawn ? "wins" : nil), .init("ties", title: isDrawn ? "ties" : nil),
      .init("losses", title: isDrawn ? "losses" : nil),
    ]
    return Table(
      columns: columns,
      rows: [
        [
          .text(comparison.first), .text(comparison.second), .number(paired.difference),
          .interval(from: paired.differenceLow, to: paired.differenceHigh),
          .number(paired.differenceLow), .number(paired.differenceHigh),
          .number(paired.signFlipP), .number(paired.mcNemarP), .integer(paired.onlyFirstCorrect),
          .integer(paired.onlySecondCorrect), .measured(draws?.wins), .measured(draws?.ties),
          .measured(draws?.losses),
        ]
      ],
      notes: [
        "\(paired.probes) probes in both. Sign-flip: over persons. McNemar: images taken as "
          + "independent, which those of one person are not."
      ])
  }
}
