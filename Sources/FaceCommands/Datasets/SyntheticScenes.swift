import CooperativeWork
import FaceDatasets
import FaceVocabulary
import Matrices
import SyntheticFaces

/// Scenes of several heads on clutter, laid out from a seed.
struct SyntheticScenes: Sendable {
  /// Scenes to render.
  let count: Int
  let size: PixelSize
  let seed: UInt64

  /// Renders every scene; each is one picture of the subject `scenes`, with its heads as truth.
  ///
  /// One to five heads a scene, somebody else every time.
  func faces(work: Work) throws -> [NewFace] {
    let digits = String(count).count
    let scenes = try work.map(count: count, activity: "rendering scenes") { index in
      let name =
        "scene" + String(repeating: "0", count: digits - String(index + 1).count)
        + String(index + 1)
      var generator = SeededGenerator(seed: seed, stream: UInt64(index))
      let rendered = try SyntheticFaceRenderer.scene(
        heads: SyntheticFaceRenderer.crowd(
          count: 1 + generator.below(5), size: size, seed: generator.next()),
        size: size, seed: generator.next(), work: work.limited(to: 1))
      var face = NewFace(subject: "scenes", image: rendered.image)
      face.name = name
      face.index = index + 1
      face.heads = rendered.truths.map { TruthFace($0) }
      return face
    }
    return scenes
  }
}
