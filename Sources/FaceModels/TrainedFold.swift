package import Matrices

/// What one training of a ``SharedTraining`` learnt.
package struct TrainedFold: Sendable {
  /// Axes it has; nil for LBPH.
  package let componentCount: Int?

  /// Compares the faces at `probes` with those at `gallery`, both rows of the shared faces.
  ///
  /// - Parameter reconstructing: whether reconstruction errors are computed too; they cost a pass
  ///   over the training pixels a probe.
  package func match(
    gallery: [Int], probes: [Int], reconstructing: Bool = true
  ) -> FoldScores {
    FoldScores(distances: Matrix(rows: 0, columns: 0), reconstructionErrors: [])
  }
}

/// Scores of the probes of one fold.
package struct FoldScores: Equatable, Sendable {
  /// probes×gallery.
  package let distances: Matrix
  /// One a probe; nil for LBPH, or when not asked for.
  package let reconstructionErrors: [Double?]

  package init(distances: Matrix, reconstructionErrors: [Double?]) {
    self.distances = distances
    self.reconstructionErrors = reconstructionErrors
  }
}
