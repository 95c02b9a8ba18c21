import DurableFiles
import Synchronization

/// The only place that writes to the process's streams.
///
/// Results go to standard output or to a file, everything else to standard error. A live line at
/// the bottom of the terminal is taken away before anything else is written.
final class Printer: Sendable {
  /// Whether standard error is a terminal that understands cursor movement.
  let showsLiveLines: Bool
  private let state = Mutex(State())

  private struct State {
    /// Whether a live line is on the screen.
    var hasLiveLine = false
    /// Whether that line only says that the command still runs.
    var isIdle = false
    /// Whether a question stands on the screen, which no live line may cover.
    var isAsking = false
    /// What went to each `--output` file so far in this session.
    var files: [String: [UInt8]] = [:]
  }

  init(showsLiveLines: Bool) { self.showsLiveLines = showsLiveLines }

  /// Writes results to standard output.
  func write(_ text: String) throws(StreamError) {
    guard !text.isEmpty else { return }
    try state.withLock { (state) throws(StreamError) in
      Self.eraseLiveLine(&state)
      try StandardStream.output.write(text)
    }
  }

  /// Writes results to a file: the first command of a session replaces it, later ones add to it.
  func write(_ text: String, toFile path: String) throws {
    let bytes = state.withLock { state in
      state.files[path, default: []] += Array(text.utf8)
      return state.files[path, default: []]
    }
    _ = try AtomicFile.write(bytes, to: path)
  }

  /// Writes to standard error; a closed one is no reason to stop.
  func tell(_ text: String) {
    guard !text.isEmpty else { return }
    state.withLock { state in
      Self.eraseLiveLine(&state)
      try? StandardStream.error.write(text)
    }
  }

  /// Replaces the live line.
  func showLive(_ line: String) {
    guard showsLiveLines else { return }
    state.withLock { state in
      state.isIdle = false
      state.hasLiveLine = !line.isEmpty
      try? StandardStream.error.write("\r\u{1B}[K" + line)
    }
  }

  /// Says in the live line that a command still runs, unless the line says something better.
  func showIdle(_ line: String) {
    guard showsLiveLines else { return }
    state.withLock { state in
      guard !state.isAsking, !state.hasLiveLine || state.isIdle else { return }
      state.isIdle = true
      state.hasLiveLine = true
      try? StandardStream.error.write("\r\u{1B}[K" + line)
    }
  }

  /// What `body` gives; until it ends a question stands on the screen and no command is called idle.
  func asking<Answer, Failure: Error>(
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    state.withLock { $0.isAsking = true }
    defer { state.withLock { $0.isAsking = false } }
    return try body()
  }

  /// Takes the live line away.
  func eraseLive() { state.withLock { Self.eraseLiveLine(&$0) } }

  private static func eraseLiveLine(_ state: inout State) {
    guard state.hasLiveLine else { return }
    state.hasLiveLine = false
    state.isIdle = false
    try? StandardStream.error.write("\r\u{1B}[K")
  }
}
