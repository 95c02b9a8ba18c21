import DurableFiles
import FaceImages
import FaceVocabulary

extension Workbench {
  /// Saves a grey picture as PNG, wholly or not at all.
  func save(picture: GrayImage, to path: String) throws {
    try requirePNG(path)
    try save(bytes: images.encodePNG(picture), to: path)
  }

  /// Saves a picture in colour as PNG, wholly or not at all.
  func save(picture: ColorImage, to path: String) throws {
    try requirePNG(path)
    try save(bytes: images.encodePNG(picture), to: path)
  }

  /// Saves a file, wholly or not at all.
  func save(bytes: [UInt8], to path: String) throws {
    let saved = try told { () throws(SaveError) in try AtomicFile.write(bytes, to: path) }
    if let warning = saved.warning { console.warn(warning) }
  }

  /// Refuses a path that nothing can be saved at, before anything is computed for it.
  func checkPlace(of path: String) throws {
    try told { () throws(SaveError) in try AtomicFile.checkPlace(of: path) }
  }

  /// Refuses a path that no picture can be saved at, before one is drawn.
  func checkPlace(ofPicture path: String) throws {
    try requirePNG(path)
    try checkPlace(of: path)
  }

  private func told<Value>(_ save: () throws(SaveError) -> Value) throws(CommandError) -> Value {
    do throws(SaveError) {
      return try save()
    } catch {
      throw .notSaved(message: error.message, hint: error.hint, kind: error.kind)
    }
  }

  private func requirePNG(_ path: String) throws {
    guard path.hasSuffix(".png") else {
      throw CommandError.badOutputSuffix(path, needed: ".png")
    }
  }
}
