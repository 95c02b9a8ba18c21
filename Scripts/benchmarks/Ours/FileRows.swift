import FaceModelFiles
import FaceModels

/// Model files.
enum FileRows {
  /// Saves the model of one file as another: `model-save MODEL TARGET`.
  static func save(_ request: Request) throws -> Measurement {
    let model = try ModelFile.load(try request.file(0))
    let target = try request.file(1)
    let work = try request.work
    return try measured(request) { try ModelFile.save(model, to: target, work: work) }
  }

  /// Loads a model: `model-load MODEL`.
  static func load(_ request: Request) throws -> Measurement {
    let path = try request.file(0)
    let work = try request.work
    return try measured(request) { _ = try ModelFile.load(path, work: work) }
  }

  /// What the headers tell: `model-show MODEL`.
  static func show(_ request: Request) throws -> Measurement {
    let path = try request.file(0)
    return try Measurement(runs: try request.runs) { _ = try ModelFile.inspect(path) }
  }

  /// The times of `body`, and how many mebibytes more than before were held during its first run.
  private static func measured(
    _ request: Request, _ body: () throws -> Void
  ) throws -> Measurement {
    Clock.forgetPeak()
    let before = Clock.residentMebibytes
    try body()
    let extra = Clock.peakMebibytes - before
    var measurement = Measurement()
    for _ in 0..<(try request.runs) { try measurement.add(body) }
    measurement.note("extra_mib", max(0, extra))
    return measurement
  }
}
