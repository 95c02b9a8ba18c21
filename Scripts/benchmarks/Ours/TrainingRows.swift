import CooperativeWork
import FaceModels
import FaceVocabulary
import Matrices

/// Trainings, from grey levels in memory to the finished model.
enum TrainingRows {
  static func eigenfaces(_ request: Request) throws -> Measurement {
    try training(.eigen, try request.integer("components", else: 80), request)
  }

  static func fisherfaces(_ request: Request) throws -> Measurement {
    try training(.fisher, nil, request)
  }

  static func histograms(_ request: Request) throws -> Measurement {
    try training(.lbph, nil, request)
  }

  private static func training(
    _ method: RecognitionMethod, _ components: Int?, _ request: Request
  ) throws -> Measurement {
    let faces = try FaceFile.read(try request.file(0))
    let trainer = ModelTrainer(
      settings: TrainingSettings(
        method: method, components: components.map { .count($0) } ?? .all))
    let work = try request.work
    var measurement = try Measurement(runs: try request.runs) {
      _ = try trainer.fit(faces, recipe: Recipe(), work: work)
    }
    measurement.note("bytes_exact", ByteProductEngine.best == .floats ? 0 : 1)
    return measurement
  }

  /// How far the axes are from those of LAPACK's dense solver, on the same exact products.
  static func checkedAxes(_ request: Request) throws -> Measurement {
    let faces = try FaceFile.read(try request.file(0))
    let components = try request.integer("components", else: 80)
    let work = try request.work
    let model = try ModelTrainer(
      settings: TrainingSettings(method: .eigen, components: .count(components))
    ).fit(faces, recipe: Recipe(), work: work)
    guard case .eigen(let subspace) = model.templates else {
      throw RequestError("no Eigenfaces came out")
    }
    let mean = faces.pixels.columnMeans()
    let gram = try centred(faces.pixels.gram(work: work))
    let pairs = try SymmetricEigenproblem(gram).leading(
      components, solver: .divideAndConquer, work: work)
    var axes = try faces.pixels.combining(pairs.vectors, mean: mean, work: work)
    normalise(&axes)
    axes.fixRowSigns()
    let ours = subspace.axes.transposed()
    let largest = zip(ours.elements, axes.elements).reduce(0) { max($0, abs($1.0 - $1.1)) }
    var measurement = Measurement()
    measurement.note("largest_axis_difference", largest)
    return measurement
  }

  private static func centred(_ products: Matrix) -> Matrix {
    let count = products.rows
    let means = (0..<count).map { products.row($0).reduce(0, +) / Double(count) }
    let mean = means.reduce(0, +) / Double(count)
    var centred = products
    for row in 0..<count {
      for column in 0..<count {
        centred[row, column] = products[row, column] - means[row] - means[column] + mean
      }
    }
    return centred
  }

  private static func normalise(_ axes: inout Matrix) {
    for row in 0..<axes.rows {
      let length = axes.row(row).reduce(0) { $0 + $1 * $1 }.squareRoot()
      for column in 0..<axes.columns { axes[row, column] /= length }
    }
  }

  /// `--count` faces that pass by in blocks, with nothing but sums kept; making the blocks is not
  /// timed. The faces of the file come again and again, each time with other low bits.
  static func streamed(_ request: Request) throws -> Measurement {
    let faces = try FaceFile.read(try request.file(0))
    let count = try request.integer("count", else: 10_000)
    let components = try request.integer("components", else: 80)
    let work = try request.work
    let trainer = ModelTrainer(
      settings: TrainingSettings(method: .eigen, components: .count(components)))
    let templates = faces.selecting(Array(0..<min(1000, faces.count)))
    var measurement = Measurement()
    for _ in 0..<(try request.runs) {
      var sums = ScatterSums(pixels: faces.size.area)
      var (wall, processor) = (0.0, 0.0)
      var done = 0
      while done < count {
        let block = block(of: faces.pixels, from: done, count: min(faces.count, count - done))
        let begin = (Clock.wall, Clock.processor)
        try sums.add(block, work: work)
        wall += Clock.wall - begin.0
        processor += Clock.processor - begin.1
        done += block.rows
      }
      let begin = (Clock.wall, Clock.processor)
      _ = try trainer.fit(sums, templates: templates, recipe: Recipe(), work: work)
      wall += Clock.wall - begin.0
      processor += Clock.processor - begin.1
      measurement.add(wallMilliseconds: wall * 1000, processorMilliseconds: processor * 1000)
    }
    return measurement
  }

  private static func block(of faces: ByteMatrix, from first: Int, count: Int) -> ByteMatrix {
    let round = UInt8(truncatingIfNeeded: first / max(1, faces.rows) % 8)
    return ByteMatrix(
      rows: count, columns: faces.columns,
      elements: faces.elements.prefix(count * faces.columns).map { $0 ^ round })
  }
}
