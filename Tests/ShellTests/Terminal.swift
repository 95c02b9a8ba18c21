import Glibc
import TestSupport
import Testing

/// The program behind a pseudo-terminal, driven as a person would: typing and watching.
final class Terminal {
  private let master: Int32
  private let child: Spawned
  private let home: String
  /// Everything that appeared.
  private(set) var screen = ""
  /// What appeared since the last ``expect(_:seconds:)`` was met.
  private var unread = ""
  private var pending: [UInt8] = []

  init(
    _ arguments: [String] = [], term: String = "xterm", columns: UInt16 = 100,
    environment: [String: String] = [:], stateHome: String? = nil
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    var lock: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN: unlock the other end and ask for its number.
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    home = try stateHome ?? scratchFolder()
    let path = "/dev/pts/\(number)"
    var size = winsize(ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    // Without colours, so that words can be looked for; an empty NO_COLOR brings them back. Without
    // a pager, which would wait for keys.
    var variables = [
      "TERM": term, "XDG_STATE_HOME": home, "INPUTRC": "/dev/null", "NO_COLOR": "1", "PAGER": "",
    ]
    for (name, value) in environment { variables[name] = value }
    child = try Spawned(
      arguments, environment: variables,
      streams: [(0, path, O_RDWR), (1, path, O_RDWR), (2, path, O_RDWR)], terminal: true)
  }

  deinit {
    close(master)
    // Whoever is not waited for stays as a zombie, on which the tests that watch a process's end wait
    // for ever.
    _ = child.wait(seconds: 2)
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    try #require(count == bytes.count)
  }

  /// Changes the size of the terminal, as dragging a window does.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until `text` appears after what was expected last; gives what stood before it.
  @discardableResult
  func expect(_ text: String, seconds: Double = 30) throws -> String {
    let deadline = now() + seconds
    while true {
      if let range = unread.firstRange(of: text) {
        let before = String(unread[..<range.lowerBound])
        unread = String(unread[range.upperBound...])
        return before
      }
      guard now() < deadline, readMore() else {
        try #require(Bool(false), "'\(text)' did not appear in \(screen.debugDescription)")
        return ""
      }
    }
  }

  /// Waits for the next prompt; gives what stood before it.
  @discardableResult
  func prompt(seconds: Double = 30) throws -> String {
    try expect("facebench> ", seconds: seconds)
  }

  /// Reads until the program has gone; its exit code.
  func end(seconds: Double = 30) -> Int32 {
    let deadline = now() + seconds
    while now() < deadline, readMore() {}
    return child.wait(seconds: 5)
  }

  /// The number of processes' signals: sends one to the program.
  func signal(_ number: Int32) { kill(child.id, number) }

  /// Reads what is there within a moment; false once the program has closed the terminal.
  private func readMore() -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 50) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    pending += buffer[..<count]
    // A letter may arrive in two pieces.
    guard let text = String(validating: pending, as: UTF8.self) else { return true }
    pending = []
    screen += text
    unread += text
    return true
  }
}
