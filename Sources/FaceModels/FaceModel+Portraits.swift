package import FaceVocabulary
import Matrices

extension FaceModel {
  /// The mean face and up to `count` leading axes as pictures.
  ///
  /// An axis is stretched so that 0 becomes 128 and its entry of largest magnitude 1 or 255.
  ///
  /// - Throws: ``PredictionError/cannotReconstruct(method:)`` for models without axes.
  package func portraits(count: Int) throws(PredictionError) -> [GrayImage] {
    let subspace: SubspaceModel
    switch templates {
    case .eigen(let model), .fisher(let model): subspace = model
    case .lbph: throw .cannotReconstruct(method: method)
    }
    let size = manifest.size
    var pictures = [
      GrayImage(
        size: size,
        pixels: subspace.mean.map { UInt8(min(255, max(0, $0.rounded()))) })
    ]
    for axis in 0..<min(count, subspace.axes.columns) {
      let entries = (0..<subspace.axes.rows).map { subspace.axes[$0, axis] }
      let largest = entries.reduce(0) { max($0, $1.magnitude) }
      let scale = largest > 0 ? 127 / largest : 0
      pictures.append(
        GrayImage(size: size, pixels: entries.map { UInt8((128 + $0 * scale).rounded()) }))
    }
    return pictures
  }
}
