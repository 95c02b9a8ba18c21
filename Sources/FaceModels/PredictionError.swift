package import FaceVocabulary

/// Why a face could not be compared with a model.
package enum PredictionError: Error, Equatable, Sendable {
  /// The face has another size than the model's.
  case sizeMismatch(found: PixelSize, needed: PixelSize)
  /// A row of pixels is not one face of the model's size.
  case pixelCountMismatch(found: Int, needed: PixelSize)
  /// The model holds no faces to compare with.
  case emptyModel
  /// LBPH keeps histograms, from which no face can be drawn.
  case cannotReconstruct(method: RecognitionMethod)
}
