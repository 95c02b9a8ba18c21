package import CooperativeWork
import Glibc

/// The gnuplot program, which draws charts.
package struct Gnuplot: Sendable {
  /// Where it lies.
  package let path: String

  package init(path: String) { self.path = path }

  /// The first gnuplot in the folders of `searchPath`, which are separated by colons as in `PATH`.
  package static func find(in searchPath: String) throws(ChartError) -> Gnuplot {
    for folder in searchPath.split(separator: ":") {
      let candidate = String(folder) + "/gnuplot"
      if access(candidate, X_OK) == 0 { return Gnuplot(path: candidate) }
    }
    throw .gnuplotMissing
  }

  /// The chart as SVG text.
  package func svg(
    _ chart: Chart, width: Int = 720, height: Int = 480, work: Work = Work()
  ) throws -> String {
    String(
      decoding: try draw(chart, as: .svg(width: width, height: height), work: work), as: UTF8.self)
  }

  /// The chart as the bytes of a PNG file.
  package func png(
    _ chart: Chart, width: Int = 900, height: Int = 600, work: Work = Work()
  ) throws -> [UInt8] {
    try draw(chart, as: .png(width: width, height: height), work: work)
  }

  /// The chart as lines of characters for a terminal.
  package func text(
    _ chart: Chart, columns: Int = 79, rows: Int = 24, work: Work = Work()
  ) throws -> String {
    let output = GnuplotScript.Output.text(columns: max(30, columns), rows: max(10, rows))
    let drawn = String(decoding: try draw(chart, as: output, work: work), as: UTF8.self)
    let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " || line.last == "\u{C}" { line.removeLast() }
      return line
    }
    guard let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return "" }
    return lines[first...last].joined(separator: "\n") + "\n"
  }

  private func draw(
    _ chart: Chart, as output: GnuplotScript.Output, work: Work
  ) throws -> [UInt8] {
    let hasPoints = chart.series.contains { series in
      series.points.contains { $0.x.isFinite && $0.y.isFinite }
    }
    guard hasPoints else { throw ChartError.empty(title: chart.title) }
    let script = GnuplotScript(chart: chart, output: output).text
    return try GnuplotProcess.run(path, script: Array(script.utf8), work: work)
  }
}

/// One run of gnuplot: commands in, picture out, its three streams in nameless files, so that neither side can wait for the other.
private enum GnuplotProcess {
  /// Between two looks at the child; 30 s in all.
  private static let pauseMicroseconds: UInt32 = 2000
  private static let pauses = 15_000

  static func run(_ path: String, script: [UInt8], work: Work) throws -> [UInt8] {
    let input = try NamelessFile()
    let output = try NamelessFile()
    let errors = try NamelessFile()
    try input.write(script)
    let child = try start(path, input, output, errors)
    let status = try wait(for: child, work: work)
    guard status == 0 else {
      let said = String(decoding: errors.contents(), as: UTF8.self)
      let line = said.split(whereSeparator: \.isNewline).first { $0.contains(where: \.isLetter) }
      throw ChartError.gnuplotFailed(
        status: status, said: VisibleText.of(line.map(String.init) ?? "no message"))
    }
    return output.contents()
  }

  private static func start(
    _ path: String, _ input: NamelessFile, _ output: NamelessFile, _ errors: NamelessFile
  ) throws(ChartError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that Ctrl-C reaches it through us alone, and no blocked signals.
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Start-up files of the user are not read (-d), and numbers are C's whatever the desktop says.
    let arguments = [path, "-d", "-"]
    let environment = ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]
    var child: pid_t = 0
    let failure = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw .gnuplotNotStarted(errno: failure) }
    return child
  }

  private static func wait(for child: pid_t, work: Work) throws -> Int32 {
    var status: Int32 = 0
    for _ in 0..<pauses {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      }
      if ended < 0 && errno != EINTR { throw ChartError.gnuplotNotStarted(errno: errno) }
      if work.cancellation.isCancelled { break }
      usleep(pauseMicroseconds)
    }
    kill(-child, SIGKILL)
    waitpid(child, &status, 0)
    try work.cancellation.check()
    throw ChartError.tooSlow
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}

/// A temporary file without a name that lives as long as this value.
private final class NamelessFile {
  private let stream: UnsafeMutablePointer<FILE>
  let descriptor: Int32

  init() throws(ChartError) {
    guard let stream = tmpfile() else { throw .gnuplotNotStarted(errno: errno) }
    self.stream = stream
    descriptor = fileno(stream)
    // Other programs started at the same time need not hold it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { fclose(stream) }

  /// Fills the file and rewinds it.
  func write(_ bytes: [UInt8]) throws(ChartError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .gnuplotNotStarted(errno: errno) }
      written += count
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Everything in the file.
  func contents() -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, size, 0))
    }
  }
}
