import CommandLanguage

/// What a command may be in a plan.
enum PlannedCommand: Sendable {
  /// Runs as a cell, once for each combination of the values its options list.
  case cell(CellRules)
  /// Changes the session that all cells run in.
  case session
  /// Makes something that cells use, once: a dataset or a model.
  case making(Product)

  /// What a setup line makes: its kind, and which of its words or options names it.
  struct Product: Sendable {
    enum Kind: String, Sendable {
      case dataset
      case model
    }
    let kind: Kind
    let parameter: String
    /// Whether it must not be there before; else the line changes what is there.
    let isNew: Bool
  }

  /// Every command that may stand in a plan, by its name.
  static let all: [String: PlannedCommand] = [
    "evaluate": .cell(.evaluate), "detector sweep": .cell(.detectorSweep),
    "recipe set": .session, "detector set": .session, "settings set": .session,
    "dataset synth": .making(Product(kind: .dataset, parameter: "name", isNew: true)),
    "dataset import": .making(Product(kind: .dataset, parameter: "name", isNew: true)),
    "dataset merge": .making(Product(kind: .dataset, parameter: "into", isNew: true)),
    "dataset mirror": .making(Product(kind: .dataset, parameter: "dataset", isNew: false)),
    "model train": .making(Product(kind: .model, parameter: "name", isNew: true)),
    "model load": .making(Product(kind: .model, parameter: "name", isNew: true)),
  ]

  /// What may stand there, in words.
  static let listing =
    "cells are evaluate and detector sweep; above them may stand dataset synth, import, merge and "
    + "mirror, model train and load, recipe set, detector set, settings set"
}

/// How a command that runs as a cell is spread over cells.
struct CellRules: Sendable {
  /// Options whose lists stay together in one cell, because their values share work.
  var together: Set<String> = []
  /// Options that make no sense in a cell, and what to do instead.
  var refused: [String: String] = [:]
  /// At least one of these must be there.
  var needsOne: [String] = []
  /// Options whose value the rows tell themselves.
  var told: Set<String> = []
  /// Options that name a file, unless their value is a number.
  var files: Set<String> = []
  /// Whether an option says nothing beside the others of its cell, so that it is left out.
  var isIdle: @Sendable (_ option: String, _ cell: [String: String], _ line: [String]) -> Bool =
    { _, _, _ in false }

  /// `evaluate` itself makes one row of each method, number of axes, light and use of mirrors: the cells
  /// of a line are the rows that it would give, and more where other options list values.
  static let evaluate = CellRules(
    refused: [
      "as": "a cell keeps its row in its own file; run the command by itself for a result",
      "by": "run the command of one cell by itself with --by",
      "keep": "run the command of one cell by itself with --by angle --keep",
    ],
    needsOne: ["method", "model"],
    told: [
      "dataset", "model", "method", "light", "mirror", "fuse", "protocol", "repeats", "threshold",
      "optimistic", "end-to-end", "seed",
    ],
    files: ["split", "dev"],
    isIdle: { option, cell, methods in
      guard let method = cell["method"] else { return false }
      return switch option {
      // As in 'evaluate': beside Eigenfaces, Fisherfaces keep all of their axes.
      case "components", "variance":
        method == "lbph" || (method == "fisher" && methods.contains("eigen"))
      case "drop-first": method != "eigen"
      case "lbph-radius", "lbph-neighbors", "lbph-grid-x", "lbph-grid-y": method != "lbph"
      default: false
      }
    })

  /// One search serves all neighbour counts, and all scales and sizes among its windows: they stay in
  /// one cell.
  static let detectorSweep = CellRules(
    together: ["scale", "neighbors", "min-size", "max-size"],
    refused: [
      "as": "a cell keeps its rows in its own file; run the command by itself for a result",
      "by": "run the command of one cell by itself with --by",
      "cell-limit": "which cells time out depends on the machine, and merged rows must not",
    ],
    told: [
      "accuracy", "cascade", "scale", "neighbors", "min-size", "max-size", "equalize", "flip",
      "rotate", "match",
    ])
}
