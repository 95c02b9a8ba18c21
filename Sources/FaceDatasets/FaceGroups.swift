/// Which faces must stay on one side of every split.
package enum GroupRule: String, CaseIterable, Sendable {
  /// An image, its mirrors and its near-duplicates.
  case image
  /// Those, and all frames of one capture.
  case capture
}
