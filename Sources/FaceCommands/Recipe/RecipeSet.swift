import CommandLanguage
import FaceReports
import FaceVocabulary

extension Commands {
  static let recipeSet = WorkbenchCommand(
    "set", noun: "recipe", abstract: "Change how pictures become faces, until the session ends",
    defaults: RecipeOptions(),
    parameters: RecipeOptions.stepsBesideLight + [RecipeOptions.lightStep],
    examples: [
      Example("recipe set --locate largest --margin 0.1 --size 70x70", "crop found faces"),
      Example("recipe set --light tantriggs --mask ellipse", "even out light, blank the corners"),
    ],
    discussion: """
      The recipe travels inside every model and result. A model predicts with its own recipe, \
      whatever the session's is.
      """
  ) { options, workbench in
    workbench.session.recipe = options.applied(to: workbench.session.recipe)
    return .table(recipeTable(workbench.session.recipe))
  }

  /// A recipe as a table of steps, in the order in which they run.
  static func recipeTable(_ recipe: Recipe) -> Table {
    let rows: [[Table.Value]] = [
      [.text("locate"), .text(recipe.locate.rawValue)],
      [.text("align"), .text(recipe.align.rawValue)],
      [.text("margin"), .number(recipe.margin)],
      [.text("size"), .text(recipe.size.description)],
      [.text("light"), .text(recipe.light.rawValue)],
      [.text("mask"), .text(recipe.mask.rawValue)],
    ]
    return Table(
      columns: [.init("step", title: "step"), .init("value", title: "value")], rows: rows)
  }

  /// A cell of a recipe's table as a person reads it.
  static func spelled(_ value: Table.Value) -> String { Table.displayed(value, as: .plain) }
}
