import Glibc
import NearWords

/// The cascades that the system has installed.
package enum Cascades {
  /// Where Debian's opencv-data puts them.
  package static let folders = [
    "/usr/share/opencv4/haarcascades", "/usr/share/opencv4/lbpcascades",
  ]

  /// Their names without `.xml`, sorted.
  package static func installed() -> [String] {
    folders.flatMap(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Those that find whole human faces, from the front or in profile.
  package static func faces() -> [String] {
    installed().filter { ($0.contains("frontalface") || $0.contains("profileface")) }
  }

  /// Places where `name` may lie, in the order in which they are looked at.
  static func places(of name: String) -> [String] {
    if name.contains("/") { return [name] }
    let file = name.hasSuffix(".xml") ? name : name + ".xml"
    return folders.map { $0 + "/" + file } + (name.hasSuffix(".xml") ? [name] : [])
  }

  /// The file of the cascade called `name`; nil where there is none.
  package static func file(of name: String) -> String? {
    places(of: name).first { access($0, F_OK) == 0 }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".xml") { names.append(String(name.dropLast(4))) }
    }
    return names
  }

  /// Up to three installed names that look like `name`, best first.
  static func similar(to name: String) -> [String] {
    let wanted = bare(name)
    return installed().map { (name: $0, distance: EditDistance.between(bare($0), wanted)) }
      .filter { $0.distance <= max(3, wanted.utf8.count / 3) || $0.name.contains(wanted) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  private static func bare(_ name: String) -> String {
    var text = name.split(separator: "/").last.map(String.init) ?? name
    if text.hasSuffix(".xml") { text.removeLast(4) }
    for prefix in ["haarcascade_", "lbpcascade_"] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    return text
  }
}
