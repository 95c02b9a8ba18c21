import Glibc
import Synchronization

/// Runs one closure on a thread of its own and tells by a descriptor when it has ended.
///
/// Commands run here, so that the main thread is always free to see Ctrl-C.
final class CommandThread<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)
  /// Readable once the closure has ended.
  let ended: Int32
  private let writeEnd: Int32

  init(_ body: @escaping @Sendable () -> Result) throws(StreamError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw StreamError(number: errno) }
    // Programs that the command starts must not hold the ends open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    ended = ends[0]
    writeEnd = ends[1]
    let start = ThreadStart { [self] in
      let value = body()
      result.withLock { $0 = value }
      var byte: UInt8 = 0
      _ = write(writeEnd, &byte, 1)
    }
    var thread: pthread_t = 0
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(start).toOpaque())
    if code != 0 { throw StreamError(number: code) }
    pthread_detach(thread)
  }

  deinit {
    close(ended)
    close(writeEnd)
  }

  /// What the closure returned; nil while it runs.
  func take() -> Result? { result.withLock { $0 } }
}

/// Carries a closure through a C pointer.
private final class ThreadStart: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
