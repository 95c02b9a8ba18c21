/// Hints for a name that does not exist: the one that was probably meant, and what there is.
package enum NearNames {
  /// "did you mean 'orl'? datasets: orl, yale", as much of it as can be said; nil without names.
  package static func hint(for name: String, among known: [String], noun: String) -> String? {
    guard !known.isEmpty else { return nil }
    let shown = known.prefix(12).joined(separator: ", ")
    let list = "\(noun): \(shown)\(known.count > 12 ? " … (\(known.count) in all)" : "")"
    guard let near = nearest(to: name, among: known) else { return list }
    return "did you mean '\(near)'? \(list)"
  }

  /// The known name with the fewest edits from `name`, when that is at most a third of its length.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let wanted = Array(name.unicodeScalars)
    let allowed = max(1, wanted.count / 3)
    return known.map { ($0, edits(wanted, Array($0.unicodeScalars))) }
      .filter { $0.1 <= allowed }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Insertions, deletions, replacements and swaps of neighbours from `a` to `b`.
  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for row in 0..<a.count {
      var current = [row + 1]
      for column in 0..<b.count {
        var cost = min(previous[column + 1], current[column]) + 1
        cost = min(cost, previous[column] + (a[row] == b[column] ? 0 : 1))
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      before = previous
      previous = current
    }
    return previous[b.count]
  }
}
