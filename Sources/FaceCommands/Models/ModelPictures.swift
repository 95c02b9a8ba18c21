import CommandLanguage
import CooperativeWork
import FaceImages
import FaceModels
import FacePreprocessing
import FaceReports
import FaceVocabulary

extension Commands {
  static let modelReconstruct = WorkbenchCommand(
    "reconstruct", noun: "model", abstract: "Draw a face as the axes of a model can redraw it",
    defaults: ModelReconstructArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "A model, or the file of one"),
      .positional("image", \.image, .input("IMAGE"), help: "A picture"),
      .positional(
        "output", \.output, .path("OUT.png", suffixes: [".png"]),
        help: "The face, and beside it what the model makes of it"),
    ],
    examples: [Example("model reconstruct gate visitor.jpg redrawn.png", "how well the axes fit")]
  ) { arguments, workbench in
    try workbench.checkPlace(ofPicture: arguments.output)
    let model = try workbench.models.loadModelOrFile(arguments.model)
    let picture = try workbench.images.decode(arguments.image)
    let face = try FacePreparer(
      recipe: model.manifest.recipe, size: model.manifest.size, work: workbench.work.limited(to: 1)
    ).prepare(picture.image).face
    let redrawn = try model.reconstruct(face)
    let sheet = ContactSheet(tiles: [face, redrawn], columns: 2)
    try workbench.save(picture: sheet.image, to: arguments.output)
    let error = try model.predict(face, top: 1).reconstructionError
    return .table(
      Table(
        columns: [
          .init("file", title: "file"), .init("reconstruction_error", title: "rec. error"),
          .init("output", title: "picture"),
        ],
        rows: [[.text(arguments.image), .measured(error), .text(arguments.output)]]))
  }

  static let modelSheet = WorkbenchCommand(
    "sheet", noun: "model", abstract: "Draw the mean face and the axes of a model",
    defaults: ModelSheetArguments(),
    parameters: [
      .positional("model", \.model, .name(of: "model"), help: "A model, or the file of one"),
      .positional(
        "output", \.output, .path("OUT.png", suffixes: [".png"]), help: "The drawing"),
      .option("count", \.count, .integer(1...400), help: "Axes drawn, after the mean"),
    ],
    examples: [Example("model sheet gate axes.png --count 16", "the eigenfaces")],
    discussion: """
      The mean comes first. Every axis is stretched so that 0 is middle grey and its largest entry \
      is black or white.
      """
  ) { arguments, workbench in
    try workbench.checkPlace(ofPicture: arguments.output)
    let model = try workbench.models.loadModelOrFile(arguments.model)
    let tiles = try model.portraits(count: arguments.count)
    let sheet = ContactSheet(tiles: tiles)
    try workbench.save(picture: sheet.image, to: arguments.output)
    return .sentence(
      "\(arguments.output): the mean and \(DatasetSentences.counted(tiles.count - 1, "axis", "axes"))",
      machine: Table(
        columns: [.init("output", title: "picture"), .init("components", title: "axes")],
        rows: [[.text(arguments.output), .integer(tiles.count - 1)]]))
  }
}

struct ModelReconstructArguments: Sendable {
  var model = ""
  var image = ""
  var output = ""
}

struct ModelSheetArguments: Sendable {
  var model = ""
  var output = ""
  var count = 16
}
