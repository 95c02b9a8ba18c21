import Glibc

/// What commands need to know of the machine they run on.
enum HostEnvironment {
  /// Folders that programs are looked for in.
  static var searchPath: String { value("PATH") ?? "/usr/bin:/bin" }

  /// A variable of the environment; nil when absent or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The running program, absolute; nil where the system does not tell.
  static var program: String? { resolved("/proc/self/exe") }

  /// `path` from the root and without links; nil where there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
