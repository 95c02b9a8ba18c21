package import FaceVocabulary
import Matrices

/// A camera in front of a person who turns the head from one side to the other.
package struct SyntheticFrameStream: Equatable, Sendable {
  package let person: SyntheticPerson
  package let size: PixelSize
  /// Frames from the first to the last angle, both included.
  package let frameCount: Int
  /// Yaw of the first frame, degrees.
  package let firstYawDegrees: Double
  /// Yaw of the last frame, degrees.
  package let lastYawDegrees: Double

  /// - Parameter subject: The person's name, as after `synth:`.
  package init(
    subject: SubjectID, world: UInt64 = 1, size: PixelSize = PixelSize(width: 320, height: 240),
    frameCount: Int = 181, firstYawDegrees: Double = -90, lastYawDegrees: Double = 90
  ) {
    person = SyntheticPerson(subject: subject, world: world)
    self.size = size
    self.frameCount = max(1, frameCount)
    self.firstYawDegrees = firstYawDegrees
    self.lastYawDegrees = lastYawDegrees
  }

  /// Yaw that frame `index` is meant to show; the true yaw of a frame is in its truth.
  package func targetYawDegrees(at index: Int) -> Double {
    guard frameCount > 1 else { return firstYawDegrees }
    return firstYawDegrees
      + (lastYawDegrees - firstYawDegrees) * Double(index) / Double(frameCount - 1)
  }

  /// Frame `index`, 0 ..< ``frameCount``.
  package func frame(at index: Int) -> RenderedHead {
    var generator = SeededGenerator(seed: person.seed, stream: UInt64(truncatingIfNeeded: index))
    var view = HeadView()
    view.pose.yawDegrees = targetYawDegrees(at: index)
    view.noiseLevels = 2.5
    view.noiseSeed = generator.next()
    view.backdropSeed = person.seed
    view.headShare = 0.66
    return SyntheticFaceRenderer.portrait(person, view, size: size)
  }
}
