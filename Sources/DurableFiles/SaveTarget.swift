import Glibc

/// The place a save will rename to: links followed, folder known, old file looked at.
package struct SaveTarget {
  /// Path without links in its last part.
  let path: String
  /// Folder of `path`, never empty.
  let folder: String
  /// Permission bits of the file that is there; nil when there is none.
  let mode: UInt32?

  /// Looks at `path`.
  ///
  /// - Throws: ``SaveError`` when it is a folder or a device, or may not be written.
  init(_ path: String) throws(SaveError) {
    var current = path
    for _ in 0..<40 {
      guard !current.isEmpty, !current.utf8.contains(0) else {
        throw .notReplaceable(path: path, found: "no file name")
      }
      var status = stat()
      if lstat(current, &status) != 0 {
        let code = SystemCode.current
        guard code.number == ENOENT, !current.hasSuffix("/") else {
          throw .failed(step: .inspect, path: path, code: code, replacing: false)
        }
        self.path = current
        folder = SaveTarget.folder(of: current)
        mode = nil
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        current = try SaveTarget.followed(link: current, asked: path)
      case S_IFREG:
        guard access(current, W_OK) == 0 else {
          throw .failed(step: .write, path: path, code: .current, replacing: true)
        }
        self.path = current
        folder = SaveTarget.folder(of: current)
        mode = status.st_mode & 0o777
        return
      case S_IFDIR:
        throw .notReplaceable(path: path, found: "a folder")
      default:
        throw .notReplaceable(path: path, found: "a device or a pipe")
      }
    }
    throw .failed(step: .inspect, path: path, code: SystemCode(ELOOP), replacing: false)
  }

  private static func followed(link: String, asked: String) throws(SaveError) -> String {
    let capacity = Int(PATH_MAX)
    var length = -1
    var code = SystemCode(0)
    let buffer = [CChar](unsafeUninitializedCapacity: capacity) { bytes, filled in
      guard let start = bytes.baseAddress else { return }
      length = readlink(link, start, capacity)
      code = .current
      filled = max(0, length)
    }
    guard length >= 0 else {
      throw .failed(step: .inspect, path: asked, code: code, replacing: false)
    }
    let next = String(decoding: buffer.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return next.hasPrefix("/") ? next : folder(of: link) + "/" + next
  }

  /// Everything before the last slash; `.` when there is none.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
