import Glibc

/// Lines of a file or pipe, read as they arrive.
struct PlainLineReader {
  private let descriptor: Int32
  private let signals: Signals
  private var buffer: [UInt8] = []
  private var ended = false

  /// A command line longer than this is no command line.
  static let longestLine = 1 << 20

  enum Input: Equatable {
    case line(String)
    case end
    case signal(ExitCode)
    case failed(StreamError)
    /// Longer than ``longestLine``.
    case tooLong
  }

  init(descriptor: Int32, signals: Signals) {
    self.descriptor = descriptor
    self.signals = signals
  }

  /// The next line without its end; the last one need not have a line feed.
  mutating func next() -> Input {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = text(of: buffer[..<end])
        buffer.removeSubrange(...end)
        return .line(line)
      }
      searched = buffer.count
      if buffer.count > Self.longestLine { return .tooLong }
      if ended {
        guard !buffer.isEmpty else { return .end }
        let line = text(of: buffer[...])
        buffer = []
        return .line(line)
      }
      let isReadable = signals.wait(readable: descriptor)
      if signals.take(.interrupt) > 0 { return .signal(.interrupted) }
      if signals.take(.terminate) > 0 { return .signal(.terminated) }
      if signals.take(.hangUp) > 0 { return .signal(.hungUp) }
      guard isReadable else { continue }
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        buffer += bytes[..<count]
      } else if count == 0 {
        ended = true
      } else if errno != EINTR && errno != EAGAIN {
        return .failed(StreamError(number: errno))
      }
    }
  }

  /// A line of a file from elsewhere may end in a carriage return.
  private func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}
