import Glibc

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  struct Failure: Error { let errno: Int32 }

  init() throws {
    var template = Array("/tmp/facebench-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink(path + "/" + name)
        rmdir(path + "/" + name)
      }
      closedir(directory)
    }
    rmdir(path)
  }

  /// Writes `bytes` to a file called `name` and returns its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = path + "/" + name
    guard let stream = fopen(file, "w") else { throw Failure(errno: errno) }
    defer { fclose(stream) }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else { throw Failure(errno: errno) }
    return file
  }

  /// The bytes of any file.
  func read(_ file: String) throws -> [UInt8] {
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
}
