import FoundationEssentials
import Glibc

/// Shows text that is longer than the terminal a screen at a time, through the user's pager.
struct Pager: Sendable, Equatable {
  /// A command line for the shell, from PAGER, else `less`.
  let command: String

  /// The pager for text on a terminal; nil where the user wants none or the terminal cannot page.
  ///
  /// An empty PAGER and `TERM=dumb` turn it off.
  ///
  /// - Parameter environment: the value of a variable, empty where it is set to nothing; nil where
  ///   it is not set.
  static func chosen(environment: (String) -> String?) -> Pager? {
    guard let term = environment("TERM"), !term.isEmpty, term != "dumb" else { return nil }
    let wanted = environment("PAGER") ?? "less"
    return wanted.allSatisfy(\.isWhitespace) ? nil : Pager(command: wanted)
  }

  /// Whether `text` fills more than a terminal of so many rows and columns; the prompt needs a row.
  static func isLong(_ text: String, rows: Int, columns: Int) -> Bool {
    var used = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      used += max(1, (line.utf8.count + columns - 1) / max(1, columns))
      if used > rows { return true }
    }
    return false
  }

  /// Runs the pager on `text` and waits until the user leaves it; false where it could not be run, so
  /// that the text has to be written otherwise.
  func show(_ text: String) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    // The child keeps neither end but its standard input.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard let child = start(reading: ends[0]) else {
      close(ends[0])
      close(ends[1])
      return false
    }
    close(ends[0])
    feed(text, to: ends[1])
    close(ends[1])
    // 126 and 127: the shell could not run it.
    let status = wait(for: child)
    return status != 126 && status != 127
  }

  private func start(reading descriptor: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    let words: [String] = ["/bin/sh", "-c", command]
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, variables)
    return failure == 0 ? child : nil
  }

  /// The environment of this process, and how `less` behaves unless the user has said so: leave at
  /// once what fits, show colours, keep the text on the screen.
  private var environment: [String] {
    var variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    if !variables.contains(where: { $0.hasPrefix("LESS=") }) { variables.append("LESS=FRX") }
    return variables
  }

  /// Writes as much of `text` as the pager takes; a user may leave it early.
  private func feed(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      bytes = bytes.dropFirst(written)
    }
  }

  /// The pager's exit status, or 128 and more when a signal ended it.
  ///
  /// A pager that is stopped by Ctrl-Z stops this program too, so that the user gets a shell back.
  private func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WUNTRACED)
      if ended < 0 && errno == EINTR { continue }
      guard ended == child else { return 128 }
      if status & 0xFF == 0x7F {
        kill(getpid(), SIGSTOP)
        kill(child, SIGCONT)
        continue
      }
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}
