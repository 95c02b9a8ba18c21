package import FaceVocabulary

/// A face that a cascade reported: its box and how many raw hits agreed on it.
package struct Detection: Hashable, Sendable, Comparable {
  package let box: PixelRect
  /// Raw hits that were joined into the box. A count, no probability.
  package let neighbors: Int

  package init(box: PixelRect, neighbors: Int) {
    self.box = box
    self.neighbors = neighbors
  }

  /// By box, as everywhere.
  package static func < (left: Detection, right: Detection) -> Bool {
    (left.box, left.neighbors) < (right.box, right.neighbors)
  }
}
