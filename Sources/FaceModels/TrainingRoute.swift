/// The matrix that a subspace training solves: the smaller of the two that give the same axes.
package enum TrainingRoute: String, CaseIterable, Sendable {
  /// n×n inner products of faces.
  case gram
  /// d×d products of pixels, summed over the faces as they pass.
  case scatter

  /// The cheaper one for `faceCount` faces of `pixels` pixels.
  ///
  /// Both cost n·d·min(n, d) to fill and grow with the cube of their side to solve.
  package static func cheapest(faceCount: Int, pixels: Int) -> TrainingRoute {
    faceCount < pixels ? .gram : .scatter
  }

  /// As people read it: `Gram matrix of 400 faces`.
  package func title(faceCount: Int, pixels: Int) -> String {
    switch self {
    case .gram: "Gram matrix of \(faceCount) faces"
    case .scatter: "scatter of \(pixels) pixels"
    }
  }
}
