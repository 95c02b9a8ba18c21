import CommandLanguage

extension Commands {
  static let recipeShow = WorkbenchCommand(
    "show", noun: "recipe", abstract: "Show how pictures become faces in this session",
    examples: [Example("recipe show", "every step and its value")]
  ) { workbench in
    .table(recipeTable(workbench.session.recipe))
  }
}
