import CommandLanguage
import FaceVocabulary

/// Changes to the session's recipe, for `recipe set` or for one command only.
struct RecipeOptions: Sendable {
  var locate: Recipe.Locate?
  var margin: Double?
  var align: Recipe.Align?
  var size: Recipe.TargetSize?
  var light: Recipe.Light?
  var mask: Recipe.Mask?

  /// `recipe` with the changes made.
  func applied(to recipe: Recipe) -> Recipe {
    var changed = recipe
    if let locate { changed.locate = locate }
    if let margin { changed.margin = margin }
    if let align { changed.align = align }
    if let size { changed.size = size }
    if let light { changed.light = light }
    if let mask { changed.mask = mask }
    return changed
  }

  /// All steps but light, which `evaluate` takes as a list.
  static let stepsBesideLight: [Parameter<RecipeOptions>] = [
    .option("locate", \.locate, .oneOf(), help: "Which face of a picture is taken"),
    .option(
      "margin", \.margin, .number(-0.4...1),
      help: "Share of the box's side added on every side before the crop"),
    .option("align", \.align, .oneOf(), help: "Turn the face so that the eyes are level"),
    .option(
      "size", \.size, .value("auto|WxH", "size like 92x112, or auto", words: ["auto"]),
      help: "Size every face is brought to"),
    .option("mask", \.mask, .oneOf(), help: "Blank what lies outside an ellipse"),
  ]

  /// How light is evened out, as a single value.
  static let lightStep: Parameter<RecipeOptions> = .option(
    "light", \.light, .oneOf(), help: "How light is evened out")

  /// Every step, under the heading of commands that use it once.
  static let once = OptionGroup<RecipeOptions>(
    "Recipe, for this command only", stepsBesideLight + [lightStep])

  /// Every step but light, under the same heading.
  static let onceBesideLight = OptionGroup<RecipeOptions>(
    "Recipe, for this command only", stepsBesideLight)
}
