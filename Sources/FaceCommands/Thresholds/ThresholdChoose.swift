import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceReports

extension Commands {
  static let thresholdChoose = WorkbenchCommand(
    "choose", noun: "threshold",
    abstract: "Choose a threshold on one part of a result and report it on the other",
    defaults: ThresholdChooseArguments(),
    parameters: [
      .positional(
        "result", \.result, .name(of: "result"), help: "Result to read; the latest when left out"),
      .option(
        "fpir", \.falsePositiveRate, .share(),
        help: "Largest threshold that lets in at most this share of strangers"),
      .option(
        "fmr", \.falseMatchRate, .share(),
        help: "Largest threshold with at most this share of false matches"),
      .flag("eer", \.equalError, help: "Where FMR and FNMR are nearest to each other"),
      .flag("best-accuracy", \.bestAccuracy, help: "Where accuracy is highest"),
      .option(
        "cost", \.costs, .errorCosts,
        help:
          "Where a comparison costs least: cost of a false match, of a false non-match, and the "
          + "share of comparisons that are of one person, 0.5 when left out"),
      .option(
        "dev", \.developmentShare,
        .number(0.01...0.99), help: "Share of the probes to choose on, where none is set aside"),
      .flag(
        "optimistic", \.optimistic,
        help: "Choose on the probes it is reported on; the output says so"),
    ],
    rules: [.exactlyOne(["fpir", "fmr", "eer", "best-accuracy", "cost"])],
    examples: [
      Example("threshold choose --fpir 0.01", "at most one stranger in a hundred gets in"),
      Example("threshold choose --eer strangers", "the equal error point of a named result"),
      Example(
        "threshold choose --cost 10:1:0.01",
        "a false match costs ten times a miss, and one comparison in a hundred is of one person"),
    ],
    discussion: """
      Known people stay in the gallery and their probes are divided; strangers are disjoint \
      between the two parts. What part dev promises, part eval shows.
      """
  ) { arguments, workbench in
    let result = try workbench.result(arguments.result)
    let bench = ThresholdBench(
      result, developmentShare: arguments.optimistic ? nil : arguments.developmentShare)
    let criterion = try arguments.criterion
    if result.isOfPairs, case .falsePositiveRate = criterion {
      throw ResultError.nothingMeasured(
        name: result.name, wanted: "FPIR, because it is of pairs: nobody is looked up in a gallery",
        hint: "'threshold choose --fmr F' chooses by the pairs of different people")
    }
    let choice = try bench.choose(
      criterion, on: arguments.optimistic ? .evaluation : .development)
    workbench.session.thresholds.remember(choice.threshold, of: result.name)
    return .table(
      ThresholdTable(
        rows: choice.rows, criterion: criterion,
        isOptimistic: choice.isOptimistic || result.isOptimistic, isOfPairs: result.isOfPairs,
        notes: notes(on: choice, result: result)
      ).table)
  }

  /// What the errors at the chosen point cannot support, for rules that weigh both kinds.
  private static func findings(
    _ criterion: ThresholdCriterion, _ point: OperatingPoint
  ) -> [String] {
    guard case .leastCost = criterion else { return [] }
    return EvidenceRule.findings([
      .init("FMR", errors: point.falseMatches, of: point.impostorScores),
      .init("FNMR", errors: point.falseNonMatches, of: point.genuineScores),
    ])
  }

  private static func notes(on choice: ThresholdChoice, result: StoredResult) -> [String] {
    var notes: [String] = []
    if choice.isOptimistic {
      notes.append("Optimistic: chosen on the very probes it is reported on.")
    }
    if let note = OptimisticNote.about([result]) { notes.append(note) }
    if let point = choice.rows.first?.point {
      notes += findings(choice.criterion, point)
      let warning: String? =
        switch choice.criterion {
        case .falsePositiveRate(let share):
          EvidenceRule.warning(rate: share, trials: point.nonMatedProbes, of: "strangers")
        case .falseMatchRate(let share):
          EvidenceRule.warning(rate: share, trials: point.impostorScores, of: "impostor scores")
        case .equalError, .bestAccuracy, .leastCost: nil
        }
      if let warning { notes.append(warning + ".") }
    }
    let value = NumberText.text(result.trials.plainest(choice.threshold))
    notes.append(
      "Result \(result.name). Next: 'threshold try \(value)', 'threshold set MODEL \(value)'.")
    return notes
  }
}

struct ThresholdChooseArguments: Sendable {
  var result: String?
  var falsePositiveRate: Double?
  var falseMatchRate: Double?
  var equalError = false
  var bestAccuracy = false
  var costs: ErrorCosts?
  var developmentShare = 0.5
  var optimistic = false

  /// The one rule that was asked for.
  var criterion: ThresholdCriterion {
    get throws {
      if let falsePositiveRate { return .falsePositiveRate(falsePositiveRate) }
      if let falseMatchRate { return .falseMatchRate(falseMatchRate) }
      if equalError { return .equalError }
      if bestAccuracy { return .bestAccuracy }
      if let costs { return .leastCost(costs) }
      throw UsageError(
        "'threshold choose' needs a rule: --fpir, --fmr, --eer, --best-accuracy or --cost")
    }
  }
}
