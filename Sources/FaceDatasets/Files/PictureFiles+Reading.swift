import DurableFiles
import FaceVocabulary
import Glibc

/// Why a stored picture cannot be used, in words.
struct StoredPictureFault: Error, Equatable {
  let reason: String
}

extension PictureFiles {
  /// Most bytes of a stored picture: 64 million levels and the header.
  private static let limit = 64_000_000 + 64

  /// Reads a picture that ``write(_:to:)`` wrote: exactly that form and nothing else.
  ///
  func read(_ name: String) throws(StoredPictureFault) -> GrayImage {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try FileBytes.read(folder + "/" + name, limit: PictureFiles.limit)
    } catch {
      throw StoredPictureFault(reason: PictureFiles.words(about: error))
    }
    // "P5\n92 112\n255\n", then the levels.
    let lines = bytes.prefix(32).split(
      separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    let sides =
      lines.count == 4
      ? lines[1].split(separator: 32).compactMap { Int(String(decoding: $0, as: UTF8.self)) } : []
    guard sides.count == 2, sides[0] > 0, sides[1] > 0, lines[0].elementsEqual("P5".utf8),
      lines[2].elementsEqual("255".utf8)
    else {
      throw StoredPictureFault(reason: "it does not begin as a stored picture does")
    }
    let start = lines[3].startIndex
    let (area, overflows) = sides[0].multipliedReportingOverflow(by: sides[1])
    guard !overflows, bytes.count - start == area else {
      throw StoredPictureFault(
        reason: "\(bytes.count - start) levels where \(sides[0])x\(sides[1]) needs "
          + (overflows || bytes.count - start < area ? "more" : "fewer"))
    }
    return GrayImage(
      size: PixelSize(width: sides[0], height: sides[1]), pixels: Array(bytes[start...]))
  }

  /// The fault without the path, which whoever reports it has named.
  private static func words(about error: FileReadError) -> String {
    switch error {
    case .failed(_, let code) where code.number == ENOENT: "it is missing"
    case .failed(_, let code): "it could not be read: \(code.words)"
    case .notAFile(_, let found): "it is \(found), not a file"
    case .tooLarge(_, let bytes, let limit): "\(bytes) bytes, more than the \(limit) of any picture"
    case .becameShorter: "it became shorter while it was read"
    }
  }
}
