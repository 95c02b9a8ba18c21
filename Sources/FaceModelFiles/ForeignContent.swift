/// Files that people take for face models, told by their first bytes or keys.
package enum ForeignContent: Equatable, Sendable {
  case gitLFSPointer(bytes: Int?)
  case webPage
  case cascade
  case opencvObject(key: String)
  case picture(String)
  case archive(String)
  case pickle
  case binary
  case otherText
  case otherHDF5(member: String?)
  case kerasModel

  /// What it is, with an article.
  var words: String {
    switch self {
    case .gitLFSPointer(let bytes):
      "a Git LFS pointer" + (bytes.map { " to a file of \($0) bytes" } ?? "")
    case .webPage: "a web page"
    case .cascade: "a detector cascade"
    case .opencvObject(let key): "an OpenCV file with the key '\(key)'"
    case .picture(let kind): "a \(kind) picture"
    case .archive(let kind): "a \(kind) archive"
    case .pickle: "a Python pickle"
    case .binary: "a binary file of an unknown kind"
    case .otherText: "a text of another kind"
    case .otherHDF5(let member):
      "an HDF5 file by another program" + (member.map { " (its root holds '\($0)')" } ?? "")
    case .kerasModel: "a Keras network"
    }
  }

  /// What to do with it.
  var hint: String? {
    switch self {
    case .gitLFSPointer: "fetch the file itself with 'git lfs pull'"
    case .webPage: "download the raw file, not the page about it"
    case .cascade: "use it with 'detector set --cascade FILE'"
    case .archive: "unpack it first"
    case .opencvObject, .picture, .pickle, .binary, .otherText, .otherHDF5, .kerasModel:
      "a model file begins with 'opencv_eigenfaces', 'opencv_fisherfaces' or 'opencv_lbphfaces'"
    }
  }

  /// Tells what `start`, the first bytes of a file, is when it is certainly no model.
  static func sniffed(_ start: [UInt8]) -> ForeignContent? {
    func begins(_ text: String) -> Bool { start.starts(with: Array(text.utf8)) }
    if begins("version https://git-lfs.github.com") {
      let text = String(decoding: start.prefix(400), as: UTF8.self)
      let size = text.split(separator: "\n").first { $0.hasPrefix("size ") }
      return .gitLFSPointer(bytes: size.flatMap { Int($0.dropFirst(5)) })
    }
    let head = String(decoding: start.prefix(256), as: UTF8.self).lowercased()
    let trimmed = head.drop { $0.isWhitespace }
    if trimmed.hasPrefix("<!doctype html") || trimmed.hasPrefix("<html") { return .webPage }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .picture("PNG") }
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .picture("JPEG") }
    if begins("GIF8") { return .picture("GIF") }
    if begins("P5\n") || begins("P5 ") || begins("P6\n") { return .picture("PGM") }
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .archive("ZIP") }
    if begins("7z") && start.count > 2 && start[2] == 0xBC { return .archive("7-Zip") }
    if start.starts(with: [0x80, 0x03]) || start.starts(with: [0x80, 0x04]) { return .pickle }
    if start.contains(0) { return .binary }
    return nil
  }
}
