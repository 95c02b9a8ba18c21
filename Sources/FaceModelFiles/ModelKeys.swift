import FaceVocabulary

/// The names under which model files keep things.
enum ModelKeys {
  /// The map of facebench's own facts. It must follow OpenCV's map: OpenCV loads the first one.
  static let extras = "facebench"
  /// Version of the layout of those facts and of our HDF5 files.
  static let layoutVersion = 1

  /// OpenCV's name for the map of a model.
  static func root(_ method: RecognitionMethod) -> String {
    switch method {
    case .eigen: "opencv_eigenfaces"
    case .fisher: "opencv_fisherfaces"
    case .lbph: "opencv_lbphfaces"
    }
  }

  /// OpenCV's value for "no threshold".
  static let noThreshold = Double.greatestFiniteMagnitude
}
