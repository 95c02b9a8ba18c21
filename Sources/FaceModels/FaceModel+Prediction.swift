package import CooperativeWork
package import FaceVocabulary
package import Matrices

extension FaceModel {
  /// Distances of every row of `probes` to every template: probes×templates.
  package func distances(to probes: ByteMatrix, work: Work) throws -> Matrix {
    throw PredictionError.emptyModel
  }

  /// Who `face` is nearest to, with the nearest `top` people as candidates.
  package func predict(_ face: GrayImage, top: Int = 1) throws(PredictionError) -> Prediction {
    throw PredictionError.emptyModel
  }

  /// As ``predict(_:top:)`` for one face a row; the same numbers as one at a time.
  package func predict(_ probes: ByteMatrix, top: Int = 1, work: Work) throws -> [Prediction] {
    throw PredictionError.emptyModel
  }

  /// The face as the model sees it: mean + W·Wᵀ(x − mean), rounded to grey levels.
  package func reconstruct(_ face: GrayImage) throws(PredictionError) -> GrayImage {
    throw PredictionError.emptyModel
  }

  /// ‖x − x̂‖₂ / (width·height) for every row of `probes`; nil for LBPH.
  package func reconstructionErrors(of probes: ByteMatrix, work: Work) throws -> [Double?] {
    throw PredictionError.emptyModel
  }

  /// Axes of a subspace model; nil for LBPH.
  package var componentCount: Int? {
    switch templates {
    case .eigen(let model), .fisher(let model): model.axes.columns
    case .lbph: nil
    }
  }
}
