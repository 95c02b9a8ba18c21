import FaceVocabulary
import Glibc
import Matrices

/// The file that ours and every peer read: the same bytes for all.
///
/// `FACES1`, then count, width, height and people as 32-bit little-endian numbers, one 32-bit label
/// a face, and the grey levels, face after face.
enum FaceFile {
  private static let mark = Array("FACES1\n\0".utf8)

  static func write(_ faces: LabelledFaces, to path: String) throws {
    guard let file = fopen(path, "wb") else { throw RequestError("cannot write \(path)") }
    var bytes = mark
    let people = faces.people.count
    for number in [faces.count, faces.size.width, faces.size.height, people] {
      append(Int32(number), to: &bytes)
    }
    for label in faces.labels { append(label, to: &bytes) }
    let written =
      fwrite(bytes, 1, bytes.count, file)
      + fwrite(faces.pixels.elements, 1, faces.pixels.elements.count, file)
    guard fclose(file) == 0, written == bytes.count + faces.pixels.elements.count else {
      throw RequestError("cannot write \(path)")
    }
  }

  static func read(_ path: String) throws -> LabelledFaces {
    guard let file = fopen(path, "rb") else { throw RequestError("cannot read \(path)") }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: mark.count + 16)
    guard fread(&head, 1, head.count, file) == head.count, head.starts(with: mark) else {
      throw RequestError("\(path) is no file of faces")
    }
    let numbers = (0..<4).map { Int(integer(head, at: mark.count + 4 * $0)) }
    let (count, area) = (numbers[0], numbers[1] * numbers[2])
    var labelBytes = [UInt8](repeating: 0, count: 4 * count)
    var pixels = [UInt8](repeating: 0, count: count * area)
    guard fread(&labelBytes, 1, labelBytes.count, file) == labelBytes.count,
      fread(&pixels, 1, pixels.count, file) == pixels.count
    else { throw RequestError("\(path) is cut off") }
    return LabelledFaces(
      size: PixelSize(width: numbers[1], height: numbers[2]),
      pixels: ByteMatrix(rows: count, columns: area, elements: pixels),
      labels: (0..<count).map { integer(labelBytes, at: 4 * $0) })
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int32 {
    (0..<4).reduce(0) { $0 | Int32(bytes[offset + $1]) << (8 * Int32($1)) }
  }
}
