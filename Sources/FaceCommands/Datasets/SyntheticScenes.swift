import CooperativeWork
import FaceDatasets
import FaceVocabulary
import Matrices
import SyntheticFaces

/// Scenes of several heads on clutter, laid out from a seed.
struct SyntheticScenes: Sendable {
  /// Scenes to render.
  let count: Int
  /// People who appear in them.
  let people: Int
  let size: PixelSize
  let seed: UInt64

  /// Renders every scene; each is one picture of the subject `scenes`, with its heads as truth.
  ///
  /// One to five heads a scene, mostly near frontal, 1/5 to 1/2 of the picture's height, placed
  /// without overlap and smaller ones first.
  func faces(work: Work) throws -> [NewFace] {
    let digits = String(count).count
    let scenes = try work.map(count: count, activity: "rendering scenes") { index in
      let name =
        "scene" + String(repeating: "0", count: digits - String(index + 1).count)
        + String(index + 1)
      var generator = SeededGenerator(seed: seed, stream: UInt64(index))
      let rendered = try SyntheticFaceRenderer.scene(
        heads: layout(&generator), size: size, seed: generator.next(), work: work.limited(to: 1))
      var face = NewFace(subject: "scenes", image: rendered.image)
      face.name = name
      face.index = index + 1
      face.heads = rendered.truths.map { TruthFace($0) }
      return face
    }
    return scenes
  }

  private func layout(_ generator: inout SeededGenerator) -> [SceneHead] {
    var heads: [SceneHead] = []
    for _ in 0..<(1 + generator.below(5)) {
      for _ in 0..<20 {
        let height = Double(size.height) * (0.2 + 0.3 * generator.uniform())
        let reach = height * 0.6
        guard Double(size.width) > 2 * reach, Double(size.height) > 2 * reach else { continue }
        let center = PixelPoint(
          x: reach + (Double(size.width) - 2 * reach) * generator.uniform(),
          y: reach + (Double(size.height) - 2 * reach) * generator.uniform())
        let isFree = heads.allSatisfy { other in
          let apart = 0.55 * (other.heightPixels + height)
          let across = other.center.x - center.x
          let down = other.center.y - center.y
          return across * across + down * down > apart * apart
        }
        guard isFree else { continue }
        let number = String(1 + generator.below(people))
        let person = SyntheticPerson(
          subject: SubjectID("s" + (number.count < 2 ? "0" : "") + number), world: seed)
        var view = HeadView()
        view.pose = HeadPose(
          yawDegrees: (generator.uniform() + generator.uniform() - 1) * 40,
          pitchDegrees: (generator.uniform() - 0.5) * 16,
          rollDegrees: (generator.uniform() - 0.5) * 12)
        heads.append(
          SceneHead(person: person, view: view, center: center, heightPixels: height))
        break
      }
    }
    return heads.sorted { $0.heightPixels < $1.heightPixels }
  }
}
