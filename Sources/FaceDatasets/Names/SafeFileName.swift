/// File names made from names that people chose.
enum SafeFileName {
  /// Most bytes of a made name, suffixes aside: well below the 255 that file systems take.
  static let limit = 120

  /// `text` as one part of a path: readable, never empty, hidden, an option or a way out.
  ///
  /// Different texts may give the same name; ``FileNamePool`` keeps names apart.
  static func made(from text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isUnsafe =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: scalar == "/" || scalar == "\\"
        }
      name.unicodeScalars.append(isUnsafe ? "_" : scalar)
    }
    while name.utf8.count > limit { name.removeLast() }
    if name.isEmpty { return "_" }
    // A leading dash reads as an option, a leading dot hides the file, a tilde is a home folder.
    if let first = name.first, ".-~".contains(first) { name = "_" + name.dropFirst() }
    return name
  }
}

/// Names given out so far, so that every new one is different.
///
/// Swift compares texts by canonical equivalence, so a name in composed and one in decomposed form
/// count as equal, which keeps a dataset safe to copy to file systems that normalise.
struct FileNamePool {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  /// A name not yet given: `folder/stem.suffix`, else `folder/stem~2.suffix` and so on.
  mutating func take(_ stem: String, suffix: String = "", in folder: String = "") -> String {
    let front = folder.isEmpty ? stem : folder + "/" + stem
    var name = front + suffix
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(front)~\(number)\(suffix)"
      number += 1
    }
    return name
  }
}
