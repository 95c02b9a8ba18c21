import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let thresholdTry = WorkbenchCommand(
    "try", noun: "threshold", abstract: "See at once what another threshold would change",
    defaults: ThresholdTryArguments(),
    parameters: [
      .positional(
        "threshold", \.threshold, .number(atLeast: 0, placeholder: "T"),
        help: "Distance a probe must be under"),
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to read; the latest when left out"),
    ],
    examples: [
      Example("threshold try 2400", "what 2400 accepts, and what changes against the last one"),
      Example("threshold try 2400 strangers", "the same for a named result"),
    ],
    discussion: """
      Compares with the threshold tried or chosen last in this session, else with the result's \
      own, else with the equal error point. Reads stored scores only.
      """
  ) { arguments, workbench in
    let start = workbench.clock()
    let result = try workbench.result(arguments.result)
    let bench = ThresholdBench(result, developmentShare: nil)
    let previous =
      workbench.session.thresholds.last(of: result.name) ?? result.manifest.plan.threshold
      ?? ThresholdCurve(
        result.trials, in: nil, reconstructionThreshold: bench.gate
      ).equalErrorRate?.threshold ?? 0
    let trial = bench.tryOut(arguments.threshold, from: previous)
    workbench.session.thresholds.remember(arguments.threshold, of: result.name)
    let milliseconds = (workbench.clock() - start) * 1000
    let note = OptimisticNote.about([result]).map { ". " + $0 } ?? ""
    return .sentence(
      sentence(trial) + note, machine: machine(trial, of: result, milliseconds: milliseconds),
      timed: true)
  }

  private static func sentence(_ trial: ThresholdTrial) -> String {
    let value = Table.displayed(.number(trial.threshold), as: .plain)
    let before = Table.displayed(.number(trial.previous), as: .plain)
    let strangers =
      trial.strangers > 0
      ? ", \(trial.strangersAccepted) of \(trial.strangers) strangers" : ""
    var text =
      "\(value) (was \(before)): accepts \(trial.knownAccepted) of \(trial.known) known\(strangers)"
    let changes =
      trial.accepted.map { "\(stem($0)) accepted" } + trial.rejected.map { "\(stem($0)) rejected" }
    switch changes.count {
    case 0: text += "; nothing changes"
    case 1: text += "; 1 picture changes: \(changes[0])"
    default:
      text += "; \(changes.count) pictures change: \(changes.prefix(6).joined(separator: ", "))"
      if changes.count > 6 { text += " …" }
    }
    return text
  }

  /// `s07/4` of `s07/4.pgm`.
  private static func stem(_ file: String) -> String {
    guard let dot = file.lastIndex(of: "."), dot > (file.lastIndex(of: "/") ?? file.startIndex)
    else { return file }
    return String(file[..<dot])
  }

  private static func machine(
    _ trial: ThresholdTrial, of result: StoredResult, milliseconds: Double
  ) -> Table {
    Table(
      columns: [
        "result", "threshold", "previous", "mated_accepted", "mated_probes", "nonmated_accepted",
        "nonmated_probes", "changed", "now_accepted", "now_rejected", "try_ms", "optimistic",
      ].map { Table.Column($0, title: nil) },
      rows: [
        [
          .text(result.name), .number(trial.threshold), .number(trial.previous),
          .integer(trial.knownAccepted), .integer(trial.known),
          trial.strangers > 0 ? .integer(trial.strangersAccepted) : .null,
          .integer(trial.strangers), .integer(trial.accepted.count + trial.rejected.count),
          .list(trial.accepted.map { .text($0) }), .list(trial.rejected.map { .text($0) }),
          .number(milliseconds), .boolean(result.isOptimistic),
        ]
      ])
  }
}

struct ThresholdTryArguments: Sendable {
  var threshold = 0.0
  var result: String?
}
