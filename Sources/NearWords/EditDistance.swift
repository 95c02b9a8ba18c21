/// How far apart two words are, for "did you mean".
package enum EditDistance {
  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  package static func between(_ first: String, _ second: String) -> Int {
    let rows = Array(first)
    let columns = Array(second)
    var older: [Int] = []
    var previous = Array(0...columns.count)
    for row in rows.indices {
      var current = [row + 1]
      for column in columns.indices {
        let replaced = previous[column] + (rows[row] == columns[column] ? 0 : 1)
        var best = min(replaced, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, rows[row] == columns[column - 1], rows[row - 1] == columns[column] {
          best = min(best, older[column - 1] + 1)
        }
        current.append(best)
      }
      older = previous
      previous = current
    }
    return previous[columns.count]
  }

  /// The word that `text` was most likely meant to be: at most a third of its letters wrong, or a
  /// beginning of it; the first of equals; nil when none is near.
  package static func nearest(to text: String, among words: [String]) -> String? {
    guard !text.isEmpty else { return nil }
    let limit = max(1, text.count / 3)
    let near = words.map { (word: $0, distance: between(text, $0)) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }
    if let near { return near.word }
    guard text.count >= 2 else { return nil }
    return words.first { $0.hasPrefix(text) }
  }
}
