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
      Example("compare eigen-30-001 fisher-39-001", "is the difference more than chance?"),
      Example("compare idiap-eigen idiap-lbph --seed 2", "other draws of gallery and probe"),
    ],
    discussion: """
      First the sign-flip test over persons, whose images depend on each other; then McNemar's \
      exact test, which takes images as independent and so promises too much. Where a separate \
      world set trained the axes, wins, ties and losses count 10,000 draws of one gallery face and \
      one probe of everybody tested. Identical results give p = 1.
      """
  ) { arguments, workbench in
    let first = try workbench.result(arguments.first)
    let second = try workbench.result(arguments.second)
    let comparison = try ResultComparison(first, second, seed: workbench.seedOrDefault)
    return .table(ComparisonTable(comparison, optimistic: [first, second]).table)
  }
}

struct CompareArguments: Sendable {
  var first = ""
  var second = ""
}

/// The comparison of two results as one row.
struct ComparisonTable {
  let comparison: ResultComparison
  /// The note that a result is optimistic, where one is.
  let optimisticNote: String?

  /// - Parameter results: the two compared.
  init(_ comparison: ResultComparison, optimistic results: [StoredResult]) {
    self.comparison = comparison
    optimisticNote = OptimisticNote.about(results)
  }

  var table: Table {
    let paired = comparison.paired
    let draws = comparison.draws
    var columns: [Table.Column] = [
      .init("a", title: "a"), .init("b", title: "b"),
      .init("difference", title: "a − b", display: .percent(2)),
      .init("", title: "95% interval"), .init("difference_low", title: nil),
      .init("difference_high", title: nil),
      .init("sign_flip_p", title: "sign-flip p", display: .pValue(4)),
      .init("mcnemar_p", title: "McNemar p", display: .pValue(4)),
      .init("only_a_correct", title: "only a"), .init("only_b_correct", title: "only b"),
    ]
    let isDrawn = draws != nil
    columns += [
      .init("wins", title: isDrawn ? "wins" : nil), .init("ties", title: isDrawn ? "ties" : nil),
      .init("losses", title: isDrawn ? "losses" : nil),
      .init("no_draws", title: nil),
      .init("optimistic", title: optimisticNote == nil ? nil : "optimistic"),
      .init("weak", title: nil),
    ]
    return Table(
      columns: columns,
      rows: [
        [
          .text(comparison.first), .text(comparison.second), .number(paired.difference),
          .interval(from: paired.differenceLow, to: paired.differenceHigh).flagged(
            weak: paired.isWeak),
          .number(paired.differenceLow), .number(paired.differenceHigh),
          .number(paired.signFlipP), .number(paired.mcNemarP), .integer(paired.onlyFirstCorrect),
          .integer(paired.onlySecondCorrect), .measured(draws?.wins), .measured(draws?.ties),
          .measured(draws?.losses), .optional(comparison.noDraws?.reason),
          .boolean(optimisticNote != nil), .boolean(paired.isWeak),
        ]
      ],
      notes: notes)
  }

  private var notes: [String] {
    let repeated =
      comparison.paired.repeats > 1
      ? ", and so are the \(comparison.paired.repeats) repeats, which show the same ones again" : ""
    var notes = [
      "\(comparison.paired.probes) probes in both. Sign-flip: over persons. McNemar: images taken as "
        + "independent, which those of one person are not\(repeated)."
    ]
    if comparison.paired.isWeak { notes.append(WeakRows.differenceNote) }
    if let draws = comparison.draws {
      let count = draws.wins + draws.ties + draws.losses
      notes.append(
        "Wins, ties, losses: \(count) draws of one gallery face and one probe of each of "
          + "\(draws.people) people; a win is a draw in which a finds more of them.")
    } else if let reason = comparison.noDraws?.reason {
      notes.append("No draws of gallery and probe, because \(reason).")
    }
    if let optimisticNote { notes.append(optimisticNote) }
    return notes
  }
}
