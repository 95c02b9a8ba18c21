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
    do throws(SaveError) {
      let saved = try AtomicFile.write(bytes, to: path)
      if let warning = saved.warning { console.warn(warning) }
    } catch {
      throw CommandError.notSaved(message: error.message, hint: error.hint, kind: error.kind)
    }
  }

  private func requirePNG(_ path: String) throws {
    guard path.hasSuffix(".png") else {
      throw CommandError.badOutputSuffix(path, needed: ".png")
    }
  }
}
