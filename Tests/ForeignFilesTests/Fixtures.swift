import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport

/// Files that the tests make up, byte by byte.
enum Fixtures {
  /// A PNG chunk with its length and checksum.
  static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + content
    var sum = UInt32.max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return big32(content.count) + body + big32(Int(sum ^ .max))
  }

  static func big32(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A zlib stream that stores `bytes` (at most 65,535) as they are.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let count = bytes.count
    let lengths = [count & 255, count >> 8, ~count & 255, ~count >> 8 & 255].map { UInt8($0) }
    return [0x78, 0x01, 0x01] + lengths + bytes + big32(b << 16 | a)
  }

  /// A PNG of one row of samples, filter byte included.
  static func png(
    width: Int, height: Int = 1, bits: Int, color: Int, row: [UInt8], before: [UInt8] = []
  ) -> [UInt8] {
    let header = big32(width) + big32(height) + [UInt8(bits), UInt8(color), 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + before
      + chunk("IDAT", stored([0] + row)) + chunk("IEND", [])
  }

  /// A TIFF block that holds an orientation and nothing else.
  static func exif(_ orientation: Int) -> [UInt8] {
    [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0,
      0,
    ]
      + [0, 0, 0, 0]
  }

  /// An uncompressed 8-bit grey TIFF.
  static func tiff(width: Int, height: Int, orientation: Int, levels: [UInt8]) -> [UInt8] {
    let tags: [(Int, Int, Int)] = [
      (0x100, 3, width), (0x101, 3, height), (0x102, 3, 8), (0x103, 3, 1), (0x106, 3, 1),
      (0x111, 4, 8), (0x112, 3, orientation), (0x115, 3, 1), (0x116, 3, height),
      (0x117, 4, levels.count),
    ]
    let padded = levels + Array(repeating: 0, count: levels.count % 2)
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + little32(8 + padded.count) + padded
    bytes += little16(tags.count)
    for (tag, type, value) in tags {
      bytes += little16(tag) + little16(type) + little32(1) + little32(value)
    }
    return bytes + little32(0)
  }

  static func little16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
  static func little32(_ value: Int) -> [UInt8] { Array(big32(value).reversed()) }

  /// `jpeg` with an EXIF segment that holds `orientation`, right after its start mark.
  static func turned(_ jpeg: [UInt8], _ orientation: Int) -> [UInt8] {
    let block = Array("Exif\0\0".utf8) + exif(orientation)
    let length = block.count + 2
    return Array(jpeg[..<2]) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + block
      + jpeg[2...]
  }

  /// `jpeg` with the size in its frame header replaced.
  static func claiming(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8] {
    var jpeg = jpeg
    for index in 0..<jpeg.count - 9 where jpeg[index] == 0xff && jpeg[index + 1] == 0xc0 {
      jpeg.replaceSubrange(
        index + 5..<index + 9,
        with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
      break
    }
    return jpeg
  }
}

/// One file of the folder of odd pictures.
func odd(_ name: String) -> String { RealFaces.path("odd_images/" + name) }

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension ForeignImages {
  /// What is wrong with the file at `path`; nil when it decodes.
  func fault(_ path: String) throws -> ImageFault? {
    try decode([path], work: Work()).first?.failure?.fault
  }
}
