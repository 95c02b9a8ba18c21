import Glibc

/// One of the process's output streams, written without buffering of its own.
enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes all of `text`, retrying after signals.
  ///
  /// - Throws: ``StreamError`` with the system's error number; EPIPE when the reader has gone.
  func write(_ text: String) throws(StreamError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw StreamError(number: errno)
      }
    }
  }

  /// Whether a terminal stands at its other end.
  var isTerminal: Bool { isatty(rawValue) == 1 }
}

/// Why a stream could not be written.
struct StreamError: Error, Equatable {
  /// The system's error number.
  let number: Int32

  /// Whether the reader has gone, as in `| head`.
  var isClosedPipe: Bool { number == EPIPE }

  /// The system's words for it.
  var reason: String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }
}
