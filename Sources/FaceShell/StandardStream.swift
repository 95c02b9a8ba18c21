import DurableFiles
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

  /// Keeps the numbers of streams that are closed from going to the next file that is opened, which
  /// would then get what is written to the stream.
  ///
  /// Reading finds the end at once, writing still fails.
  static func reserveClosed() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // Opens with the lowest free number: this one.
      _ = open("/dev/null", O_RDONLY)
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

  /// Whether there is no stream, as after `>&-`.
  var isClosed: Bool { number == EBADF }

  /// The system's words for it.
  var reason: String {
    if isClosed { return "standard output is closed" }
    return SystemCode(number).words
  }

  /// What to do next; nil when nothing general can be said.
  var hint: String? {
    switch number {
    case EBADF: "leave '>&-' away, or send results to a file with '> FILE' or --output FILE"
    case ENOSPC: "free some space, or send results elsewhere with --output FILE"
    default: SystemCode(number).hint
    }
  }
}
