import FaceModels
import FaceReports
import FaceVocabulary

/// Refuses to compare faces that were prepared in different ways.
enum RecipeAgreement {
  /// - Throws: ``RecipeMismatch`` when `recipe` is not the one `model` was trained with.
  static func check(_ recipe: Recipe, with model: FaceModel, name: String) throws(RecipeMismatch) {
    let trained = model.manifest.recipe
    guard recipe != trained else { return }
    let ours = Commands.recipeTable(recipe).rows
    let differences = zip(ours, Commands.recipeTable(trained).rows).compactMap {
      asked, had -> RecipeMismatch.Difference? in
      guard asked != had, case .text(let step) = asked[0] else { return nil }
      return RecipeMismatch.Difference(
        step: step, trained: Commands.spelled(had[1]), asked: Commands.spelled(asked[1]))
    }
    throw RecipeMismatch(model: name, differences: differences)
  }
}

/// A model was to be used with another recipe than it was trained with.
struct RecipeMismatch: Error, Equatable, Sendable, ExplainedError {
  let model: String
  let differences: [Difference]

  /// One step that is not the same.
  struct Difference: Equatable, Sendable {
    let step: String
    let trained: String
    let asked: String
  }

  var message: String {
    let list = differences.map { "\($0.step) \($0.trained), not \($0.asked)" }
      .joined(separator: "; ")
    return "'\(model)' was trained with another recipe: \(list)"
  }

  var hint: String? {
    "leave the recipe options out: a model prepares pictures as it was trained; "
      + "or train a model with the recipe you want"
  }

  var kind: String { "recipe_mismatch" }
}
