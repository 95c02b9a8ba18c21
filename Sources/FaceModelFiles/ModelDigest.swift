import DurableFiles
import FaceModels
import FaceVocabulary
import Matrices

/// The SHA-256 of what a model has learnt, the same in every file format.
///
/// It covers the kind, the vectors, the labels and the names. It leaves out thresholds, which users
/// tune in the file by hand, and everything that only tells where the model came from.
enum ModelDigest {
  /// The digest of `model`, 64 hexadecimal digits.
  static func hex(of model: FaceModel) -> String {
    var digest = ContentDigest()
    digest.update("facebench model 1\n\(model.method.rawValue)\n\(model.manifest.size)\n")
    switch model.templates {
    case .eigen(let subspace), .fisher(let subspace):
      add(subspace.mean, to: &digest)
      add(subspace.eigenvalues, to: &digest)
      add(subspace.axes.elements, to: &digest)
      add(subspace.projections.elements, to: &digest)
    case .lbph(let histograms):
      let pattern = histograms.pattern
      digest.update("\(pattern.radius) \(pattern.neighbors) \(pattern.gridX) \(pattern.gridY)\n")
      add(histograms.histograms, to: &digest)
    }
    add(model.labels, to: &digest)
    for label in model.roster.labels {
      let name = model.roster[label].name
      digest.update("\(label) \(name.utf8.count) \(name)\n")
    }
    return digest.finalized()
  }

  /// Adds the values as they lie in the memory of a little-endian machine, and their number.
  private static func add<Value>(_ values: [Value], to digest: inout ContentDigest) {
    digest.update("\(values.count)\n")
    values.withUnsafeBytes { digest.update($0) }
  }
}
