import CommandLanguage
import FaceReports
import FaceVocabulary

extension Commands {
  static let recipeShow = WorkbenchCommand(
    "show", noun: "recipe", abstract: "Show how pictures become faces in this session",
    examples: [Example("recipe show", "see every step and its value")]
  ) { workbench in
    let recipe = workbench.session.recipe
    let rows: [[Table.Value]] = [
      [.text("locate"), .text(recipe.locate.rawValue)],
      [.text("margin"), .number(recipe.margin)],
      [.text("align"), .text(recipe.align.rawValue)],
      [.text("size"), .text(recipe.size.description)],
      [.text("light"), .text(recipe.light.rawValue)],
      [.text("mask"), .text(recipe.mask.rawValue)],
    ]
    return .table(
      Table(
        columns: [.init("step", title: "step"), .init("value", title: "value")], rows: rows))
  }
}
