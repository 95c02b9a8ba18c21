/// What a model remembers of how it was made; travels in every model file. Holds no clock value.
package struct ModelManifest: Equatable, Sendable, Codable {
  /// How pictures are turned into faces for this model.
  package var recipe: Recipe
  /// Size of the faces it was trained on.
  package var size: PixelSize
  /// Components asked for; nil for all, and for LBPH.
  package var componentsAsked: Int?
  /// Leading components left out of the distances.
  package var droppedFirst: Int
  /// Dataset the faces came from, and its fingerprint, where known.
  package var dataset: String?
  package var fingerprint: String?
  /// Reconstruction error from which a face is called unknown; nil when no such gate is set.
  package var reconstructionThreshold: Double?
  /// True when people were added or forgotten since the axes were computed.
  package var basisIsStale: Bool
  /// Program and version that trained it.
  package var creator: String

  package init(
    recipe: Recipe, size: PixelSize, componentsAsked: Int? = nil, droppedFirst: Int = 0,
    dataset: String? = nil, fingerprint: String? = nil, reconstructionThreshold: Double? = nil,
    basisIsStale: Bool = false, creator: String = ProductVersion.creator
  ) {
    self.recipe = recipe
    self.size = size
    self.componentsAsked = componentsAsked
    self.droppedFirst = droppedFirst
    self.dataset = dataset
    self.fingerprint = fingerprint
    self.reconstructionThreshold = reconstructionThreshold
    self.basisIsStale = basisIsStale
    self.creator = creator
  }
}

/// The version of the program, told in one place.
package enum ProductVersion {
  package static let number = "0.1.0"
  package static let creator = "facebench \(number)"
}
