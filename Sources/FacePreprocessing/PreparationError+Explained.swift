import FaceImages
import FaceVocabulary

extension PreparationError: ExplainedError {
  package var message: String {
    switch self {
    case .noFace(let size): "no face found in this picture of \(size)"
    case .severalFaces(let count): "\(count) faces found where the recipe wants the only one"
    case .boxOutside(let box, let picture):
      "the face box \(box.width)x\(box.height) at \(box.x),\(box.y) lies outside the picture of \(picture)"
    case .cropTooSmall(let size): "a crop of \(size) is too small; 2x2 pixels are needed"
    case .detector(let error): error.message
    case .filter(.failed(let filter, let reason)): "the filter '\(filter)' failed: \(reason)"
    case .size(let error): error.message
    case .cancelled, .filter(.cancelled): "interrupted"
    }
  }

  package var hint: String? {
    switch self {
    case .noFace: "try fewer neighbours or a smaller smallest size, or 'recipe set --locate none'"
    case .severalFaces: "take the largest with 'recipe set --locate largest'"
    case .boxOutside, .filter, .cancelled: nil
    case .cropTooSmall: "give a larger '--margin'"
    case .detector(let error): error.hint
    case .size(let error): error.hint
    }
  }

  package var kind: String {
    switch self {
    case .noFace: "no_face"
    case .severalFaces: "several_faces"
    case .boxOutside: "box_outside"
    case .cropTooSmall: "crop_too_small"
    case .detector(let error): error.kind
    case .filter: "filter_failed"
    case .size(let error): error.kind
    case .cancelled: "interrupted"
    }
  }
}
