import CommandLanguage
import FaceModels
import FaceVocabulary

/// How a recogniser is trained, beside its method and its components.
struct TrainingOptions: Sendable {
  var dropFirst = 0
  var pattern = LocalBinaryPattern()

  /// The settings for one method and number of components.
  func settings(
    method: RecognitionMethod, components: TrainingSettings.Components
  ) -> TrainingSettings {
    var settings = TrainingSettings(method: method, components: components)
    settings.dropFirst = dropFirst
    settings.pattern = pattern
    return settings
  }

  static let group = OptionGroup<TrainingOptions>(
    "Training",
    [
      .option(
        "drop-first", \.dropFirst, .integer(0...1000, placeholder: "K"),
        help: "Leading Eigenfaces axes left out: they carry light more than people"),
      .option(
        "lbph-radius", \.pattern.radius, .integer(1...100, placeholder: "PX"),
        help: "Radius of the LBPH sampling circle"),
      .option(
        "lbph-neighbors", \.pattern.neighbors, .integer(1...16),
        help: "Points on the LBPH sampling circle"),
      .option(
        "lbph-grid-x", \.pattern.gridX, .integer(1...64), help: "LBPH cells across"),
      .option(
        "lbph-grid-y", \.pattern.gridY, .integer(1...64), help: "LBPH cells down"),
    ])

  /// `K|all`.
  static let components = Domain<Int>.integer(1...1_000_000, placeholder: "K")
    .map({ TrainingSettings.Components.count($0) }) { components in
      if case .count(let count) = components { return count }
      return 0
    }
    .or("all", as: .all)
}
