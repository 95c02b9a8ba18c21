import FaceCommands
import Testing

@Suite("Skipped items")
struct SkippedItemTests {
  @Test(
    "a reason does not say the name again",
    arguments: [
      ("a.jpg", "'a.jpg' is empty (0 bytes)", "is empty (0 bytes)"),
      ("a.jpg", "no face found in the picture", "no face found in the picture"),
      ("a.jpg", "'b.jpg' is empty (0 bytes)", "'b.jpg' is empty (0 bytes)"),
    ])
  func once(name: String, reason: String, shown: String) {
    #expect(SkippedItem(name, reason: reason).reason == shown)
  }
}
