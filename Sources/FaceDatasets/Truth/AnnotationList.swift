import FaceVocabulary
import Glibc

/// The lists of `opencv_annotation` and `opencv_createsamples`: `path count x y w h x y w h …`.
enum AnnotationList {
  /// Whether `line` is one of such a list: four numbers for each face it promises.
  static func looksLike(_ line: String) -> Bool { (try? picture(line, number: 1)) != nil }

  static func pictures(_ bytes: [UInt8]) throws(TruthFile.Fault) -> [TruthFile.Picture] {
    var pictures: [TruthFile.Picture] = []
    for (number, line) in TruthFile.lines(bytes) {
      pictures.append(try picture(line, number: number))
    }
    return pictures
  }

  /// Read from the end, for a path may hold blanks and numbers.
  private static func picture(
    _ line: String, number: Int
  ) throws(TruthFile.Fault) -> TruthFile.Picture {
    let words = line.split { $0 == " " || $0 == "\t" }
    for count in stride(from: (words.count - 2) / 4, through: 0, by: -1) {
      let place = words.count - 1 - 4 * count
      guard place >= 1, words[place] == String(count) else { continue }
      let path = line[line.startIndex..<words[place - 1].endIndex].drop { $0 == " " }
      var heads: [TruthFace] = []
      for first in stride(from: place + 1, to: words.count, by: 4) {
        heads.append(
          TruthFace(box: try TruthFile.box(Array(words[first..<first + 4]), line: number)))
      }
      return TruthFile.Picture(path: String(path), heads: heads)
    }
    throw TruthFile.Fault(
      line: number, reason: "after the path come the number of faces and x y w h of each")
  }
}

/// FDDB's lists: a path without suffix, the number of faces, then for each
/// `major minor angle center_x center_y 1`, radii in pixels, the angle in radians.
enum EllipseList {
  static func pictures(_ bytes: [UInt8]) throws(TruthFile.Fault) -> [TruthFile.Picture] {
    var pictures: [TruthFile.Picture] = []
    var lines = TruthFile.lines(bytes)[...]
    while let (number, path) = lines.popFirst() {
      guard let (line, text) = lines.popFirst(),
        let count = Int(text.split(separator: " ").first ?? ""), count >= 0
      else {
        throw TruthFile.Fault(line: number, reason: "'\(path)' is not followed by a count of faces")
      }
      guard lines.count >= count else {
        throw TruthFile.Fault(
          line: line, reason: "\(count) faces are promised, \(lines.count) follow")
      }
      var heads: [TruthFace] = []
      for _ in 0..<count {
        if let (line, text) = lines.popFirst() { heads.append(try head(text, line: line)) }
      }
      let trimmed = path.split(separator: " ").joined(separator: " ")
      let named = PictureSuffix.isPresent(in: trimmed) ? trimmed : trimmed + ".jpg"
      pictures.append(TruthFile.Picture(path: named, heads: heads))
    }
    return pictures
  }

  /// The box around an ellipse: half sides √(a²cos²θ + b²sin²θ) and √(a²sin²θ + b²cos²θ).
  private static func head(_ text: String, line: Int) throws(TruthFile.Fault) -> TruthFace {
    let words = text.split(separator: " ")
    guard words.count >= 5 else {
      throw TruthFile.Fault(line: line, reason: "an ellipse has 5 numbers, this one \(words.count)")
    }
    var numbers: [Double] = []
    for word in words.prefix(5) { numbers.append(try TruthFile.number(word, line: line)) }
    let (a, b, angle, x, y) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    guard a > 0, b > 0 else {
      throw TruthFile.Fault(line: line, reason: "an ellipse needs two radii above 0")
    }
    let cosine = cos(angle)
    let sine = sin(angle)
    let halfWidth = (a * a * cosine * cosine + b * b * sine * sine).squareRoot()
    let halfHeight = (a * a * sine * sine + b * b * cosine * cosine).squareRoot()
    let left = Int((x - halfWidth).rounded())
    let top = Int((y - halfHeight).rounded())
    return TruthFace(
      box: PixelRect(
        x: left, y: top, width: max(1, Int((x + halfWidth).rounded()) - left),
        height: max(1, Int((y + halfHeight).rounded()) - top)))
  }
}
