import Glibc

/// Reads whole files, with a limit and one plain error for each way it can fail.
package enum FileBytes {
  /// The bytes of the file at `path`.
  ///
  /// - Parameter limit: files with more bytes are refused before anything is allocated.
  /// - Throws: ``FileReadError``. A pipe or a device is refused, never waited for.
  package static func read(
    _ path: String, limit: Int = Int.max
  ) throws(FileReadError) -> [UInt8] {
    try withFile(path) { (descriptor, size) throws(FileReadError) in
      guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
      return try contents(of: descriptor, count: size, path: path)
    }
  }

  /// Up to `count` bytes from the beginning of the file at `path`.
  ///
  /// - Throws: ``FileReadError`` as ``read(_:limit:)``.
  package static func prefix(
    _ path: String, count: Int
  ) throws(FileReadError) -> [UInt8] {
    try withFile(path) { (descriptor, size) throws(FileReadError) in
      try contents(of: descriptor, count: min(count, size), path: path)
    }
  }

  /// Bytes of the file at `path`.
  ///
  /// - Throws: ``FileReadError`` as ``read(_:limit:)``.
  package static func count(_ path: String) throws(FileReadError) -> Int {
    try withFile(path) { (_, size) throws(FileReadError) in size }
  }

  private static func withFile<Value>(
    _ path: String, _ body: (Int32, Int) throws(FileReadError) -> Value
  ) throws(FileReadError) -> Value {
    guard !path.utf8.contains(0) else { throw .failed(path: path, code: SystemCode(ENOENT)) }
    let descriptor: Int32
    do throws(SystemCode) {
      // Without O_NONBLOCK, opening a pipe nobody writes to would wait for ever.
      descriptor = try repeated { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    } catch {
      throw .failed(path: path, code: error)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(path: path, code: .current) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return try body(descriptor, Int(status.st_size))
    case S_IFDIR: throw .notAFile(path: path, found: "a folder")
    default: throw .notAFile(path: path, found: "a device or a pipe")
    }
  }

  private static func contents(
    of descriptor: Int32, count: Int, path: String
  ) throws(FileReadError) -> [UInt8] {
    var failure: SystemCode?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        do throws(SystemCode) {
          let got = try repeated {
            Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
          }
          if got == 0 { break }
          filled += got
        } catch {
          failure = error
          break
        }
      }
    }
    if let failure { throw .failed(path: path, code: failure) }
    return bytes
  }
}

/// Why a file could not be read.
package enum FileReadError: Error, Equatable, Sendable {
  case failed(path: String, code: SystemCode)
  case notAFile(path: String, found: String)
  case tooLarge(path: String, bytes: Int, limit: Int)
}

extension FileReadError {
  /// What was found and what was needed: lower case, no full stop.
  package var message: String {
    switch self {
    case .failed(let path, let code): "could not read \(path): \(code.words)"
    case .notAFile(let path, let found): "\(path) is \(found), not a file"
    case .tooLarge(let path, let bytes, let limit):
      "\(path) has \(bytes) bytes, more than the \(limit) allowed here"
    }
  }

  /// What to do next; nil when nothing general can be said.
  package var hint: String? {
    switch self {
    case .failed(_, let code) where code.number == ENOENT: "check the spelling with 'ls'"
    default: nil
    }
  }

  /// A stable word for scripts.
  package var kind: String {
    switch self {
    case .failed(_, let code) where code.number == ENOENT: "file_not_found"
    case .failed: "file_not_readable"
    case .notAFile: "not_a_file"
    case .tooLarge: "file_too_large"
    }
  }
}
