import Glibc

/// Where and when a result was made; kept beside its timing, never part of what it says.
enum HostClock {
  /// Name of this machine; empty where the system does not tell.
  static var name: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  static var secondsSince1970: Int { Int(time(nil)) }
}
