import Glibc

/// A regular file open for reading, from which any part can be read at any time.
///
/// The part is read by its place, so several threads may read at once.
package final class OpenFile: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Bytes when it was opened.
  package let count: Int

  /// Opens the file at `path`.
  ///
  /// - Parameter limit: a file with more bytes is refused.
  /// - Throws: ``FileReadError``. A pipe or a device is refused, never waited for.
  package init(_ path: String, limit: Int = Int.max) throws(FileReadError) {
    guard !path.utf8.contains(0) else { throw .failed(path: path, code: SystemCode(ENOENT)) }
    let descriptor: Int32
    do throws(SystemCode) {
      // Without O_NONBLOCK, opening a pipe nobody writes to would wait for ever.
      descriptor = try repeated { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    } catch {
      throw .failed(path: path, code: error)
    }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      let code = SystemCode.current
      close(descriptor)
      switch kind {
      case 0: throw .failed(path: path, code: code)
      case S_IFDIR: throw .notAFile(path: path, found: "a folder")
      default: throw .notAFile(path: path, found: "a device or a pipe")
      }
    }
    let size = Int(status.st_size)
    guard size <= limit else {
      close(descriptor)
      throw .tooLarge(path: path, bytes: size, limit: limit)
    }
    self.path = path
    self.descriptor = descriptor
    count = size
  }

  deinit { close(descriptor) }

  /// The bytes at `range`, which lies inside the file.
  ///
  /// - Throws: ``FileReadError``, also when the file has become shorter since it was opened.
  package func bytes(in range: Range<Int>) throws(FileReadError) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a part of the file")
    var failure: SystemCode?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count, failure == nil {
        do throws(SystemCode) {
          let got = try repeated {
            pread(
              descriptor, buffer.baseAddress?.advanced(by: filled), range.count - filled,
              range.lowerBound + filled)
          }
          if got == 0 { break }
          filled += got
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw .failed(path: path, code: failure) }
    guard bytes.count == range.count else { throw .becameShorter(path: path) }
    return bytes
  }
}
