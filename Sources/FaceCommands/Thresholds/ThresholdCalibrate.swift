import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let thresholdCalibrate = WorkbenchCommand(
    "calibrate", noun: "threshold",
    abstract: "Turn distances into probabilities, and see whether these hold",
    defaults: ThresholdCalibrateArguments(),
    parameters: [
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to read; the latest when left out"),
      .option(
        "of", \.question, .oneOf(),
        help: "pair: do two faces show one person? nearest: is the nearest person the right one?"),
      .option("form", \.form, .oneOf(), help: "Shape of the curve: smooth, or a staircase"),
      .option(
        "prior", \.prior, .number(0.0001...0.9999),
        help:
          "Share of right comparisons where it is used; 0.5 for pairs, for nearest as in part dev"),
      .flag("trials", \.trials, help: "List every probe with its distance and probability"),
      .option(
        "dev", \.developmentShare,
        .number(0.01...0.99), help: "Share of the probes to choose on, where none is set aside"),
      .flag(
        "optimistic", \.optimistic,
        help: "Choose on the probes it is reported on; the output says so"),
    ],
    examples: [
      Example("threshold calibrate", "a reliability table of the latest result"),
      Example(
        "threshold calibrate strangers --of nearest --trials",
        "how sure each name is that a search gave"),
      Example(
        "threshold calibrate --prior 0.01", "where one comparison in a hundred is of one person"),
    ],
    discussion: """
      A distance is no percentage. A curve fitted on the development part gives the probability \
      that belongs to it, and the table shows on the evaluation part how often what was said to be \
      70 to 80 % sure was right. A probability of pairs does not hold for the nearest of many, \
      which is near by selection: --of nearest is about that.
      """
  ) { arguments, workbench in
    let result = try workbench.result(arguments.result)
    let bench = ThresholdBench(
      result, developmentShare: arguments.optimistic ? nil : arguments.developmentShare)
    let trial = try bench.calibrate(
      arguments.question, form: arguments.form, prior: arguments.prior,
      on: arguments.optimistic ? .evaluation : .development)
    let table = CalibrationTable(trial: trial, result: result)
    return .table(arguments.trials ? table.probes : table.reliability)
  }
}

struct ThresholdCalibrateArguments: Sendable {
  var result: String?
  var question = CalibrationQuestion.pair
  var form = CalibrationForm.logistic
  var prior: Double?
  var trials = false
  var developmentShare = 0.5
  var optimistic = false
}

/// A calibration as tables: how reliable it is, or every probe with its probability.
struct CalibrationTable {
  let trial: CalibrationTrial
  let result: StoredResult

  private var isOptimistic: Bool { trial.isOptimistic || result.isOptimistic }

  /// One row for each range of probabilities that holds a score.
  var reliability: Table {
    let (slope, intercept) = parameters
    return Table(
      columns: [
        .init("result", title: nil),
        .init("optimistic", title: isOptimistic ? "optimistic" : nil), .init("part", title: "part"),
        .init("of", title: nil), .init("form", title: nil), .init("prior", title: nil),
        .init("slope", title: nil), .init("intercept", title: nil),
        .forPeople("probability"), .init("low", title: nil), .init("high", title: nil),
        .init("scores", title: "scores"), .init("said", title: "said", display: .percent(2)),
        .init("seen", title: "seen", display: .percent(2)), .init("brier", title: nil),
        .init("calibration_error", title: nil), .init("brier_low", title: nil),
        .init("brier_high", title: nil), .init("brier_weak", title: nil),
      ],
      rows: trial.reliability.bins.map { bin in
        [
          .text(result.name), .boolean(isOptimistic), .text(TrialTable.Part.evaluation.rawValue),
          .text(trial.question.rawValue), .text(trial.form.rawValue), .number(trial.prior),
          .measured(slope), .measured(intercept),
          .text("\(percent(bin.low)) – \(percent(bin.high)) %"), .number(bin.low),
          .number(bin.high), .integer(bin.scores), .number(bin.said), .number(bin.seen),
          .number(trial.reliability.brierScore),
          .number(trial.reliability.expectedCalibrationError),
          .measured(trial.brierInterval?.low), .measured(trial.brierInterval?.high),
          .optional(trial.brierInterval?.isWeak),
        ]
      }, notes: notes)
  }

  /// One row a probe of the evaluation part that was compared with anybody.
  var probes: Table {
    Table(
      columns: [
        .init("result", title: nil),
        .init("optimistic", title: isOptimistic ? "optimistic" : nil), .init("of", title: nil),
        .init("file", title: "file"), .init("subject", title: "subject"),
        .init("nearest", title: "nearest"),
        .init("distance", title: "distance", display: .decimals(2)),
        .init("probability", title: "probability", display: .percent(2)),
        .init("correct", title: "right"),
      ],
      rows: trial.probes.map {
        [
          .text(result.name), .boolean(isOptimistic), .text(trial.question.rawValue),
          .text($0.file), .text($0.subject.name), .text($0.nearest.name), .number($0.distance),
          .number($0.probability), .boolean($0.isRight),
        ]
      }, notes: notes)
  }

  private var parameters: (slope: Double?, intercept: Double?) {
    guard case .logistic(let slope, let intercept) = trial.calibration else { return (nil, nil) }
    return (slope, intercept)
  }

  private func percent(_ share: Double) -> String {
    Table.displayed(.number(share * 100), as: .plain)
  }

  private var notes: [String] {
    var notes: [String] = []
    let scores = "\(trial.rightScores) right and \(trial.wrongScores) wrong"
    let part = trial.fittedOn.rawValue
    if let slope = parameters.slope, let intercept = parameters.intercept {
      let sign = intercept < 0 ? "−" : "+"
      notes.append(
        "probability = 1 / (1 + exp(\(Table.displayed(.number(slope), as: .plain)) · distance \(sign) "
          + "\(Table.displayed(.number(abs(intercept)), as: .plain)))), fitted on \(scores) "
          + "comparisons of part \(part).")
    } else {
      notes.append("A falling staircase, fitted on \(scores) comparisons of part \(part).")
    }
    let prior = Table.displayed(.number(trial.prior), as: .percent(2))
    switch trial.question {
    case .pair:
      notes.append(
        "That two faces show one person, where \(prior) of all pairs do. It does not hold for the "
          + "nearest of many: '--of nearest' does.")
    case .nearest:
      notes.append(
        "That the nearest person is the right one, where \(prior) of all searches are right.")
    }
    let brier = Table.displayed(.number(trial.reliability.brierScore), as: .decimals(4))
    let error = Table.displayed(
      .number(trial.reliability.expectedCalibrationError), as: .percent(2))
    let bounds = Table.Value.numberInterval(
      from: trial.brierInterval?.low, to: trial.brierInterval?.high)
    let isWeak = trial.brierInterval?.isWeak == true
    notes.append(
      "Brier score \(brier) [\(Table.displayed(bounds, as: .plain))]\(isWeak ? " weak" : ""); said and "
        + "seen differ by \(error) on average.")
    if isWeak { notes.append(WeakRows.note) }
    if trial.isOptimistic {
      notes.append("Optimistic: fitted on the very probes it is judged on.")
    }
    if let note = OptimisticNote.about([result]) { notes.append(note) }
    return notes
  }
}
