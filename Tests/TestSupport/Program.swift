package import Glibc

/// The built program, run as users run it.
package enum Program {
  /// Folder of the test binary, where `facebench` lies too.
  package static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
      return readlink("/proc/self/exe", start, bytes.count)
    }
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  package static var path: String { folder + "/facebench" }

  /// What a run left behind.
  package struct Finished: Sendable {
    package var output: String
    package var errors: String
    package var code: Int32
  }

  /// Runs `facebench` with files for all three streams.
  ///
  /// - Parameters:
  ///   - closing: streams that the program finds closed.
  ///   - program: another copy of it.
  ///   - seconds: after which it is killed.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    folder: String? = nil, closing: [Int32] = [], program: String = Program.path,
    seconds: Double = 60
  ) throws -> Finished {
    let files = try Streams()
    defer { files.remove() }
    try files.write(input)
    let process = try Spawned(
      arguments, environment: environment,
      streams: [
        (0, files.path("in"), O_RDONLY), (1, files.path("out"), O_WRONLY),
        (2, files.path("err"), O_WRONLY),
      ], folder: folder, closing: closing, program: program)
    let code = process.wait(seconds: seconds)
    return Finished(output: files.read("out"), errors: files.read("err"), code: code)
  }
}

/// Files that stand in for the streams of a program.
private struct Streams {
  let folder: String

  init() throws {
    folder = try scratchFolder()
    for name in ["in", "out", "err"] { close(open(path(name), O_CREAT | O_WRONLY, 0o600)) }
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
  func write(_ text: String) throws { try writeFile(path("in"), text) }
  func read(_ name: String) -> String { readFile(path(name)) }

  func remove() {
    for name in ["in", "out", "err"] { unlink(path(name)) }
    rmdir(folder)
  }
}

/// A child process.
package struct Spawned: Sendable {
  package let id: pid_t

  /// - Parameters:
  ///   - streams: descriptor, path and flags of what is opened for the child.
  ///   - terminal: whether the first stream becomes the child's controlling terminal.
  ///   - closing: descriptors that are closed in the child.
  package init(
    _ arguments: [String], environment: [String: String],
    streams: [(Int32, String, Int32)], terminal: Bool = false, folder: String? = nil,
    closing: [Int32] = [], program: String = Program.path
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, path, flags) in streams {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    }
    for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // 0x80 is POSIX_SPAWN_SETSID: without a session of its own a child has no terminal of its own.
    if terminal { posix_spawnattr_setflags(&attributes, 0x80) }
    var variables = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
    for (name, value) in environment { variables[name] = value }
    // env changes the folder, which posix_spawn portably cannot.
    let command = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + [program] + arguments
    let argv = command.map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, command[0], &actions, &attributes, argv, envp)
    if code != 0 { throw SystemFailure(call: "posix_spawn \(command[0])", number: code) }
    id = child
  }

  /// The exit code, or 128 + the signal that ended it; kills the child after `seconds`.
  package func wait(seconds: Double = 60) -> Int32 {
    var status: Int32 = 0
    let deadline = now() + seconds
    while waitpid(id, &status, WNOHANG) == 0 {
      if now() > deadline { kill(id, SIGKILL) }
      usleep(2000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// Seconds of a clock that only moves forward.
package func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A fresh folder in /tmp.
package func scratchFolder() throws -> String {
  var template = Array("/tmp/facebench-test-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw SystemFailure(call: "mkdtemp", number: errno) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Replaces a file by `text`.
package func writeFile(_ path: String, _ text: String) throws {
  let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
  guard file >= 0 else { throw SystemFailure(call: "open \(path)", number: errno) }
  defer { close(file) }
  let bytes = Array(text.utf8)
  var done = 0
  while done < bytes.count {
    done += bytes[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }
}

/// The text of a file; empty where there is none.
package func readFile(_ path: String) -> String {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// A system call of a test that failed.
package struct SystemFailure: Error {
  let call: String
  let number: Int32
}
