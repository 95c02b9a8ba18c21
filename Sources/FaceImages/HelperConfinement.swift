import Glibc

/// What holds a running helper, as the kernel tells it and not as we meant it.
package struct HelperConfinement: Equatable, Sendable {
  /// It cannot gain rights by starting another program.
  package let gainsNoRights: Bool
  /// A filter refuses the system calls that it does not need.
  package let filtersCalls: Bool
  /// It can open no file, socket or device.
  package let opensNothing: Bool

  /// Reads what `/proc` says of process `number`; nil when there is no such process.
  package init?(ofProcess number: Int32) {
    guard let status = Self.text("/proc/\(number)/status"),
      let limits = Self.text("/proc/\(number)/limits")
    else { return nil }
    func field(_ name: String) -> Substring? {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
        .split(separator: "\t").last
    }
    gainsNoRights = field("NoNewPrivs") == "1"
    filtersCalls = field("Seccomp") == "2"
    let open = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
    opensNothing = open?.split(separator: " ").dropFirst(3).first == "0"
  }

  /// All of it together.
  package var isComplete: Bool { gainsNoRights && filtersCalls && opensNothing }

  /// What holds it and what does not, for people.
  package var words: String {
    let parts = [
      (gainsNoRights, "no new rights"), (filtersCalls, "system calls filtered"),
      (opensNothing, "no files"),
    ]
    return parts.map { $0.0 ? $0.1 : "NOT: \($0.1)" }.joined(separator: ", ")
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { break }
      bytes += part[0..<count]
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
