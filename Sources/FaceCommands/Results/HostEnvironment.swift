import Glibc

/// What commands need to know of the machine they run on.
enum HostEnvironment {
  /// Folders that programs are looked for in.
  static var searchPath: String {
    guard let path = getenv("PATH") else { return "/usr/bin:/bin" }
    return String(cString: path)
  }
}
