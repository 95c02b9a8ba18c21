import CooperativeWork
import DurableFiles
import FaceVocabulary
import Glibc

/// Another program of this machine, run with words of ours and nothing on its standard input.
struct HostProgram: Sendable {
  let path: String

  /// What a run left behind.
  struct Finished: Equatable, Sendable {
    /// 128 + the signal for a program that a signal ended.
    var code: Int32
    /// The signal that ended it; nil for one that ended by itself.
    var signal: Int32?
    var output: String
    var errors: String
  }

  /// The first program called `name` in the folders of `searchPath`; nil where there is none.
  static func find(_ name: String, in searchPath: String = HostEnvironment.searchPath)
    -> HostProgram?
  {
    searchPath.split(separator: ":").map { folder -> String in "\(folder)/\(name)" }
      .first { access($0, X_OK) == 0 }.map { HostProgram(path: $0) }
  }

  /// How a program is run.
  struct Conduct {
    /// Whether it is a question that ends in two minutes: it then has a process group of its own, so
    /// that Ctrl-C reaches it through us alone, and is killed. Else it shares our terminal, takes as
    /// long as it takes, and is asked to end.
    var isQuestion = true
    /// Beside the environment of this process.
    var variables: [(name: String, value: String)] = []
    /// Called many times a second while it runs.
    var meanwhile: () -> Void = {}
  }

  /// Runs it with the environment of this process.
  ///
  /// - Throws: `Cancelled`, and ``HostProgramError`` where it cannot be started or takes too long.
  func run(
    _ arguments: [String], cancellation: Cancellation, conduct: Conduct = Conduct()
  ) throws -> Finished {
    let output = try CapturedStream()
    let errors = try CapturedStream()
    let child = try start(arguments, output, errors, conduct)
    let status = try wait(for: child, cancellation, conduct)
    let signal = status & 0x7F
    return Finished(
      code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, signal: signal == 0 ? nil : signal,
      output: output.text, errors: errors.text)
  }

  private func start(
    _ arguments: [String], _ output: CapturedStream, _ errors: CapturedStream, _ conduct: Conduct
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // No blocked signals.
    let group = conduct.isQuestion ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGMASK))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let copies = ([path] + arguments).map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let added = conduct.variables.map { strdup("\($0.name)=\($0.value)") }
    defer { added.forEach { free($0) } }
    var inherited: [UnsafeMutablePointer<CChar>?] = []
    while let variable = environ[inherited.count] { inherited.append(variable) }
    var child: pid_t = 0
    let failure = posix_spawn(
      &child, path, &actions, &attributes, copies + [nil], added + inherited + [nil])
    guard failure == 0 else {
      throw HostProgramError.notStarted(path: path, code: SystemCode(failure))
    }
    return child
  }

  /// The status that the system gives of `child` when it has ended.
  private func wait(
    for child: pid_t, _ cancellation: Cancellation, _ conduct: Conduct
  ) throws -> Int32 {
    var pauses = 0
    while !cancellation.isCancelled, !conduct.isQuestion || pauses < Self.pauses {
      if let status = try ended(child) { return status }
      conduct.meanwhile()
      usleep(Self.pauseMicroseconds)
      pauses += 1
    }
    if try conduct.isQuestion || !endsWhenAsked(child) {
      kill(conduct.isQuestion ? -child : child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    try cancellation.check()
    throw HostProgramError.tooSlow(path: path)
  }

  /// Asks `child` to end and waits for it; false where it does not.
  private func endsWhenAsked(_ child: pid_t) throws -> Bool {
    kill(child, SIGTERM)
    for _ in 0..<Self.lastPauses {
      if try ended(child) != nil { return true }
      usleep(Self.pauseMicroseconds)
    }
    return false
  }

  /// The status of `child` where it has ended.
  private func ended(_ child: pid_t) throws -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(child, &status, WNOHANG)
    if ended < 0 && errno != EINTR {
      throw HostProgramError.notStarted(path: path, code: .current)
    }
    return ended == child ? status : nil
  }

  /// Between two looks at the child; two minutes in all for a question, ten seconds for the end of
  /// what was asked to end.
  private static let pauseMicroseconds: UInt32 = 5000
  private static let pauses = 24_000
  private static let lastPauses = 2000
}

/// Why another program could not be run.
enum HostProgramError: ExplainedError, Equatable {
  case notStarted(path: String, code: SystemCode)
  case tooSlow(path: String)

  var message: String {
    switch self {
    case .notStarted(let path, let code): "could not run \(path): \(code.words)"
    case .tooSlow(let path): "\(path) did not answer within two minutes"
    }
  }

  var hint: String? {
    switch self {
    case .notStarted(_, let code): code.hint ?? "try it by hand"
    case .tooSlow: "try it by hand: the machine that it asks may be down"
    }
  }

  var kind: String {
    switch self {
    case .notStarted: "program_failed"
    case .tooSlow: "program_too_slow"
    }
  }
}

/// A temporary file without a name that takes a stream of a child.
private final class CapturedStream {
  private let stream: UnsafeMutablePointer<FILE>
  var descriptor: Int32 { fileno(stream) }

  init() throws(HostProgramError) {
    guard let stream = tmpfile() else {
      throw .notStarted(path: "a program", code: .current)
    }
    self.stream = stream
    _ = fcntl(fileno(stream), F_SETFD, FD_CLOEXEC)
  }

  deinit { fclose(stream) }

  var text: String {
    rewind(stream)
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&block, 1, block.count, stream)
      if count == 0 { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
