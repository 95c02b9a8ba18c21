import CommandLanguage
import FaceDatasets
import FaceExperiments
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelTrain = WorkbenchCommand(
    "train", noun: "model", shorthands: ["train"],
    abstract: "Train a recogniser on a dataset and keep it in the workspace",
    defaults: ModelTrainArguments(),
    parameters: [
      .positional("name", \.name, .newName(of: "model"), help: "The new model"),
      .option("on", \.dataset, .name(of: "dataset"), required: true, help: "What it learns from"),
      .method(\.method, required: true, help: "Kind of recogniser"),
      .option(
        "components", \.components, TrainingOptions.components,
        help: "Axes to keep; all when left out"),
      .option(
        "variance", \.variance, .number(0...1, excludingLowest: true),
        help: "Keep the fewest axes that explain this share of the variance"),
      .group(\.training, TrainingOptions.group),
      .option(
        "threshold", \.threshold, .number(atLeast: 0, placeholder: "T"),
        help: "Distance from which a face is called unknown"),
      .flag("without-mirrors", \.withoutMirrors, help: "Leave stored mirror images out"),
      .group(\.recipe, RecipeOptions.once),
    ],
    rules: [.atMostOne(["components", "variance"])],
    examples: [
      Example("model train gate --on orl --method fisher", "all axes that the data gives"),
      Example(
        "model train small --on orl --method eigen --components 30 --threshold 2400",
        "with a threshold that was chosen before"),
      Example("train faces --on orl --method lbph --light equalize", "short form, one recipe step"),
    ],
    discussion: """
      Training the same faces twice gives the same model. A model of that name is replaced once \
      the new one is saved, and the output says so. Where there are more faces than pixels, \
      Eigenfaces and Fisherfaces read them twice, a block at a time, and hold sums over them alone, \
      so that memory does not grow with the pictures; 'train_ms' then counts the reading too. What \
      a training needs is estimated first, and refused above the machine's memory or what \
      'settings set --max-memory-mib' allows.
      """
  ) { arguments, workbench in
    try workbench.requireWritable(.models)
    let dataset = try workbench.datasets.open(arguments.dataset)
    let recipe = arguments.recipe.applied(to: workbench.session.recipe)
    let faces = try DatasetFaces(
      of: dataset, recipe: recipe, withMirrors: !arguments.withoutMirrors, work: workbench.work)
    if let odd = faces.oddSize, recipe.size == .auto {
      workbench.console.warn(
        "the pictures have several sizes (\(odd.file) is \(odd.size), others \(odd.usual)): "
          + "all were brought to \(faces.size); choose with --size")
    }
    let components =
      arguments.variance.map { TrainingSettings.Components.variance($0) }
      ?? arguments.components ?? .all
    let trainer = ModelTrainer(
      settings: arguments.training.settings(method: arguments.method, components: components),
      memoryLimitBytes: workbench.memoryLimitBytes)
    let needed = trainer.estimatedBytes(
      passing: faces.mostFaces, size: faces.size, people: faces.roster.names.count)
    var start = workbench.clock()
    var model = try trainer.fit(faces, recipe: recipe, work: workbench.work) { route, count in
      guard let route else { return }
      workbench.console.say(
        "solving the \(route.title(faceCount: count, pixels: faces.size.area)), the cheaper way "
          + "for these faces; about \(ModelSentences.size(needed)) of memory")
      // Held faces were read before; those that pass by are read by the training itself.
      if route == .gram { start = workbench.clock() }
    }
    let milliseconds = (workbench.clock() - start) * 1000
    try faces.confirmUnchanged(work: workbench.work)
    model.threshold = arguments.threshold
    model.manifest.dataset = dataset.name
    model.manifest.fingerprint = faces.fingerprint
    let replaced = workbench.models.contains(arguments.name)
    try workbench.models.keep(model, as: arguments.name)
    var outcome = Outcome.sentence(
      "\(arguments.name): \(ModelSentences.brief(model))"
        + (replaced ? " (replaces the earlier '\(arguments.name)')" : ""),
      machine: ModelSentences.trained(
        model, name: arguments.name, milliseconds: milliseconds), timed: true)
    outcome.skipped = faces.failures.map { SkippedItem($0.file, reason: $0.reason) }
    return outcome
  }
}

struct ModelTrainArguments: Sendable {
  var name = ""
  var dataset = ""
  var method = RecognitionMethod.eigen
  var components: TrainingSettings.Components?
  var variance: Double?
  var training = TrainingOptions()
  var threshold: Double?
  var withoutMirrors = false
  var recipe = RecipeOptions()
}
