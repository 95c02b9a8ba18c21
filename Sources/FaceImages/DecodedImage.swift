package import FaceVocabulary

/// A picture read from a file: its grey levels and what was done to get them.
package struct DecodedImage: Equatable, Sendable {
  /// Grey levels, turned upright.
  package let image: GrayImage
  /// What the file's content says it is.
  package let format: ImageFormat
  /// The EXIF orientation that was undone, 1…8; 1 means nothing was turned.
  package let orientationApplied: Int
  /// What a careful reader should know: levels rescaled, transparency laid over white, odd metadata.
  package let notes: [String]

  package init(image: GrayImage, format: ImageFormat, orientationApplied: Int, notes: [String]) {
    self.image = image
    self.format = format
    self.orientationApplied = orientationApplied
    self.notes = notes
  }
}
