import Glibc

/// Times of repeated runs, and facts about them that the table shows or judges.
struct Measurement {
  /// One a run, the warm-up left out.
  private(set) var wallMilliseconds: [Double] = []
  /// Processor time of this process and its helpers, user and system.
  private(set) var processorMilliseconds: [Double] = []
  private var facts: [(name: String, value: Double)] = []

  init() {}

  /// Runs `body` once to warm up and `runs` times for the record; `body` returns what it measured
  /// apart, such as time it spent on preparing.
  init(runs: Int, _ body: () throws -> Void) rethrows {
    try body()
    for _ in 0..<runs { try add(body) }
  }

  /// Measures one run.
  mutating func add(_ body: () throws -> Void) rethrows {
    let (wall, processor) = (Clock.wall, Clock.processor)
    try body()
    wallMilliseconds.append((Clock.wall - wall) * 1000)
    processorMilliseconds.append((Clock.processor - processor) * 1000)
  }

  /// Adds a run that was measured in parts.
  mutating func add(wallMilliseconds wall: Double, processorMilliseconds processor: Double) {
    wallMilliseconds.append(wall)
    processorMilliseconds.append(processor)
  }

  /// Notes a number that goes with the times.
  mutating func note(_ name: String, _ value: Double) { facts.append((name, value)) }

  /// One object on one line.
  var json: String {
    func list(_ values: [Double]) -> String {
      "[" + values.map(\.description).joined(separator: ",") + "]"
    }
    let noted = facts.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
    return "{\"wall_ms\":\(list(wallMilliseconds)),\"cpu_ms\":\(list(processorMilliseconds)),"
      + "\"facts\":{\(noted)}}"
  }
}

/// Clocks and memory of this process.
enum Clock {
  /// Seconds of a clock that only moves forward.
  static var wall: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }

  /// Seconds of processor time, user and system, of this process and of all that it started.
  static var processor: Double {
    [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(helpers) { sum, whose in
      var used = rusage()
      getrusage(whose.rawValue, &used)
      return sum + seconds(used.ru_utime) + seconds(used.ru_stime)
    }
  }

  /// Mebibytes this process holds now.
  static var residentMebibytes: Double {
    guard let fields = words(of: "/proc/self/statm"), fields.count > 1 else { return 0 }
    return (Double(fields[1]) ?? 0) * 4096 / 1_048_576
  }

  /// Mebibytes it held at most since ``forgetPeak()``.
  static var peakMebibytes: Double {
    guard let fields = words(of: "/proc/self/status"),
      let place = fields.firstIndex(of: "VmHWM:"), place + 1 < fields.count
    else { return 0 }
    return (Double(fields[place + 1]) ?? 0) / 1024
  }

  /// Makes the peak count from now.
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }

  /// Processor seconds of the processes that this one started and that still run.
  private static var helpers: Double {
    let mine = getpid()
    let children = words(of: "/proc/\(mine)/task/\(mine)/children") ?? []
    // Helpers are started by a thread of their own, whose children are listed apart.
    let tasks = entries(of: "/proc/\(mine)/task")
    let all = Set(children + tasks.flatMap { words(of: "/proc/\(mine)/task/\($0)/children") ?? [] })
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    return all.reduce(0) { sum, child in
      guard let fields = words(of: "/proc/\(child)/stat"), fields.count > 14 else { return sum }
      return sum + ((Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0)) / ticks
    }
  }

  private static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func words(of path: String) -> [String]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .split { $0 == " " || $0 == "\n" || $0 == "\t" }.map(String.init)
  }
}
