package import FaceVocabulary

/// Finds faces with a Viola-Jones cascade. Not Sendable: every thread needs its own.
package final class FaceDetector {
  /// Loads the installed cascade called `cascade`, or the file at that path.
  package init(cascade: String) throws(DetectorError) {
    throw .searchFailed("no detector is linked")
  }

  /// The faces in `image`, sorted by place.
  package func detect(
    in image: GrayImage, settings: DetectorSettings
  ) throws(DetectorError) -> [Detection] {
    try candidates(
      in: image, scale: settings.scale, minSize: settings.minSize, maxSize: settings.maxSize
    ).grouped(neighbors: settings.neighbors)
  }

  /// Every raw hit in `image`, before grouping.
  package func candidates(
    in image: GrayImage, scale: Double, minSize: Int, maxSize: Int?
  ) throws(DetectorError) -> RawCandidates {
    throw .searchFailed("no detector is linked")
  }
}
