import CommandLanguage
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelList = WorkbenchCommand(
    "list", noun: "model", abstract: "List the models of the workspace",
    examples: [Example("model list", "kinds, sizes, thresholds")]
  ) { workbench in
    var rows: [(String, FaceModel)] = []
    var skipped: [SkippedItem] = []
    for name in workbench.models.names() {
      do {
        rows.append((name, try workbench.models.load(name)))
      } catch let error as any ExplainedError {
        skipped.append(
          SkippedItem(
            name, unreadable: error,
            advice: "train it again, load it from another file, or 'model remove \(name)'"))
      }
    }
    var table = modelTable(rows)
    if rows.isEmpty, skipped.isEmpty {
      table.notes = ["no models yet: 'model train NAME --on DATASET --method eigen' makes one"]
    }
    return Outcome([.table(table)], skipped: skipped)
  }

  static let modelShow = WorkbenchCommand(
    "show", noun: "model", abstract: "Show what a model or a model file is",
    defaults: ModelNameArguments(),
    parameters: [
      .positional("model", \.name, .name(of: "model"), help: "A model, or the file of one")
    ],
    examples: [Example("model show gate", "kind, people, recipe, where it was trained")]
  ) { arguments, workbench in
    let model = try workbench.models.loadModelOrFile(arguments.name)
    var rows: [[Table.Value]] = [
      [.text("method"), .text(model.method.title)],
      [.text("size"), .text(model.manifest.size.description)],
      [.text("templates"), .integer(model.labels.count)],
      [.text("people"), .integer(Set(model.labels).count)],
      [.text("components asked"), .measured(model.manifest.componentsAsked)],
      [.text("components"), .measured(model.componentCount)],
      [.text("dropped first"), .integer(model.manifest.droppedFirst)],
      [.text("threshold"), .measured(model.threshold)],
      [.text("reconstruction threshold"), .measured(model.manifest.reconstructionThreshold)],
    ]
    rows += recipeTable(model.manifest.recipe).rows.map { row in
      [.text("recipe \(spelled(row[0]))"), row[1]]
    }
    rows += [
      [.text("dataset"), .optional(model.manifest.dataset)],
      [.text("fingerprint"), .optional(model.manifest.fingerprint)],
      [.text("basis is stale"), .boolean(model.manifest.basisIsStale)],
      [.text("made by"), .text(model.manifest.creator)],
      [
        .text("names"),
        .text(Suggestion.listed(Set(model.labels).sorted().map { model.roster[$0].name })),
      ],
    ]
    return .table(
      Table(
        columns: [.init("property", title: "property"), .init("value", title: "value")],
        rows: rows))
  }

  static let modelRemove = WorkbenchCommand(
    "remove", noun: "model", abstract: "Remove a model from the workspace",
    defaults: ModelNameArguments(),
    parameters: [.positional("model", \.name, .name(of: "model"), help: "The model")],
    examples: [Example("model remove gate --yes", "without being asked")]
  ) { arguments, workbench in
    let shelf = workbench.models
    try shelf.require(arguments.name)
    try workbench.confirm(
      "Remove model '\(arguments.name)'?", what: "removing '\(arguments.name)'")
    try shelf.remove(arguments.name)
    return .sentence(
      "\(arguments.name): removed",
      machine: Table(
        columns: [.init("model", title: "model")], rows: [[.text(arguments.name)]]))
  }

  /// One row a model.
  static func modelTable(_ models: [(name: String, model: FaceModel)]) -> Table {
    Table(
      columns: [
        .init("model", title: "model"), .init("method", title: "method"),
        .init("faces", title: "templates"), .init("subjects", title: "people"),
        .init("components", title: "K"), .init("width_px", title: "width"),
        .init("height_px", title: "height"), .init("threshold", title: "threshold"),
        .init("dataset", title: "dataset"),
      ],
      rows: models.map { name, model in
        [
          .text(name), .text(model.method.rawValue), .integer(model.labels.count),
          .integer(Set(model.labels).count), .measured(model.componentCount),
          .integer(model.manifest.size.width), .integer(model.manifest.size.height),
          .measured(model.threshold), .optional(model.manifest.dataset),
        ]
      })
  }
}

struct ModelNameArguments: Sendable {
  var name = ""
}
