import CommandLanguage
import CooperativeWork
import FaceImages
import FacePreprocessing
import FaceReports
import FaceVocabulary

extension Commands {
  static let recipePreview = WorkbenchCommand(
    "preview", noun: "recipe", abstract: "Draw a picture after each step of the recipe",
    defaults: RecipePreviewArguments(),
    parameters: [
      .positional("image", \.image, .input("IMAGE"), help: "A picture"),
      .positional("output", \.output, .path("OUT.png", suffixes: [".png"]), help: "The drawing"),
      .group(\.recipe, RecipeOptions.once),
    ],
    examples: [
      Example(
        "recipe preview me.jpg steps.png --locate largest --light tantriggs",
        "from the photo to what a model sees")
    ]
  ) { arguments, workbench in
    try workbench.checkPlace(ofPicture: arguments.output)
    let recipe = arguments.recipe.applied(to: workbench.session.recipe)
    let picture = try workbench.images.decode(arguments.image)
    let size = recipe.resolvedSize(facesShare: recipe.locate == .none ? picture.image.size : nil)
    // The picture after three steps at most has the size.
    let preparer = try FacePreparer(
      recipe: recipe, size: size, keeping: 3, work: workbench.work.limited(to: 1))
    let steps = try preparer.preview(picture.image)
    let tiles = try steps.map { try $0.image.fitted(within: 320) }
    let sheet = ContactSheet(tiles: tiles, columns: steps.count)
    try workbench.save(picture: sheet.image, to: arguments.output)
    return .table(
      Table(
        columns: [
          .init("step", title: "step"), .init("width_px", title: "width"),
          .init("height_px", title: "height"),
        ],
        rows: steps.map {
          [.text($0.title), .integer($0.image.width), .integer($0.image.height)]
        }, notes: ["\(arguments.output): the steps from left to right"]))
  }
}

struct RecipePreviewArguments: Sendable {
  var image = ""
  var output = ""
  var recipe = RecipeOptions()
}
