package import FaceVocabulary

/// Every raw hit of one search, clustered once and grouped for any number of neighbour counts.
///
/// The groups are those of OpenCV's `groupRectangles` with eps 0.2 on boxes that were not clipped,
/// clipped afterwards; so they equal a plain search with the same neighbour count, border included.
package struct RawCandidates: Equatable, Sendable {
  /// Size of the picture that was searched.
  package let size: PixelSize
  /// Windows looked at: depends on sizes only, never on time or content.
  package let windows: Int
  /// Raw boxes, sorted; may stick out of the picture by a pixel.
  package let boxes: [PixelRect]
  private let clusters: [Detection]
  /// How much larger than the searched picture the reported one is; 1 when they are the same.
  private let enlargement: Enlargement?

  private struct Enlargement: Equatable, Sendable {
    let size: PixelSize
    let across: Double
    let down: Double
  }

  /// - Complexity: O(n log n + n·m) for n boxes with m others near each.
  package init(size: PixelSize, windows: Int, boxes: [PixelRect]) {
    self.size = size
    self.windows = windows
    self.boxes = boxes.sorted()
    clusters = BoxClusters.means(of: self.boxes)
    enlargement = nil
  }

  private init(_ source: RawCandidates, enlargement: Enlargement) {
    size = source.size
    windows = source.windows
    boxes = source.boxes
    clusters = source.clusters
    self.enlargement = enlargement
  }

  private init(_ source: RawCandidates, within windows: SearchWindows) {
    let sizes = Set(windows.sizes)
    size = source.size
    self.windows = windows.count
    boxes = source.boxes.filter { sizes.contains(PixelSize(width: $0.width, height: $0.height)) }
    clusters = BoxClusters.means(of: boxes)
    enlargement = source.enlargement
  }

  /// What a search of `windows` alone would have found; this one must have served them.
  package func restricted(to windows: SearchWindows) -> RawCandidates {
    RawCandidates(self, within: windows)
  }

  /// The same hits, reported for a picture of `target` pixels of which the searched one is a
  /// smaller copy.
  package func mapped(to target: PixelSize) -> RawCandidates {
    if target == size { return self }
    return RawCandidates(
      self,
      enlargement: Enlargement(
        size: target, across: Double(target.width) / Double(size.width),
        down: Double(target.height) / Double(size.height)))
  }

  /// The faces that a plain search with this neighbour count reports, sorted; 0 gives every raw hit.
  package func grouped(neighbors: Int) -> [Detection] {
    let groups =
      neighbors <= 0
      ? boxes.map { Detection(box: $0, neighbors: 1) }
      : BoxClusters.survivors(of: clusters, neighbors: neighbors)
    return groups.compactMap { group in
      clipped(group.box).map { Detection(box: enlarged($0), neighbors: group.neighbors) }
    }.sorted()
  }

  private func clipped(_ box: PixelRect) -> PixelRect? {
    let (left, top) = (max(0, box.x), max(0, box.y))
    let right = min(size.width, box.x + box.width)
    let bottom = min(size.height, box.y + box.height)
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func enlarged(_ box: PixelRect) -> PixelRect {
    guard let enlargement else { return box }
    let left = Int((Double(box.x) * enlargement.across).rounded())
    let top = Int((Double(box.y) * enlargement.down).rounded())
    let right = Int((Double(box.x + box.width) * enlargement.across).rounded())
    let bottom = Int((Double(box.y + box.height) * enlargement.down).rounded())
    return PixelRect(
      x: left, y: top, width: min(right, enlargement.size.width) - left,
      height: min(bottom, enlargement.size.height) - top)
  }
}
