package import FaceImages
package import FaceVocabulary

/// Why a picture did not become a face.
package enum PreparationError: Error, Equatable, Sendable {
  /// The recipe wants a face and the detector found none.
  case noFace(in: PixelSize)
  /// The recipe wants the only face and there are several.
  case severalFaces(Int)
  case boxOutside(PixelRect, picture: PixelSize)
  /// The crop has less than two pixels a side.
  case cropTooSmall(PixelSize)
  case detector(DetectorError)
  case filter(ImageFilter.FilterError)
  /// Faces of the recipe's size cannot be made.
  case size(FaceSizeError)
  /// The work was cancelled before the face was ready.
  case cancelled
}
