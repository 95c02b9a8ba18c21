import CommandLanguage
import FaceModels
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelPredict = WorkbenchCommand(
    "predict", noun: "model", shorthands: ["predict"], abstract: "Say who is in a picture",
    defaults: ModelPredictArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "A model, or the file of one"),
      .rest("path", \.paths, .input("PATH"), help: "Pictures"),
      .option(
        "top", \.top, .integer(1...10_000), help: "People listed, the nearest first"),
      .group(\.recipe, RecipeOptions.once),
    ],
    examples: [
      Example("model predict gate visitor.jpg", "the nearest person, or unknown"),
      Example(
        "model predict gate visitor.jpg guest.jpg --top 3 --json", "three candidates for a program"),
    ],
    discussion: """
      Pictures go through the recipe of the model. Recipe options are only accepted when they say \
      the same: under another recipe distances mean nothing. The distance is no percentage: 0 is \
      identical. Without a threshold there is a nearest person, and nobody is recognised.
      """
  ) { arguments, workbench in
    let model = try workbench.models.loadModelOrFile(arguments.model)
    try RecipeAgreement.check(
      arguments.recipe.applied(to: model.manifest.recipe), with: model, name: arguments.model)
    let paths = arguments.paths
    let outcomes = try PicturePredictions(model: model, top: arguments.top, workbench: workbench)
      .outcomes(of: paths)
    return predictionOutcome(outcomes, paths: paths, model: model, top: arguments.top)
  }

  private static func predictionOutcome(
    _ outcomes: [PicturePredictions.Outcome], paths: [String], model: FaceModel, top: Int
  ) -> Outcome {
    var rows: [[Table.Value]] = []
    var faults: [(path: String, error: any ExplainedError)] = []
    var notes: [String] = []
    for (path, outcome) in zip(paths, outcomes) {
      switch outcome {
      case .failed(let error): faults.append((path, error))
      case .predicted(let prediction, let milliseconds):
        rows.append(
          predictionRow(prediction, path: path, milliseconds: milliseconds)
            + (top > 1 ? [.text(spelled(prediction.candidates))] : []))
        if prediction.distance == 0 {
          notes.append("\(path): distance 0, so the same picture is among the templates")
        }
      }
    }
    if model.threshold == nil, model.manifest.reconstructionThreshold == nil {
      notes.append("no threshold is set, so these are the nearest people; nobody is recognised")
    }
    let columns: [Table.Column] =
      [
        .init("file", title: "file"),
        .init("subject", title: model.threshold == nil ? nil : "person"),
        .init("label", title: nil), .init("nearest", title: "nearest"),
        .init("distance", title: "distance"),
        .init("reconstruction_error", title: model.method == .lbph ? nil : "rec. error"),
        .init("known", title: model.threshold == nil ? nil : "known"),
        .init("candidates", title: nil),
        .init("predict_ms", title: "ms", display: .decimals(2)),
      ] + (top > 1 ? [.forPeople("nearest first")] : [])
    return Outcome(
      rows.isEmpty ? [] : [.table(Table(columns: columns, rows: rows, notes: notes))],
      ofPictures: paths.count, faults: faults)
  }

  /// `s1 0, s25 1013.78`.
  private static func spelled(_ candidates: [Prediction.Candidate]) -> String {
    candidates.map { "\($0.subject) \(Table.displayed(.number($0.distance), as: .plain))" }
      .joined(separator: ", ")
  }

  private static func predictionRow(
    _ prediction: Prediction, path: String, milliseconds: Double
  ) -> [Table.Value] {
    let accepted = prediction.known ?? true
    return [
      .text(path), accepted && prediction.known != nil ? .text(prediction.nearest.name) : .null,
      .integer(accepted ? Int(prediction.label) : -1), .text(prediction.nearest.name),
      .number(prediction.distance), .measured(prediction.reconstructionError),
      prediction.known.map { .boolean($0) } ?? .null,
      .list(
        prediction.candidates.map { candidate in
          .object([
            .init("subject", .text(candidate.subject.name)),
            .init("label", .integer(Int(candidate.label))),
            .init("distance", .number(candidate.distance)),
          ])
        }), .number(milliseconds),
    ]
  }
}

struct ModelPredictArguments: Sendable {
  var model = ""
  var paths: [String] = []
  var top = 1
  var recipe = RecipeOptions()
}
