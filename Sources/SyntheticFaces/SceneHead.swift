package import FaceVocabulary

/// A head in a scene: who, how turned, where and how large.
package struct SceneHead: Equatable, Sendable {
  package var person: SyntheticPerson
  /// Its light, exposure, noise, shift and share are replaced by the scene's own.
  package var view: HeadView
  /// Where the middle of the head lies in the picture.
  package var center: PixelPoint
  /// Crown to chin of an average head, in pixels.
  package var heightPixels: Double

  package init(
    person: SyntheticPerson, view: HeadView = HeadView(), center: PixelPoint, heightPixels: Double
  ) {
    self.person = person
    self.view = view
    self.center = center
    self.heightPixels = heightPixels
  }
}
