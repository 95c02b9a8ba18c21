import CooperativeWork
import DurableFiles
import FaceImages
import FaceVocabulary
import Glibc
import Matrices

@testable import FaceDatasets

/// A folder for one test, with a library in it; removed with the value.
final class Workshop: Sendable {
  let folder: String
  let library: DatasetLibrary

  init() {
    var template = Array("/tmp/facebench-datasets-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/facebench-datasets"
    library = DatasetLibrary(folder: folder + "/datasets")
  }

  deinit { FolderRemoval.remove(folder) }

  /// Writes files below `name`; the folders come with them.
  @discardableResult
  func make(_ files: [String: GrayImage], in name: String = "source") throws -> String {
    let root = folder + "/" + name
    for (path, image) in files {
      makeFolders(for: root + "/" + path)
      try AtomicFile.write(Pictures.bytes(image), to: root + "/" + path)
    }
    return root
  }

  /// Writes a text below the folder.
  @discardableResult
  func make(text: String, at path: String) throws -> String {
    makeFolders(for: folder + "/" + path)
    try AtomicFile.write(text, to: folder + "/" + path)
    return folder + "/" + path
  }

  private func makeFolders(for path: String) {
    var part = ""
    for name in path.split(separator: "/").dropLast() {
      part += "/" + name
      mkdir(part, 0o755)
    }
  }

  /// All files below the dataset's folder, the catalogue aside.
  func files(of dataset: Dataset) throws -> [String] {
    var hidden: [String] = []
    return try FolderScan.files(below: dataset.folder, passedOver: &hidden)
      .filter { $0 != Catalogue.fileName }
  }
}

/// Pictures for tests.
enum Pictures {
  /// A picture that differs from that of any other number: smooth blobs and noise.
  static func face(_ number: Int, width: Int = 24, height: Int = 32) -> GrayImage {
    var generator = SeededGenerator(seed: UInt64(number) &+ 1)
    let waves = (0..<6).map { _ in
      (generator.uniform() * 0.6, generator.uniform() * 0.6, generator.uniform() * 6)
    }
    let pixels = (0..<width * height).map { pixel -> UInt8 in
      let x = Double(pixel % width)
      let y = Double(pixel / width)
      var level = 128.0
      for (a, b, phase) in waves { level += 18 * sin(a * x + b * y + phase) }
      return UInt8(min(255, max(0, level + generator.uniform() * 8)))
    }
    return GrayImage(size: PixelSize(width: width, height: height), pixels: pixels)
  }

  /// `image` with one level changed here and there: a near-duplicate.
  static func touched(_ image: GrayImage) -> GrayImage {
    var pixels = image.pixels
    for index in stride(from: 0, to: pixels.count, by: 7) { pixels[index] ^= 1 }
    return GrayImage(size: image.size, pixels: pixels)
  }

  /// A face that is well exposed unless told otherwise.
  static func quality(sharpness: Double = 100, mean: Double = 120) -> FaceQuality {
    FaceQuality(
      sharpness: sharpness, gradient: 8, clippedDark: 0, clippedBright: 0, mean: mean,
      contrast: 40, width: 80, eyeDistance: nil)
  }

  static func bytes(_ image: GrayImage) -> [UInt8] {
    Array("P5\n\(image.width) \(image.height)\n255\n".utf8) + image.pixels
  }

  /// Decodes raw PGM here, without the helper process.
  static let decoder = PictureDecoder { paths, _ in
    paths.map { path in
      do {
        return .picture(try PictureFiles(folder: "").read(String(path.drop { $0 == "/" })))
      } catch {
        return .unreadable(reason: "no raw PGM", kind: "damaged_image")
      }
    }
  }
}

extension ImageImport {
  init(_ layout: ImportLayout = .auto) { self.init(layout: layout, decoder: Pictures.decoder) }
}
