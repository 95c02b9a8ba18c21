import FaceVocabulary
import Matrices

/// Histograms of the shared faces: LBPH learns nothing from a training set but its faces.
struct HistogramFold: Sendable {
  let histograms: [Float]
  let bins: Int
  /// All distances, where they were computed once for all folds.
  let distances: Matrix?

  /// probes×gallery.
  func distances(gallery: [Int], probes: [Int]) -> Matrix {
    var scores = Matrix(rows: probes.count, columns: gallery.count)
    if let distances {
      for (row, probe) in probes.enumerated() {
        for (column, known) in gallery.enumerated() {
          scores[row, column] = distances[probe, known]
        }
      }
      return scores
    }
    let (known, wanted) = (selecting(gallery), selecting(probes))
    return scores.alone {
      try PairwiseDistances.chiSquare(wanted, to: known, bins: bins, work: $0)
    }
  }

  private func selecting(_ rows: [Int]) -> [Float] {
    rows.flatMap { histograms[$0 * bins..<($0 + 1) * bins] }
  }
}
