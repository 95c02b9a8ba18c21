import CommandLanguage

/// A small tree of commands that uses every kind of parameter.
enum SampleCommands {
  enum Method: String, CaseIterable, Sendable {
    case eigen
    case fisher
    case lbph
  }

  struct Recipe: Sendable, Equatable {
    var light = "none"
    var margin = 0.0
  }

  struct TrainArguments: Sendable, Equatable {
    var name = ""
    var dataset = ""
    var method = Method.eigen
    var components = 30
    var threshold: Double?
    var mirrors = false
    var recipe = Recipe()
  }

  struct ListArguments: Sendable, Equatable {
    var paths: [String] = []
    var output = ""
    var angles: [Double] = [0]
    var methods: [Method] = [.eigen]
  }

  struct GlobalValues: Sendable, Equatable {
    var seed = 1
    var json = false
  }

  static let recipeOptions = OptionGroup<Recipe>(
    "Recipe, for this command only",
    [
      .option("light", \.light, .word(["none", "equalize"]), help: "How light is evened out"),
      .option("margin", \.margin, .number(-0.4...1), help: "Share added around the box"),
    ])

  static let train = CommandSpec<TrainArguments, Int, String>(
    "train", noun: "model", shorthands: ["train"], abstract: "Fit a recogniser",
    defaults: TrainArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "model"), help: "Name of the new model"),
      .option(
        "on", \.dataset, .name(of: "dataset"), required: true, help: "Dataset to learn from"),
      .option("method", \.method, .oneOf(), help: "Kind of recogniser"),
      .option("components", \.components, .integer(1...10_000, placeholder: "K"), help: "Axes"),
      .option("threshold", \.threshold, .number(atLeast: 0), help: "Largest distance accepted"),
      .flag("mirrors", \.mirrors, help: "Learn mirrored faces too"),
      .group(\.recipe, recipeOptions),
    ],
    examples: [Example("model train gate --on orl", "the usual way")]
  ) { arguments, _ in "\(arguments)" }

  static let report = CommandSpec<ListArguments, Int, String>(
    "report", abstract: "Write a page", defaults: ListArguments(),
    parameters: [
      .rest("result", \.paths, .name(of: "result"), help: "Results"),
      .positional("file", \.output, .path(suffixes: [".html"]), help: "Page to write"),
      .option("angles", \.angles, .range(), help: "Angles in degrees"),
      .option("method", \.methods, .list(of: .oneOf()), help: "Kinds of recogniser"),
    ],
    examples: [Example("report a b page.html", "two results")]
  ) { arguments, _ in "\(arguments)" }

  static let choose = CommandSpec<TrainArguments, Int, String>(
    "choose", noun: "threshold", abstract: "Choose a threshold", defaults: TrainArguments(),
    parameters: [
      .option("fmr", \.threshold, .share(), help: "False match rate"),
      .flag("eer", \.mirrors, help: "Equal error rate"),
    ], rules: [.exactlyOne(["fmr", "eer"])],
    examples: [Example("threshold choose --eer", "balance both errors")]
  ) { arguments, _ in "\(arguments)" }

  static let attempt = CommandSpec<TrainArguments, Int, String>(
    "try", noun: "threshold", abstract: "Try a threshold", defaults: TrainArguments(),
    parameters: [
      .positional("t", \.threshold, .number(placeholder: "T"), help: "The threshold")
    ],
    examples: [Example("threshold try 2400", "see what changes")]
  ) { arguments, _ in "\(arguments.threshold ?? .nan)" }

  static let globals = GlobalOptionReader<GlobalValues>(
    [
      .option("seed", \.seed, .integer(), help: "Seed"),
      .flag("json", \.json, help: "JSON"),
    ], defaults: GlobalValues())

  static let tree = CommandTree<Int, String>(
    [train.erased, report.erased, choose.erased, attempt.erased], globals: globals.descriptions)

  /// What running `line` gives.
  static func run(_ line: String, allowingPrefixes: Bool = false) throws -> String {
    let words = try LineParser.commands(in: line).first ?? []
    let parsed = try tree.read(words, allowingPrefixes: allowingPrefixes)
    guard case .run(let body) = parsed.action else { return "\(parsed.action)" }
    return try body(0)
  }

  /// The error that reading `line` gives.
  static func error(_ line: String, allowingPrefixes: Bool = false) -> UsageError? {
    do {
      _ = try run(line, allowingPrefixes: allowingPrefixes)
      return nil
    } catch {
      return error as? UsageError
    }
  }
}
