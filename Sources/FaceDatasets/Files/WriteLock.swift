import DurableFiles
import Glibc

/// The right to change a dataset, held by one process at a time.
///
/// A lock of the kernel on `.lock` in the dataset's folder: it goes with the process, however that
/// ends. Readers never take it.
final class WriteLock {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock.
  ///
  /// - Parameter attempts: tries, 50 ms apart.
  /// - Returns: nil when another process still has it after the last attempt.
  static func acquire(in folder: String, attempts: Int) throws(DatasetError) -> WriteLock? {
    let path = folder + "/.lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else {
      throw .fileFailed(operation: "lock", path: path, code: .current)
    }
    let lock = WriteLock(descriptor: descriptor)
    for attempt in 1...max(1, attempts) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return lock }
      let code = SystemCode.current
      guard code.number == EWOULDBLOCK || code.number == EINTR else {
        throw .fileFailed(operation: "lock", path: path, code: code)
      }
      if attempt < attempts { usleep(50_000) }
    }
    return nil
  }
}
