import CommandLanguage
import FaceEvaluation
import FaceExperiments
import FaceModels
import FaceVocabulary

/// Arguments of a command that can evaluate.
protocol HasEvaluationArguments: Sendable {
  var evaluation: EvaluationArguments { get set }
}

/// What `evaluate`, and `threshold sweep` of a dataset, are asked for.
struct EvaluationArguments: Sendable {
  var methods: [RecognitionMethod] = []
  var models: [String] = []
  var components: [TrainingSettings.Components] = []
  var variance: Double?
  var training = TrainingOptions()
  var lights: [Recipe.Light] = []
  var mirrors: [EvaluationPlan.MirrorUse] = [.none]
  var recipe = RecipeOptions()
  /// nil: `kfold`, or `list` where a file of roles is named.
  var kind: SplitPlan.Kind?
  /// nil: ten, or as many as the faces fill.
  var folds: Int?
  var foldBy = SplitPlan.FoldOrder.seed
  var repeats = 1
  var trainPerPerson = 5
  var angleStep: Double?
  var splitFile: String?
  var unknown: String?
  var development: String?
  var fuse = FusionRule.nearest
  var threshold: Double?
  var reconstructionThreshold: Double?
  var endToEnd = false
  var allowUnmated = false
  var optimistic = false

  /// All of them as parameters of a command, under their headings.
  static func parameters<Arguments: HasEvaluationArguments>() -> [Parameter<Arguments>] {
    [
      .group(\.evaluation, subject),
      .group(\.evaluation.training, TrainingOptions.group),
      .group(\.evaluation.recipe, RecipeOptions.onceBesideLight),
      .group(\.evaluation, division),
      .group(\.evaluation, decision),
    ]
  }

  /// Which options exclude each other.
  static let rules: [OptionRule] = [
    .atMostOne(["method", "model"]), .atMostOne(["components", "variance"]),
  ]

  private static let subject = OptionGroup<EvaluationArguments>(
    "What is tested; each list makes one row a value",
    [
      .methods(\.methods, help: "Recognisers to train"),
      .option(
        "model", \.models, .list(of: .name(of: "model")),
        help: "Stored models to test instead of training"),
      .option(
        "components", \.components, .list(of: TrainingOptions.components),
        help: "Eigenfaces axes to keep; Fisherfaces axes where eigen is not among the methods"),
      .option(
        "variance", \.variance, .number(0...1, excludingLowest: true),
        help: "Keep the fewest axes that explain this share of the variance"),
      .option("light", \.lights, .list(of: .oneOf()), help: "How light is evened out"),
      .option(
        "mirror", \.mirrors, .list(of: .oneOf()),
        help: "Whether mirror images of training faces train too"),
    ])

  static let division = OptionGroup<EvaluationArguments>(
    "How faces are divided",
    [
      .option(
        "protocol", \.kind, .oneOf(SplitPlan.Kind.allCases.filter { $0 != .model }),
        help: "What is left out for testing; kfold when left out, list with --split"),
      .option(
        "folds", \.folds, .integer(2...1000),
        help: "kfold: number of parts; 10, or as many as the faces fill"),
      .option("fold-by", \.foldBy, .oneOf(), help: "kfold: parts drawn by seed or by image index"),
      .option("repeats", \.repeats, .integer(1...1000), help: "kfold, per-person: draws"),
      .option(
        "train-per-person", \.trainPerPerson, .integer(1...10_000),
        help: "per-person: images of each person that train"),
      .option(
        "angle-step", \.angleStep, .number(0...180, excludingLowest: true, placeholder: "DEG"),
        help: "angle, angle-pair: width of a bin; every distinct angle when left out"),
      .option(
        "split", \.splitFile, .input("FILE", suffixes: [".csv", ".txt"]),
        help: "list, enrol: who plays which part; pairs: LFW's pairs.txt, or a division of pairs"),
      .option(
        "unknown", \.unknown, .text("F|S1,S2", "share from 0 to 1, or names of people"),
        help: "People who are never trained on, to see what strangers do"),
      .option(
        "dev", \.development, .text("F|FILE", "share from 0 to 1, or file of file names"),
        help: "Probes set aside for choosing thresholds"),
      .flag(
        "allow-unmated", \.allowUnmated,
        help: "Count probes whose person has no gallery face as misses"),
    ])

  private static let decision = OptionGroup<EvaluationArguments>(
    "How a probe is decided",
    [
      .option("fuse", \.fuse, .oneOf(), help: "How distances to one person's faces become one"),
      .option(
        "threshold", \.threshold, .number(atLeast: 0, placeholder: "T"),
        help: "Accept a probe when its distance is under this"),
      .option(
        "reconstruction-threshold", \.reconstructionThreshold,
        .number(atLeast: 0, placeholder: "R"),
        help: "Accept a probe only when its reconstruction error is under this too"),
      .flag(
        "end-to-end", \.endToEnd,
        help: "Find the faces too; one missed, misplaced or doubled is an error"),
      .flag(
        "optimistic", \.optimistic,
        help: "Allow testing on what was trained on; every output says so"),
    ])
}
