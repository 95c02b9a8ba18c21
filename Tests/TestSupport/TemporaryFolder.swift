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

  /// A file could not be written or read.
  package struct Failure: Error { package let errno: Int32 }

  /// Writes `bytes` to a file called `name` and returns its path.
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = file(name)
    guard let stream = fopen(file, "w") else { throw Failure(errno: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw Failure(errno: errno) }
    return file
  }

  /// The bytes of any file.
  package func read(_ file: String) throws -> [UInt8] {
    guard let stream = fopen(file, "r") else { throw Failure(errno: errno) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&part, 1, part.count, stream)
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }

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
