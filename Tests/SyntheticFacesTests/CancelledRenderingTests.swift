import CooperativeWork
import FaceVocabulary
import SyntheticFaces
import Testing

@Suite("Rendering that is cancelled")
struct CancelledRenderingTests {
  @Test("ends within one picture, however large it is")
  func portrait() throws {
    let plan = SyntheticDatasetPlan(
      subjects: 1, angles: [0], lights: 1, size: PixelSize(width: 400, height: 400))
    let item = try #require(plan.items.first)
    let cancellation = Cancellation()
    let whole = item.rendered(cancellation: cancellation).image
    #expect(whole == item.rendered().image)
    cancellation.cancel()
    // No ray is cast any more.
    let unfinished = item.rendered(cancellation: cancellation).image
    #expect(unfinished.pixels.allSatisfy { $0 == 0 })
    #expect(whole.pixels.contains { $0 > 100 })
    #expect(throws: Cancelled.self) { try plan.rendered(work: Work(cancellation: cancellation)) }
  }
}
