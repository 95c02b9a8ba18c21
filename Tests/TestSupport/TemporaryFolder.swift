import Glibc

/// A folder of a test's own that goes away with it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/facebench-test-XXXXXX".utf8.map { CChar(bitPattern: $0) }) + [0]
    let made = mkdtemp(&template)
    precondition(made != nil, "/tmp takes folders")
    path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryFolder.remove(path) }

  /// The path of `name` inside.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Names inside, sorted by bytes.
  package var names: [String] { TemporaryFolder.names(in: path) }

  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ folder: String) {
    chmod(folder, 0o700)
    for name in names(in: folder) {
      let path = folder + "/" + name
      var status = stat()
      if lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
        remove(path)
      } else {
        unlink(path)
      }
    }
    rmdir(folder)
  }
}
