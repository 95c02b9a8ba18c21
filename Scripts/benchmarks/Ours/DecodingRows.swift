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
      let faces = try images.decode(
        paths, work: work,
        makeLane: { try FacePreparer(recipe: chosen, size: size, work: work) }
      ) { preparer, picture in try preparer.prepare(picture.image).face }
      for face in faces { _ = try face.get() }
    }
  }
}
