import CommandLanguage
import FaceDatasets
import FaceEvaluation
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let evaluate = WorkbenchCommand(
    "evaluate", abstract: "Measure how well people are recognised, and how fast",
    defaults: EvaluateArguments(),
    parameters: [
      .positional("dataset", \.dataset, .name(of: "dataset"), help: "Faces to divide and test on")
    ] + EvaluationArguments.parameters() + [
      .option(
        "by", \.breakdown, .oneOf(),
        help:
          "Show the first result taken apart: by person, angle, pair of angles, fold, trial; rates, ranks, mistakes"
      ),
      .option(
        "keep", \.keeping, .number(0...1, excludingLowest: true, placeholder: "SHARE"),
        help: "With --by angle: accuracy that the widest span of angles must keep"),
      .option(
        "as", \.name, .newName(of: "result", placeholder: "RESULT"), help: "Name to keep it by"),
    ],
    rules: EvaluationArguments.rules,
    examples: [
      Example(
        "evaluate orl --method eigen,fisher,lbph --components 30 --protocol kfold --fold-by index",
        "the accuracy and timing table of three methods"),
      Example(
        "evaluate orl --method eigen --components 5,10,20,30 --protocol loo",
        "leave one out at four numbers of axes, from one Gram matrix"),
      Example(
        "evaluate orl --method eigen --components 30 --unknown 0.25 --as strangers",
        "keep a quarter of the people out, to choose a threshold by"),
      Example(
        "evaluate orl --method eigen --components 30 --mirror none,train",
        "what training with mirror images gains"),
      Example(
        "evaluate turn --method eigen --protocol angle-pair --by angle-pair --keep 0.95",
        "train on each angle, look for each other, and how far a turn may go"),
      Example(
        "evaluate lfw --method eigen --protocol pairs --split pairs.txt",
        "pairs told same or different, as LFW does"),
      Example(
        "evaluate orl --protocol enrol --split idiap.csv --method eigen --fuse template",
        "enrolled people apart from the world set that trains"),
      Example("evaluate visitors --model gate", "test a stored model on other pictures"),
    ],
    discussion: """
      Faces that belong together (an image, its mirrors and near-duplicates, the frames of one \
      capture) never stand on both sides of a split. Mirrors are never probes. Rates carry 95 % \
      intervals by person. With --end-to-end faces are looked for in whole pictures, and errors are \
      split into detection, recognition and threshold, which add up. Every row is stored as a result with its split, its scores and how it \
      was made: 'results list' shows them, 'threshold', 'compare', 'plot' and 'report' read them, \
      'results rerun' repeats them.
      """
  ) { arguments, workbench in
    let results = try EvaluationJob(arguments: arguments.evaluation, workbench: workbench)
      .run(on: arguments.dataset, as: arguments.name)
    if let breakdown = arguments.breakdown, let first = results.first {
      return try BreakdownTable(result: first, by: breakdown, keeping: arguments.keeping).outcome()
    }
    let rows = results.map { EvaluationRow($0) }
    return .table(EvaluationTable(rows: rows, notes: EvaluationNotes.notes(for: rows)).table)
  }
}

/// What `evaluate` is asked for.
struct EvaluateArguments: HasEvaluationArguments {
  var dataset = ""
  var evaluation = EvaluationArguments()
  var breakdown: Breakdown?
  var keeping = 0.9
  var name: String?
}

/// Runs an evaluation that was asked for and stores its results.
struct EvaluationJob {
  let arguments: EvaluationArguments
  let workbench: Workbench

  /// The stored results, one a cell, in order.
  ///
  /// - Parameter name: the wished name; several cells get it with their method and components.
  func run(on dataset: String, as name: String?) throws -> [StoredResult] {
    if workbench.storesResults { try workbench.requireWritable(.results) }
    let prepared = try arguments.prepared(on: dataset, in: workbench)
    let names = names(for: prepared.plan.cells, wished: name)
    let replaced = try names.compactMap(\.self).filter { try workbench.mayReplaceResult($0) }
    var runner = EvaluationRunner(
      plan: prepared.plan, dataset: prepared.dataset, givenSplit: prepared.split,
      model: { [models = workbench.models] in try models.load($0) },
      clock: workbench.clock, work: workbench.work)
    runner.memoryLimitBytes = workbench.memoryLimitBytes
    let cells = try run(runner)
    return try zip(cells, names).map { cell, name in
      guard workbench.storesResults else {
        return workbench.results.unstored(cell, host: HostClock.name)
      }
      return try workbench.results.store(
        cell, as: name, host: HostClock.name, stored: HostClock.secondsSince1970,
        replacing: name.map(replaced.contains) ?? false)
    }
  }

  /// Runs with as many folds as the faces fill where nobody asked for a number.
  private func run(_ runner: EvaluationRunner) throws -> [EvaluatedCell] {
    do {
      return try runner.run()
    } catch SplitError.tooManyFolds(_, let most) where arguments.folds == nil && most >= 2 {
      var fewer = runner
      fewer.plan.split.folds = most
      return try fewer.run()
    }
  }

  private func names(for cells: [EvaluationPlan.Cell], wished: String?) -> [String?] {
    guard let wished else { return cells.map { _ in nil } }
    if cells.count == 1 { return [wished] }
    let lights = Set(cells.map(\.light)).count > 1
    let mirrors = Set(cells.map(\.mirror)).count > 1
    return cells.map { cell in
      var name = wished
      switch cell.recogniser {
      case .trained(let method, let components):
        name += "-\(method.rawValue)"
        if let count = components.count { name += "-\(count)" }
      case .stored(let model, _): name += "-\(model)"
      }
      if lights { name += "-\(cell.light.rawValue)" }
      if mirrors { name += cell.mirror == .train ? "-mirrors" : "" }
      return name
    }
  }
}
