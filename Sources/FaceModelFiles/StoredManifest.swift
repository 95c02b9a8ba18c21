import FaceVocabulary
import FoundationEssentials

/// A manifest as model files keep it: the recipe and the settings as JSON texts, sorted by key.
struct StoredManifest: Equatable {
  let recipe: String
  let settings: String
  let creator: String
  let size: PixelSize

  /// What is neither recipe nor size.
  private struct Settings: Codable {
    var componentsAsked: Int?
    var droppedFirst: Int
    var dataset: String?
    var fingerprint: String?
    var reconstructionThreshold: Double?
    var basisIsStale: Bool

    enum CodingKeys: String, CodingKey {
      case componentsAsked = "components_asked"
      case droppedFirst = "dropped_first"
      case dataset
      case fingerprint
      case reconstructionThreshold = "reconstruction_threshold"
      case basisIsStale = "basis_is_stale"
    }
  }

  init(recipe: String, settings: String, creator: String, size: PixelSize) {
    self.recipe = recipe
    self.settings = settings
    self.creator = creator
    self.size = size
  }

  /// The texts of `manifest`.
  init(_ manifest: ModelManifest) throws(ModelFault) {
    recipe = try StoredManifest.text(manifest.recipe, key: "recipe")
    settings = try StoredManifest.text(
      Settings(
        componentsAsked: manifest.componentsAsked, droppedFirst: manifest.droppedFirst,
        dataset: manifest.dataset, fingerprint: manifest.fingerprint,
        reconstructionThreshold: manifest.reconstructionThreshold,
        basisIsStale: manifest.basisIsStale), key: "settings")
    creator = manifest.creator
    size = manifest.size
  }

  /// The manifest that the texts hold.
  func manifest() throws(ModelFault) -> ModelManifest {
    let recipe: Recipe = try StoredManifest.value(recipe, key: "recipe")
    let settings: Settings = try StoredManifest.value(settings, key: "settings")
    return ModelManifest(
      recipe: recipe, size: size, componentsAsked: settings.componentsAsked,
      droppedFirst: settings.droppedFirst, dataset: settings.dataset,
      fingerprint: settings.fingerprint,
      reconstructionThreshold: settings.reconstructionThreshold,
      basisIsStale: settings.basisIsStale, creator: creator)
  }

  private static func text(_ value: some Encodable, key: String) throws(ModelFault) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .notFinite(key: key)
    }
  }

  private static func value<Value: Decodable>(
    _ text: String, key: String
  ) throws(ModelFault) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw .damagedSettings(key: key)
    }
  }
}
