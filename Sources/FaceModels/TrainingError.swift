package import FaceVocabulary

/// Why a recogniser could not be trained.
package enum TrainingError: Error, Equatable, Sendable {
  /// Fewer faces than the method can learn from.
  case tooFewFaces(method: RecognitionMethod, found: Int, needed: Int)
  /// Fisherfaces tell people apart, so they need two or more; the one found, if any, is named.
  case tooFewPeople(found: Int, only: SubjectID?)
  /// Nobody has two faces, so Fisherfaces cannot learn how one person's faces differ.
  case oneFaceEach(people: Int)
  /// All faces are the same picture: nothing varies.
  case identicalFaces(count: Int)
  /// Every person's faces are the same picture, so nothing varies within people.
  case identicalWithinPeople(people: Int)
  /// A number of components below 1.
  case componentsOutOfRange(asked: Int)
  /// A share of the variance outside 0 < share ≤ 1.
  case varianceOutOfRange(asked: Double)
  /// Leading axes to leave out: negative, or as many as there are.
  case droppedTooMany(asked: Int, available: Int)
  /// Leading axes can be left out of Eigenfaces only.
  case dropFirstNeedsEigenfaces(method: RecognitionMethod)
  /// Sums over faces hold what Eigenfaces needs and nothing of people.
  case sumsNeedEigenfaces(method: RecognitionMethod)
  /// A parameter of the local binary patterns outside its range for faces of this size.
  case patternOutOfRange(parameter: PatternParameter, asked: Int, allowed: ClosedRange<Int>)
  /// Faces too small to hold a circle of this radius.
  case facesTooSmall(size: PixelSize, radius: Int)
  /// More memory would be needed than is allowed.
  case tooLarge(neededBytes: Int, limitBytes: Int)
  /// LAPACK gave up; `info` is its code.
  case solverFailed(routine: String, info: Int)

  /// The parameters of local binary patterns.
  package enum PatternParameter: String, Sendable {
    case radius
    case neighbors
    case gridX = "grid-x"
    case gridY = "grid-y"
  }
}
