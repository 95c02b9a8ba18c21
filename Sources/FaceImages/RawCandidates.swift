package import FaceVocabulary

/// Every raw hit of one search, ready to be grouped for any number of neighbour counts.
package struct RawCandidates: Equatable, Sendable {
  /// Size of the picture that was searched.
  package let size: PixelSize
  /// Windows looked at: depends on sizes only, never on time or content.
  package let windows: Int
  /// Raw boxes, sorted; may stick out of the picture by a pixel.
  package let boxes: [PixelRect]

  package init(size: PixelSize, windows: Int, boxes: [PixelRect]) {
    self.size = size
    self.windows = windows
    self.boxes = boxes
  }

  /// The faces that a plain search with this neighbour count reports, sorted.
  package func grouped(neighbors: Int) -> [Detection] { [] }
}
