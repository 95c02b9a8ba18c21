import NearWords

/// The words of a hint for a name that does not exist.
enum Suggestion {
  /// "did you mean 'x'? models: a, b", or what to do where there are none.
  static func hint(
    for name: String, among known: [String], kind: String, whenNone advice: String
  ) -> String {
    guard !known.isEmpty else { return advice }
    let list = "\(kind)s: \(listed(known))"
    guard let near = EditDistance.nearest(to: name, among: known) else { return list }
    return "did you mean '\(near)'? \(list)"
  }

  /// Up to eight names, and how many more there are.
  static func listed(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
