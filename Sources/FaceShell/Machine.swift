import CReadlineShim
import Glibc

/// What the shell asks the system: clock, processors, terminal size, environment.
enum Machine {
  /// Seconds of a clock that only moves forward.
  static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  /// Threads to use without `--jobs`: what Slurm granted, else the processors this process may use.
  static func grantedJobs() -> Int {
    if let text = environment("SLURM_CPUS_PER_TASK"), let count = Int(text), count > 0 {
      return min(count, 1024)
    }
    return max(1, Int(frl_processors()))
  }

  /// Columns of the terminal behind a stream; nil where it is none.
  static func columns(of stream: StandardStream) -> Int? {
    guard stream.isTerminal else { return nil }
    let columns = Int(frl_terminal_columns(stream.rawValue))
    return columns > 0 ? columns : 80
  }

  /// Rows and columns of the terminal behind a stream; nil where it is none, or does not tell.
  static func size(of stream: StandardStream) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard stream.isTerminal, ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1,
      size.ws_col > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// A variable of the environment; nil when absent or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The running program, absolute; nil where the system does not tell.
  static var program: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Version of the line editor's library.
  static var readlineVersion: String { frl_version().map { String(cString: $0) } ?? "?" }

  /// Names in a folder, folders with a trailing slash, unsorted; empty on any error.
  static func entries(of folder: String) -> [String] {
    guard let directory = opendir(expandingHome(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      var status = stat()
      let isFolder =
        stat(expandingHome(folder) + "/" + name, &status) == 0
        && status.st_mode & S_IFMT == S_IFDIR
      names.append(isFolder ? name + "/" : name)
    }
    return names
  }

  private static func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return home + path.dropFirst()
  }
}
