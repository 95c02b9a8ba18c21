package import CooperativeWork
package import FaceVocabulary
package import Matrices

extension FaceModel {
  /// Axes of a subspace model; nil for LBPH.
  package var componentCount: Int? {
    switch templates {
    case .eigen(let model), .fisher(let model): model.axes.columns
    case .lbph: nil
    }
  }

  /// Distances of every row of `probes` to every template: probes×templates.
  ///
  /// A probe's distances are the same bytes in any batch and for any number of jobs.
  ///
  /// - Throws: ``PredictionError/pixelCountMismatch(found:needed:)``; `Cancelled`.
  package func distances(to probes: ByteMatrix, work: Work) throws -> Matrix {
    try compare(probes, reconstructing: false, work: work).distances
  }

  /// As ``distances(to:work:)``, with ``reconstructionErrors(of:work:)`` where they are wanted, each
  /// probe projected once.
  package func compare(
    _ probes: ByteMatrix, reconstructing: Bool = true, work: Work
  ) throws -> (distances: Matrix, reconstructionErrors: [Double?]) {
    try check(pixelCount: probes.columns)
    switch templates {
    case .eigen(let model), .fisher(let model):
      let scores = try model.projection.coordinates(of: probes, work: work)
      return (
        try PairwiseDistances.euclidean(scores, to: model.projections, work: work),
        reconstructing
          ? try model.reconstructionErrors(of: probes, scores: scores, work: work)
          : Array(repeating: nil, count: probes.rows)
      )
    case .lbph(let model):
      let histograms = try model.pattern.histograms(of: probes, size: manifest.size, work: work)
      return (
        try PairwiseDistances.chiSquare(
          histograms, to: model.histograms, bins: model.pattern.binCount, work: work),
        Array(repeating: nil, count: probes.rows)
      )
    }
  }

  /// Who `face` is nearest to, with the nearest `top` people as candidates.
  ///
  /// On equal distances the person trained first comes first, as in OpenCV.
  package func predict(_ face: GrayImage, top: Int = 1) throws(PredictionError) -> Prediction {
    try check(size: face.size)
    guard !labels.isEmpty else { throw .emptyModel }
    switch templates {
    case .eigen(let model), .fisher(let model):
      let scores = model.projection.coordinates(of: face.pixels)
      return prediction(
        distances: PairwiseDistances.euclidean(scores, to: model.projections)[...],
        reconstructionError: model.reconstructionError(of: face.pixels[...], scores: scores[...]),
        top: top)
    case .lbph(let model):
      let histogram = model.pattern.histogram(of: face.pixels, size: face.size)
      return prediction(
        distances: PairwiseDistances.chiSquare(histogram, to: model.histograms)[...],
        reconstructionError: nil, top: top)
    }
  }

  /// As ``predict(_:top:)`` for one face a row; the same numbers as one at a time.
  package func predict(_ probes: ByteMatrix, top: Int = 1, work: Work) throws -> [Prediction] {
    guard !labels.isEmpty else { throw PredictionError.emptyModel }
    try check(pixelCount: probes.columns)
    switch templates {
    case .eigen(let model), .fisher(let model):
      let scores = try model.projection.coordinates(of: probes, work: work)
      let errors = try model.reconstructionErrors(of: probes, scores: scores, work: work)
      return try NearestTemplates.search(
        scores, among: model.projections, of: peopleNumbered, top: top, work: work
      ) { probe, found in
        prediction(
          nearest: found.lazy.map { ($0.position, $0.distance) },
          reconstructionError: errors[probe], top: top)
      }
    case .lbph:
      let distances = try distances(to: probes, work: work)
      return try work.map(count: probes.rows) { probe in
        prediction(distances: distances.row(probe), reconstructionError: nil, top: top)
      }
    }
  }

  /// The verdict on a face from its distances to the templates, in their order.
  ///
  /// Gates: the reconstruction error under its threshold, where one is set, and the distance under
  /// ``threshold``, both strictly.
  package func prediction(
    distances: ArraySlice<Double>, reconstructionError: Double?, top: Int
  ) -> Prediction {
    precondition(distances.count == labels.count && !labels.isEmpty, "one distance a template")
    return prediction(
      nearest: zip(labels.indices, distances), reconstructionError: reconstructionError, top: top)
  }

  /// As ``prediction(distances:reconstructionError:top:)`` from the distances of at least all templates
  /// that are no farther than the `top`-th person, with their positions, which rise.
  private func prediction(
    nearest found: some Sequence<(Int, Distance)>, reconstructionError: Double?, top: Int
  ) -> Prediction {
    var nearest: [SubjectLabel: (distance: Double, position: Int)] = [:]
    for (position, distance) in found {
      let label = labels[position]
      guard let known = nearest[label], known.distance <= distance else {
        nearest[label] = (distance, position)
        continue
      }
    }
    let people = nearest.sorted {
      ($0.value.distance, $0.value.position) < ($1.value.distance, $1.value.position)
    }
    let (label, best) = (people[0].key, people[0].value.distance)
    var gates: [Bool] = []
    if let limit = manifest.reconstructionThreshold, let error = reconstructionError {
      gates.append(error < limit)
    }
    if let threshold { gates.append(best < threshold) }
    return Prediction(
      nearest: roster[label], label: label, distance: best,
      reconstructionError: reconstructionError,
      known: gates.isEmpty ? nil : gates.allSatisfy { $0 },
      candidates: people.prefix(max(0, top)).map {
        Prediction.Candidate(subject: roster[$0.key], label: $0.key, distance: $0.value.distance)
      })
  }

  /// The person of every template, numbered from 0 in the order in which they were trained first.
  private var peopleNumbered: [Int] {
    var numbers: [SubjectLabel: Int] = [:]
    return labels.map { label in
      if let known = numbers[label] { return known }
      numbers[label] = numbers.count
      return numbers.count - 1
    }
  }

  func check(size: PixelSize) throws(PredictionError) {
    guard size == manifest.size else {
      throw .sizeMismatch(found: size, needed: manifest.size)
    }
  }

  func check(pixelCount: Int) throws(PredictionError) {
    guard pixelCount == manifest.size.area else {
      throw .pixelCountMismatch(found: pixelCount, needed: manifest.size)
    }
  }
}
