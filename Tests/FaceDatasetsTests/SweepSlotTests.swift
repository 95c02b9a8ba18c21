import FaceImages
import FaceVocabulary
import Matrices
import Testing

@testable import FaceDatasets

@Suite("sweep slots")
struct SweepSlotTests {
  private func candidate(
    _ yaw: Double, sharpness: Double = 100, frame: Int = 0, picture: Int? = nil
  ) -> SweepSlots.Candidate {
    let image = Pictures.face(picture ?? frame)
    let box = PixelRect(x: 0, y: 0, width: 24, height: 32)
    return SweepSlots.Candidate(
      face: CutFace(
        image: image, box: box, leftEye: nil, rightEye: nil,
        quality: Pictures.quality(sharpness: sharpness), crop: box, thumbnail: Thumbnail(image),
        head: SeenHead(box: box, view: .frontal)),
      angle: FrameAngle(yawDegrees: yaw, source: .truth), frame: frame, seconds: nil)
  }

  private func settings(_ targets: [Double], keep: Int = 1) -> SweepSettings {
    var settings = SweepSettings(targets: targets)
    settings.framesPerTarget = keep
    return settings
  }

  @Test("the tolerance is half a step, at most 5 degrees")
  func tolerance() {
    #expect(SweepSettings(targets: [0, 15, 30]).toleranceDegrees == 5)
    #expect(SweepSettings(targets: [0, 4, 30]).toleranceDegrees == 2)
    #expect(SweepSettings(targets: [0]).toleranceDegrees == 5)
    #expect(SweepSettings(targets: [30, 0, 30, 15]).targets == [0, 15, 30])
  }

  @Test("frames near a target compete: nearer by whole degrees, then sharper")
  func best() {
    var slots = SweepSlots(settings([0, 15]))
    #expect(slots.take(candidate(3, sharpness: 900, frame: 1), for: 0).isEmpty)
    #expect(slots.take(candidate(0.4, sharpness: 100, frame: 2), for: 0).isEmpty)
    #expect(slots.take(candidate(-0.3, sharpness: 120, frame: 3), for: 0).isEmpty)
    let stored = slots.take(candidate(14, frame: 4), for: 1)
    #expect(stored.map(\.frame) == [3])
    #expect(slots.rows[0].kept == 1 && slots.rows[0].yawDegrees == -0.3)
    #expect(slots.rows[0].sharpness == 120)
    #expect(!slots.isComplete && slots.isFull)
    #expect(slots.leave().map(\.frame) == [4])
    #expect(slots.isComplete)
  }

  @Test("a target that is full takes no more")
  func full() {
    var slots = SweepSlots(settings([0, 15]))
    _ = slots.take(candidate(0, frame: 1), for: 0)
    _ = slots.take(candidate(15, frame: 2), for: 1)
    #expect(slots.take(candidate(0, sharpness: 999, frame: 3), for: 0).map(\.frame) == [2])
    #expect(slots.leave().isEmpty)
    #expect(slots.rows.map(\.kept) == [1, 1])
  }

  @Test("of several frames at one target those that look alike count once")
  func several() {
    var slots = SweepSlots(settings([0], keep: 2))
    _ = slots.take(candidate(0, sharpness: 10, frame: 1, picture: 5), for: 0)
    _ = slots.take(candidate(0, sharpness: 20, frame: 2, picture: 5), for: 0)
    _ = slots.take(candidate(0, sharpness: 15, frame: 3, picture: 6), for: 0)
    #expect(slots.leave().map(\.frame) == [2, 3])
  }

  @Test("what is wanted next stays wanted until it is there")
  func next() {
    var slots = SweepSlots(settings([-30, 0, 30]))
    #expect(slots.next(from: nil) == 1)
    #expect(slots.next(from: -29) == 1)
    _ = slots.take(candidate(1), for: 1)
    #expect(slots.next(from: 10) == 2)
    #expect(slots.next(from: -25) == 2)
    _ = slots.take(candidate(28), for: 2)
    _ = slots.take(candidate(-30), for: 0)
    #expect(slots.next(from: 0) == nil)
  }

  @Test("a yaw between the targets is near none")
  func between() {
    let slots = SweepSlots(settings([0, 15]))
    #expect(slots.target(of: 5) == 0 && slots.target(of: 10) == 1)
    #expect(slots.target(of: 7.5) == nil && slots.target(of: -6) == nil)
  }
}
