import CooperativeWork
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Matrices

/// Probes compared with a gallery.
enum PredictionRows {
  /// Projection of all probes and their nearest templates: `project-and-search MODEL PROBES`.
  static func batch(_ request: Request) throws -> Measurement {
    let (subspace, probes) = try subspaceAndProbes(request)
    let projection = AxisProjection(mean: subspace.mean, axes: subspace.axes)
    let work = try request.work
    return try Measurement(runs: try request.runs) {
      let scores = try projection.coordinates(of: probes.pixels, work: work)
      _ = try nearest(scores, in: subspace, work: work)
    }
  }

  private static func subspaceAndProbes(
    _ request: Request
  ) throws -> (SubspaceModel, LabelledFaces) {
    let model = try ModelFile.load(try request.file(0))
    guard case .eigen(let subspace) = model.templates else { throw RequestError("not Eigenfaces") }
    return (subspace, try FaceFile.read(try request.file(1)))
  }

  /// The search alone, of probes that are projected already: `search MODEL PROBES`.
  static func search(_ request: Request) throws -> Measurement {
    let (subspace, probes) = try subspaceAndProbes(request)
    let work = try request.work
    let scores = try AxisProjection(mean: subspace.mean, axes: subspace.axes).coordinates(
      of: probes.pixels, work: work)
    return try Measurement(runs: try request.runs) {
      _ = try nearest(scores, in: subspace, work: work)
    }
  }

  /// The template nearest to every probe, as batch prediction looks for it.
  private static func nearest(
    _ scores: Matrix, in model: SubspaceModel, work: Work
  ) throws -> [Int] {
    try NearestTemplates.search(
      scores, among: model.projections, of: Array(0..<model.projections.rows), top: 1, work: work
    ) { _, found in
      found.dropFirst().reduce(found[0]) { $1.distance < $0.distance ? $1 : $0 }.position
    }
  }

  /// One face at a time, as a camera gives them: `predict-one MODEL PROBES`; time a face.
  static func single(_ request: Request) throws -> Measurement {
    let model = try ModelFile.load(try request.file(0))
    let probes = try FaceFile.read(try request.file(1))
    let images = (0..<min(200, probes.count)).map { probes.image(at: $0) }
    for image in images.prefix(20) { _ = try model.predict(image) }
    var measurement = Measurement()
    for _ in 0..<(try request.runs) {
      let begin = (Clock.wall, Clock.processor)
      for image in images { _ = try model.predict(image) }
      let scale = 1000 / Double(images.count)
      measurement.add(
        wallMilliseconds: (Clock.wall - begin.0) * scale,
        processorMilliseconds: (Clock.processor - begin.1) * scale)
    }
    return measurement
  }

  /// LBPH, histograms of the probes included: `lbph-predict FACES PROBES`.
  static func histograms(_ request: Request) throws -> Measurement {
    let faces = try FaceFile.read(try request.file(0))
    let probes = try FaceFile.read(try request.file(1))
    let work = try request.work
    let model = try ModelTrainer(settings: TrainingSettings(method: .lbph)).fit(
      faces, recipe: Recipe(), work: work)
    return try Measurement(runs: try request.runs) {
      let distances = try model.distances(to: probes.pixels, work: work)
      _ = try nearest(distances, work: work)
    }
  }

  /// The template nearest to every probe.
  private static func nearest(_ distances: Matrix, work: Work) throws -> [Int] {
    distances.elements.withUnsafeBufferPointer { cells in
      (0..<distances.rows).map { row in
        let start = row * distances.columns
        var best = 0
        for column in 1..<distances.columns where cells[start + column] < cells[start + best] {
          best = column
        }
        return best
      }
    }
  }
}
