import CooperativeWork
import FaceImages
import FacePreprocessing
import FaceVocabulary

/// Picture files brought to faces.
enum DecodingRows {
  /// `--count` JPEG files `DIR/0.jpg` … through the helper processes, then size 70x70 and equalised:
  /// `decode DIR --count N`.
  static func helper(_ request: Request) throws -> Measurement {
    let folder = try request.file(0)
    let paths = (0..<(try request.integer("count", else: 1000))).map { "\(folder)/\($0).jpg" }
    let work = try request.work
    let images = ForeignImages(worker: .besideThisProgram)
    var recipe = Recipe()
    recipe.light = .equalize
    let size = PixelSize(width: 70, height: 70)
    let chosen = recipe
    return try Measurement(runs: try request.runs) {
      // In the batches of an import, so that no more than that is held at a time.
      for start in stride(from: 0, to: paths.count, by: 1024) {
        let part = Array(paths[start..<min(paths.count, start + 1024)])
        let decoded = try images.decode(part, work: work)
        _ = try work.map(
          count: part.count, makeLane: { try FacePreparer(recipe: chosen, size: size, work: work) }
        ) { preparer, index in try preparer.prepare(decoded[index].get().image).face }
      }
    }
  }
}
