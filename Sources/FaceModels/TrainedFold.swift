package import Matrices

/// What one training of a ``SharedTraining`` learnt.
package struct TrainedFold: Sendable {
  /// Axes it has; nil for LBPH.
  package let componentCount: Int?
  private let learnt: Learnt

  private enum Learnt: Sendable {
    case subspace(any FoldAxes)
    case histograms(HistogramFold)
  }

  init(subspace: any FoldAxes, componentCount: Int) {
    self.componentCount = componentCount
    learnt = .subspace(subspace)
  }

  init(histograms: HistogramFold) {
    componentCount = nil
    learnt = .histograms(histograms)
  }

  /// Compares the faces at `probes` with those at `gallery`, both rows of the shared faces.
  ///
  /// - Parameter reconstructing: whether reconstruction errors are computed too; they cost a pass
  ///   over the training pixels a probe.
  package func match(
    gallery: [Int], probes: [Int], reconstructing: Bool = true
  ) -> FoldScores {
    switch learnt {
    case .histograms(let fold):
      return FoldScores(
        distances: fold.distances(gallery: gallery, probes: probes),
        reconstructionErrors: Array(repeating: nil, count: probes.count))
    case .subspace(let fold):
      let known = fold.coordinates(of: gallery)
      let wanted = fold.coordinates(of: probes)
      let count = componentCount ?? wanted.columns
      let distances = known.alone {
        try PairwiseDistances.euclidean(wanted, to: known, length: count, work: $0)
      }
      return FoldScores(
        distances: distances,
        reconstructionErrors: probes.enumerated().map { position, probe in
          reconstructing
            ? fold.reconstructionError(of: probe, scores: wanted.row(position), count: count) : nil
        })
    }
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
