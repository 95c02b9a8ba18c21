package import CooperativeWork
package import FaceVocabulary
package import Matrices

extension FaceModel {
  /// The face as the model sees it: mean + W·Wᵀ(x − mean), rounded to grey levels.
  ///
  /// - Throws: ``PredictionError/cannotReconstruct(method:)`` for LBPH, or a wrong size.
  package func reconstruct(_ face: GrayImage) throws(PredictionError) -> GrayImage {
    try check(size: face.size)
    switch templates {
    case .eigen(let model), .fisher(let model):
      let scores = model.projection.coordinates(of: face.pixels)
      return GrayImage(
        size: face.size, pixels: RoundedFace.bytes(of: model.projection.face(from: scores[...])))
    case .lbph:
      throw .cannotReconstruct(method: .lbph)
    }
  }

  /// ‖x − x̂‖₂ / (width·height) for every row of `probes`, x̂ rounded to grey levels; nil for LBPH.
  ///
  /// - Throws: ``PredictionError/pixelCountMismatch(found:needed:)``; `Cancelled`.
  package func reconstructionErrors(of probes: ByteMatrix, work: Work) throws -> [Double?] {
    try check(pixelCount: probes.columns)
    switch templates {
    case .eigen(let model), .fisher(let model):
      let scores = try model.projection.coordinates(of: probes, work: work)
      return try model.reconstructionErrors(of: probes, scores: scores, work: work)
    case .lbph:
      return Array(repeating: nil, count: probes.rows)
    }
  }
}

extension SubspaceModel {
  /// What brings faces into the subspace and back.
  var projection: AxisProjection { AxisProjection(mean: mean, axes: axes) }

  /// ‖x − x̂‖₂ / (width·height) of a face whose coordinates are `scores`.
  func reconstructionError(of face: ArraySlice<UInt8>, scores: ArraySlice<Double>) -> Double {
    RoundedFace.residual(of: face, from: projection.face(from: scores)) / Double(face.count)
  }

  /// ``reconstructionError(of:scores:)`` of every row, the same bytes.
  func reconstructionErrors(
    of faces: ByteMatrix, scores: Matrix, work: Work
  ) throws -> [Double] {
    try projection.residuals(of: faces, scores: scores, work: work).map {
      $0 / Double(faces.columns)
    }
  }
}
