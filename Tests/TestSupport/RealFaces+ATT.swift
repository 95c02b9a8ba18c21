package import FaceVocabulary
import Glibc
import Matrices

extension RealFaces {
  /// The 400 faces of AT&T's set, person after person (s1, s2 … s40), ten each in order of number;
  /// nil where the folder is absent. People are numbered 1 … 40.
  package static let att: LabelledFaces? = {
    guard isPresent else { return nil }
    var pixels: [UInt8] = []
    var labels: [SubjectLabel] = []
    var roster = SubjectRoster()
    for person in 1...40 {
      roster[SubjectLabel(person)] = SubjectID("s\(person)")
      for index in 1...10 {
        guard let face = graymap(path("orl_faces/s\(person)/\(index).pgm")),
          face.size == PixelSize(width: 92, height: 112)
        else { return nil }
        pixels += face.pixels
        labels.append(SubjectLabel(person))
      }
    }
    return LabelledFaces(
      size: PixelSize(width: 92, height: 112),
      pixels: ByteMatrix(rows: 400, columns: 92 * 112, elements: pixels), labels: labels,
      roster: roster)
  }()

  /// A binary graymap of 8 bits, read by its definition; nil for anything else.
  package static func graymap(_ path: String) -> GrayImage? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let read = fread(&chunk, 1, chunk.count, file)
      if read == 0 { break }
      bytes += chunk[..<read]
    }
    var position = 0
    func word() -> String {
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        } else if bytes[position] <= UInt8(ascii: " ") {
          position += 1
        } else {
          break
        }
      }
      let start = position
      while position < bytes.count, bytes[position] > UInt8(ascii: " ") { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    guard word() == "P5", let width = Int(word()), let height = Int(word()), word() == "255",
      bytes.count >= position + 1 + width * height
    else { return nil }
    return GrayImage(
      size: PixelSize(width: width, height: height),
      pixels: Array(bytes[(position + 1)..<(position + 1 + width * height)]))
  }
}
