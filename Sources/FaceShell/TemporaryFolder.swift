import Glibc

/// A fresh folder in TMPDIR that is removed with everything in it.
struct TemporaryFolder: Sendable {
  let path: String

  init() throws(StreamError) {
    let parent = Machine.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/facebench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StreamError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { Self.remove(path) }

  /// Removes a file, a link or a folder with its contents; never follows a link.
  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for entry in Machine.entries(of: path) {
        remove("\(path)/\(entry.hasSuffix("/") ? String(entry.dropLast()) : entry)")
      }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// The current folder of the process, changed for a while; no other command runs meanwhile.
struct CurrentFolder: Sendable {
  /// The folder before the change, absolute.
  let path: String

  static func change(to path: String) throws(StreamError) -> CurrentFolder {
    guard let buffer = getcwd(nil, 0) else { throw StreamError(number: errno) }
    defer { free(buffer) }
    guard chdir(path) == 0 else { throw StreamError(number: errno) }
    return CurrentFolder(path: String(cString: buffer))
  }

  func restore() { _ = chdir(path) }

  /// A path that was meant from `folder` as one that holds everywhere; other texts unchanged.
  static func absolute(_ path: String, before folder: CurrentFolder?) -> String {
    guard let folder, !path.hasPrefix("/") else { return path }
    let whole = "\(folder.path)/\(path)"
    guard let resolved = realpath(whole, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
