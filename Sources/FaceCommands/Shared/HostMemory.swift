import CooperativeWork
import Glibc

extension Workbench {
  /// Bytes that a command may hold: what 'settings set --max-memory-mib' says, else what there is.
  var memoryLimitBytes: Int { work.memoryLimitBytes }
}

/// How much memory this process may use.
enum HostMemory {
  /// The least of the machine's memory, its control group's and the process's own limits.
  static var bytes: Int {
    var least = Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    if let group = number(in: "/sys/fs/cgroup/memory.max") { least = min(least, group) }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < Int.max {
      least = min(least, Int(limit.rlim_cur))
    }
    return least
  }

  /// The number that a file of the system holds; nil for `max` and where there is none.
  private static func number(in path: String) -> Int? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let digits = line.lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != 10 && $0 != 0 }
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }
}
