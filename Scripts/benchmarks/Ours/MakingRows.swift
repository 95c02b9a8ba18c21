import FaceModelFiles
import FaceModels
import FaceVocabulary

/// What other rows and the peers are given.
enum MakingRows {
  /// Writes a file of faces: `make-faces FILE --count N --people P --width W --height H [--from DIR]`.
  static func faces(_ request: Request) throws -> Measurement {
    let size = PixelSize(
      width: try request.integer("width", else: 70), height: try request.integer("height", else: 70)
    )
    let faces = try MadeFaces.faces(
      count: try request.integer("count", else: 1000),
      people: try request.integer("people", else: 40), size: size,
      seed: UInt64(try request.integer("seed", else: 1)), folder: request.word("from"))
    try FaceFile.write(faces, to: try request.file(0))
    return Measurement()
  }

  /// Trains Eigenfaces and saves them: `make-model FACES FILE [--components K]`, all when left out.
  static func model(_ request: Request) throws -> Measurement {
    let faces = try FaceFile.read(try request.file(0))
    let asked = try request.integer("components", else: 0)
    let settings = TrainingSettings(method: .eigen, components: asked > 0 ? .count(asked) : .all)
    let work = try request.work
    let model = try ModelTrainer(settings: settings).fit(faces, recipe: Recipe(), work: work)
    try ModelFile.save(model, to: try request.file(1), work: work)
    return Measurement()
  }
}
