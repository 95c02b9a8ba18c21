import FaceVocabulary
import Glibc

/// A cascade's XML text, found by name or path and looked over before a library sees it.
///
/// OpenCV's parser recurses once a level: a small file with deep nesting would end the process.
struct CascadeFile {
  /// Largest file; the largest that OpenCV ships has 3 MB.
  static let byteLimit = 32 << 20
  /// Deepest nesting; a cascade needs seven.
  static let depthLimit = 64

  let path: String
  let text: [UInt8]

  init(named name: String) throws(DetectorError) {
    guard let path = Cascades.file(of: name) else {
      throw .cascadeNotFound(
        name: name, tried: Cascades.places(of: name), similar: Cascades.similar(to: name))
    }
    self.path = path
    text = try Self.read(path)
    try Self.check(text, path: path)
  }

  private static func read(_ path: String) throws(DetectorError) -> [UInt8] {
    var limits = DecodingLimits()
    limits.fileBytes = byteLimit
    do {
      let file = try ForeignFile(path, limits: limits)
      return try file.start(file.size)
    } catch {
      switch error {
      case .tooManyBytes(let found, let limit):
        throw .cascadeTooLarge(path: path, bytes: found, limit: limit)
      default:
        let message = ImageError(file: path, fault: error).message
        throw .cascadeDamaged(path: path, reason: message)
      }
    }
  }

  private static func check(_ text: [UInt8], path: String) throws(DetectorError) {
    let start = String(decoding: afterComments(text).prefix(4096), as: UTF8.self)
    guard start.contains("<") else {
      throw .notACascade(path: path, found: description(of: text))
    }
    for (mark, words) in [
      ("opencv_eigenfaces", "a face model"), ("opencv_fisherfaces", "a face model"),
      ("opencv_lbphfaces", "a face model"), ("<html", "an HTML page"),
      ("<!DOCTYPE html", "an HTML page"), ("<svg", "an SVG drawing"),
    ] where start.contains(mark) {
      throw .notACascade(path: path, found: words)
    }
    guard start.contains("<opencv_storage") else {
      throw .notACascade(path: path, found: "XML of another kind")
    }
    guard !start.contains("opencv-haar-classifier") else {
      throw .cascadeDamaged(path: path, reason: "it is in the format from before OpenCV 2.4")
    }
    try checkDepth(text, path: path)
  }

  /// `text` without the declaration and the comments that it begins with: licences are long.
  private static func afterComments(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var rest = text[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      let end: [UInt8]
      if rest.starts(with: "<?".utf8) {
        end = Array("?>".utf8)
      } else if rest.starts(with: "<!--".utf8) {
        end = Array("-->".utf8)
      } else {
        return rest
      }
      var position = rest.startIndex
      while position < rest.endIndex, !rest[position...].starts(with: end) { position += 1 }
      // What never ends is looked at as it stands.
      guard position < rest.endIndex else { return rest }
      rest = rest[(position + end.count)...]
    }
  }

  private static func description(of text: [UInt8]) -> String {
    let first = Array(text.prefix(ContentSniffer.bytesNeeded))
    switch ContentSniffer.content(of: first) {
    case .picture(let format): return "a \(format.title) picture"
    case .other(let words): return words
    case .unknown: return "no XML"
    }
  }

  /// Counts open tags; comments and declarations open nothing.
  private static func checkDepth(_ text: [UInt8], path: String) throws(DetectorError) {
    var depth = 0
    var position = 0
    while position < text.count {
      guard text[position] == UInt8(ascii: "<") else {
        position += 1
        continue
      }
      let next = position + 1 < text.count ? text[position + 1] : 0
      if text[position...].starts(with: "<!--".utf8) {
        position += 4
        while position < text.count, !text[position...].starts(with: "-->".utf8) { position += 1 }
        continue
      }
      var end = position
      while end < text.count, text[end] != UInt8(ascii: ">") { end += 1 }
      guard end < text.count else {
        throw .cascadeDamaged(path: path, reason: "it ends inside a tag")
      }
      switch next {
      case UInt8(ascii: "/"): depth -= 1
      case UInt8(ascii: "?"), UInt8(ascii: "!"): break
      default: depth += text[end - 1] == UInt8(ascii: "/") ? 0 : 1
      }
      if depth > depthLimit { throw .cascadeTooDeep(path: path, limit: depthLimit) }
      position = end + 1
    }
    if depth != 0 {
      throw .cascadeDamaged(path: path, reason: "\(abs(depth)) tags are not closed")
    }
  }
}
