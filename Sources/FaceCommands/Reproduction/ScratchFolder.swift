import DurableFiles
import FaceVocabulary
import FoundationEssentials
import Glibc

/// A fresh folder in TMPDIR for what a command needs only while it runs.
struct ScratchFolder: Sendable {
  let path: String

  init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/facebench-scratch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError.notSaved(
        message: "could not make a folder in \(parent): \(SystemCode.current.words)",
        hint: "name another place with TMPDIR", kind: "file_failed")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with everything in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
