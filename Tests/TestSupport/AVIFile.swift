package import FaceVocabulary

/// Uncompressed videos, made byte by byte for tests of what reads them.
package enum AVIFile {
  /// An AVI of 10 frames a second that holds `frames`, all of one size with a width divisible by 4.
  package static func bytes(_ frames: [GrayImage]) -> [UInt8] {
    guard let size = frames.first?.size else { return [] }
    let chunks = frames.map { chunk("00db", pixels(of: $0)) }
    let frameBytes = size.area * 3
    let header = words([
      100_000, frameBytes * 10, 0, 0x10, frames.count, 0, 1, frameBytes, size.width, size.height, 0,
      0, 0, 0,
    ])
    let stream =
      Array("vidsDIB ".utf8)
      + words([
        0, 0, 0, 1, 10, 0, frames.count, frameBytes, -1, 0, 0, size.height << 16 | size.width,
      ])
    let format = words([40, size.width, size.height, 24 << 16 | 1, 0, frameBytes, 0, 0, 0, 0])
    let head = list(
      "hdrl",
      chunk("avih", header) + list("strl", chunk("strh", stream) + chunk("strf", format)))
    var index: [UInt8] = []
    var offset = 4
    for part in chunks {
      index += Array("00db".utf8) + words([0x10, offset, part.count - 8])
      offset += part.count
    }
    return riff(head + list("movi", chunks.flatMap { $0 }) + chunk("idx1", index))
  }

  /// Blue, green, red, the last row first.
  private static func pixels(of image: GrayImage) -> [UInt8] {
    (0..<image.height).reversed().flatMap { y in
      (0..<image.width).flatMap { x in [UInt8](repeating: image[x, y], count: 3) }
    }
  }

  private static func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in
      let word = UInt32(truncatingIfNeeded: value)
      return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
    }
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + words([body.count]) + body + (body.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func list(_ name: String, _ body: [UInt8]) -> [UInt8] {
    chunk("LIST", Array(name.utf8) + body)
  }

  private static func riff(_ body: [UInt8]) -> [UInt8] {
    chunk("RIFF", Array("AVI ".utf8) + body)
  }
}
