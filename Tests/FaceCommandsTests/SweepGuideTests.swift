import FaceDatasets
import FaceImages
import Testing

@testable import FaceCommands

struct SweepGuideTests {
  private func state(
    yaw: Double?, next: Double?, filled: [Bool] = [true, false, false],
    rejection: FrameRejection? = nil
  ) -> SweepState {
    SweepState(
      frame: 0, promised: nil, yawDegrees: yaw, nextDegrees: next, targets: [-90, 0, 90],
      isFilled: filled, rejection: rejection)
  }

  @Test("the dot stands at the angle that is wanted, the nose where it is")
  func scale() {
    let line = SweepGuide().line(state(yaw: 45, next: 0))
    #expect(
      line
        == "-90 [#                 o        @        .] 90  turn to your right, 0°, 45° more  "
        + "missing: 0 90")
  }

  @Test("left and right are the person's own, who faces the camera")
  func sides() {
    #expect(SweepGuide().line(state(yaw: 0, next: 90)).contains("turn to your left, 90°, 90° more"))
    #expect(SweepGuide().line(state(yaw: 0.4, next: 0)).contains("hold still at 0°"))
  }

  @Test("without an angle, without a face and at the end it says so")
  func others() {
    #expect(SweepGuide().line(state(yaw: nil, next: 0)).contains("angle unknown; next 0°"))
    #expect(
      SweepGuide().line(state(yaw: nil, next: 0, rejection: .noFace)).contains("no face; next 0°"))
    let blurred = FrameRejection.poor([QualityFault(kind: .blurred, value: 3, limit: 15)])
    #expect(
      SweepGuide().line(state(yaw: 0, next: 0, rejection: blurred))
        .contains("hold still at 0° (blurred, sharpness 3 of at least 15)"))
    #expect(
      SweepGuide().line(state(yaw: 0, next: nil, filled: [true, true, true]))
        .hasSuffix("all angles are there"))
  }
}
