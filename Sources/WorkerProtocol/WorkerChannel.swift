import CWorkerShim
import Glibc

/// One end of the line between a helper and its parent; whole messages only.
package struct WorkerChannel: ~Copyable {
  /// Longest message, bytes; the socket's buffer holds more.
  package static let longestMessage = 128 << 10

  private let descriptor: Int32
  private var buffer: [UInt8]

  package init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    buffer = Array(repeating: 0, count: Self.longestMessage)
  }

  /// The end that the parent of this process gave it.
  package static func inherited() -> WorkerChannel {
    WorkerChannel(adopting: Int32(FWK_CHANNEL))
  }

  /// Descriptors of two connected ends, neither of which survives the start of another program.
  static func pair() throws(WorkerError) -> (ours: Int32, theirs: Int32) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    let failure = fwk_channel_create(&ours, &theirs)
    guard failure == 0 else { throw .system(call: "socketpair", errno: -failure) }
    return (ours, theirs)
  }

  deinit { close(descriptor) }

  /// Asks the process at the other end for a copy of itself that has these descriptors.
  func requestCopy(channel: Int32, memory: Int32) throws(WorkerError) {
    let failure = fwk_request_copy(descriptor, channel, memory)
    guard failure == 0 else { throw .system(call: "sendmsg", errno: -failure) }
  }

  package func send(_ message: [UInt8]) throws(WorkerError) {
    precondition(message.count <= Self.longestMessage, "message too long")
    while true {
      let sent = Glibc.send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
      if sent == message.count { return }
      if sent < 0 && errno == EINTR { continue }
      throw .system(call: "send", errno: errno)
    }
  }

  /// The next message; nil when the other side has gone.
  package mutating func receive() throws(WorkerError) -> [UInt8]? {
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return Array(buffer[0..<count]) }
      if count == 0 || errno == ECONNRESET { return nil }
      if errno != EINTR { throw .system(call: "recv", errno: errno) }
    }
  }

  /// Whether a message (or the other side's end) can be read within `milliseconds`.
  package func isReadable(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
