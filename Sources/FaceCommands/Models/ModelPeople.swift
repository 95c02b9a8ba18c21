import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelAdd = WorkbenchCommand(
    "add", noun: "model", abstract: "Teach a model one more person without training anew",
    defaults: ModelAddArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "The model; it is replaced"),
      .subject(\.subject, required: true, help: "Who"),
      .option("on", \.dataset, .name(of: "dataset"), required: true, help: "Where the faces are"),
    ],
    examples: [Example("model add gate --subject s41 --on visitors", "one more known person")],
    discussion: """
      The faces go through the model's own recipe. Subspace models keep their axes, which did not \
      learn from the new faces; the output says so, and 'model show' does.
      """
  ) { arguments, workbench in
    try workbench.requireWritable(.models)
    let model = try workbench.models.load(arguments.model)
    let dataset = try workbench.datasets.open(arguments.dataset)
    let material = try TrainingMaterial(
      of: dataset, recipe: model.manifest.recipe, size: model.manifest.size,
      onlySubject: SubjectID(arguments.subject), withMirrors: true, work: workbench.work)
    let changed = try model.adding(material.faces, work: workbench.work)
    try workbench.models.keep(changed, as: arguments.model)
    var outcome = modelChanged(changed, name: arguments.model)
    outcome.skipped = material.failures.map { SkippedItem($0.file, reason: $0.reason) }
    return outcome
  }

  static let modelForget = WorkbenchCommand(
    "forget", noun: "model", abstract: "Take a person out of a model without training anew",
    defaults: ModelForgetArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "The model; it is replaced"),
      .subject(\.subject, required: true, help: "Who"),
    ],
    examples: [Example("model forget gate --subject s7", "s7 is a stranger from now on")],
    discussion: """
      The person's templates are gone. Axes that learned from the person stay as they are: train \
      anew where nothing of the person may remain.
      """
  ) { arguments, workbench in
    try workbench.requireWritable(.models)
    let model = try workbench.models.load(arguments.model)
    let changed = try model.forgetting(SubjectID(arguments.subject))
    try workbench.models.keep(changed, as: arguments.model)
    return modelChanged(changed, name: arguments.model)
  }

  private static func modelChanged(_ model: FaceModel, name: String) -> Outcome {
    let stale = model.manifest.basisIsStale ? "; the axes are those of the first training" : ""
    return .sentence(
      "\(name): \(ModelSentences.brief(model))\(stale)", machine: modelTable([(name, model)]))
  }
}

struct ModelAddArguments: Sendable {
  var model = ""
  var subject = ""
  var dataset = ""
}

struct ModelForgetArguments: Sendable {
  var model = ""
  var subject = ""
}
