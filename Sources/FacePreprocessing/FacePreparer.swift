package import FaceVocabulary

/// Turns pictures into faces as a recipe says. Not Sendable: every thread needs its own.
package final class FacePreparer {
  package let recipe: Recipe
  /// Size of every prepared face.
  package let size: PixelSize

  package init(recipe: Recipe, size: PixelSize) throws(PreparationError) {
    self.recipe = recipe
    self.size = size
  }

  /// The face in `image`; a known `box` or known `eyes` (left, right in the picture) are not looked for.
  package func prepare(
    _ image: GrayImage, box: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(PreparationError) -> PreparedFace {
    throw .noFace(in: image.size)
  }

  /// The picture after each step that the recipe has, with the step's name.
  package func preview(
    _ image: GrayImage, box: PixelRect? = nil, eyes: (PixelPoint, PixelPoint)? = nil
  ) throws(PreparationError) -> [(title: String, image: GrayImage)] {
    throw .noFace(in: image.size)
  }
}

extension Recipe {
  /// The size faces are brought to: the recipe's own, else the size all faces share, else 70x70.
  package func resolvedSize(facesShare shared: PixelSize?) -> PixelSize {
    switch size {
    case .fixed(let size): size
    case .auto: shared ?? PixelSize(width: 70, height: 70)
    }
  }
}
