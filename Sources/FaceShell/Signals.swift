import CReadlineShim
import Glibc

/// The signals of the process as counts and one descriptor to wait on.
///
/// The handler only counts and writes the descriptor; everything else happens on the thread that
/// waits, which is the main one.
struct Signals: Sendable {
  /// Readable after every signal.
  private let event: Int32

  enum Kind: Sendable, CaseIterable {
    case interrupt
    case terminate
    case hangUp
    case resize
    case suspend

    fileprivate var code: frl_signal {
      switch self {
      case .interrupt: FRL_INTERRUPT
      case .terminate: FRL_TERMINATE
      case .hangUp: FRL_HANGUP
      case .resize: FRL_RESIZE
      case .suspend: FRL_SUSPEND
      }
    }
  }

  /// Installs the handlers and ignores SIGPIPE, so that writing to a closed pipe is an error.
  ///
  /// - Parameter forPrompt: whether Ctrl-Z needs care because the terminal is in raw mode.
  init(forPrompt: Bool) throws(StreamError) {
    event = frl_signals_install(forPrompt)
    if event < 0 { throw StreamError(number: errno) }
  }

  /// How often a signal came since it was asked last.
  func take(_ kind: Kind) -> Int { Int(frl_signals_take(kind.code)) }

  /// Waits until a signal came or `descriptor` is readable, or for `milliseconds`, without end where
  /// they are nil; true where `descriptor` is readable.
  func wait(readable descriptor: Int32, milliseconds: Int32? = nil) -> Bool {
    var waiting = [
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, milliseconds ?? -1)
    if waiting[0].revents != 0 {
      var count: UInt64 = 0
      _ = read(event, &count, 8)
    }
    return waiting[1].revents != 0
  }
}
