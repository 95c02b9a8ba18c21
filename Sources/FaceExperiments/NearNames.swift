import NearWords

/// Hints for a name that does not exist: the one that was probably meant, and what there is.
package enum NearNames {
  /// "did you mean 'orl'? datasets: orl, yale", as much of it as can be said; nil without names.
  package static func hint(for name: String, among known: [String], noun: String) -> String? {
    guard !known.isEmpty else { return nil }
    let shown = known.prefix(12).joined(separator: ", ")
    let list = "\(noun): \(shown)\(known.count > 12 ? " … (\(known.count) in all)" : "")"
    guard let near = EditDistance.nearest(to: name, among: known) else { return list }
    return "did you mean '\(near)'? \(list)"
  }
}
