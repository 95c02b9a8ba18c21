import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceReports
import FaceVocabulary

extension Commands {
  static let datasetSplit = WorkbenchCommand(
    "split", noun: "dataset", abstract: "Divide a dataset as an evaluation would, into a file",
    defaults: DatasetSplitArguments(),
    parameters: [
      .positional("dataset", \.dataset, .name(of: "dataset"), help: "The dataset"),
      .positional(
        "file", \.file, .path("FILE.csv", suffixes: [".csv"]),
        help: "Where the division goes; without it, it is printed"),
      .group(\.evaluation, EvaluationArguments.division),
    ],
    examples: [
      Example("dataset split orl five.csv --folds 5 --fold-by index", "five folds by image index"),
      Example(
        "dataset split orl --protocol per-person --train-per-person 5 --seed 7",
        "see who would train and who would be looked for"),
    ],
    discussion: """
      Rows are repeat, fold, role, subject and file. 'evaluate NAME --split FILE' reads such a file \
      back, after looking for leaks; its hash is the same. Of pairs, each is a repeat of its fold, and \
      '--protocol pairs --split FILE' reads them back. Pictures whose pixels were never read stay \
      unread: only their mirrors and captures are kept on one side, and the sentence says so.
      """
  ) { arguments, workbench in
    if let file = arguments.file { try workbench.checkPlace(of: file) }
    let dataset = try workbench.datasets.open(arguments.dataset)
    let plan = try arguments.evaluation.splitPlan(in: workbench)
    try arguments.evaluation.checkDevelopment(of: dataset)
    let given = try arguments.evaluation.givenSplit(of: dataset)
    let split: Split
    do {
      split = try plan.split(
        of: dataset, given: given, readingPixels: false, work: workbench.work)
    } catch SplitError.tooManyFolds(_, let most)
      where arguments.evaluation.folds == nil && most >= 2
    {
      var fewer = plan
      fewer.folds = most
      split = try fewer.split(
        of: dataset, given: given, readingPixels: false, work: workbench.work)
    }
    let unread = DatasetSentences.unread(try dataset.unreadFaces(), of: dataset.name)
    // Of pairs nobody is searched for.
    let unprobed = plan.kind == .pairs ? [] : split.unprobed.map(\.name)
    let missing =
      unprobed.isEmpty
      ? []
      : [
        "Enrolled and never looked for: \(unprobed.prefix(5).joined(separator: ", "))"
          + (unprobed.count > 5 ? ", … (\(unprobed.count) people)." : ".")
      ]
    guard let file = arguments.file else {
      return .table(
        Table(
          columns: ["repeat", "fold", "role", "subject", "file"].map { .init($0, title: $0) },
          rows: split.rows.map {
            [
              .integer($0.repetition), .integer($0.fold), .text($0.role.rawValue),
              .text($0.subject.name), .text($0.file),
            ]
          }, notes: missing + unread))
    }
    try workbench.save(bytes: split.csvBytes(), to: file)
    struct Fold: Hashable {
      let repetition: Int
      let fold: Int
    }
    let folds = Set(
      split.rows.lazy.map { Fold(repetition: $0.repetition, fold: $0.fold) }
    ).count
    let hash = split.hash()
    let probes = split.rows.count { $0.role == .probe || $0.role == .developmentProbe }
    return .sentence(
      (["\(file): \(folds) folds of \(dataset.name), \(probes) probes, hash \(hash.prefix(12))"]
        + missing + unread).joined(separator: "\n"),
      machine: Table(
        columns: [
          "dataset", "file", "folds", "rows", "probes", "split_hash", "unprobed_subjects",
        ].map {
          .init($0, title: nil)
        },
        rows: [
          [
            .text(dataset.name), .text(file), .integer(folds), .integer(split.rows.count),
            .integer(probes), .text(hash), .integer(unprobed.count),
          ]
        ]))
  }
}

struct DatasetSplitArguments: HasEvaluationArguments {
  var dataset = ""
  var file: String?
  var evaluation = EvaluationArguments()
}
