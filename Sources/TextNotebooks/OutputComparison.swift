import CommandLanguage

/// Decides whether output is what a notebook states.
///
/// Runs of blanks count as one, because the width of a timing column may change; everything that
/// depends on time and every number within the tolerance counts as equal.
struct OutputComparison {
  let labels: BlockLabels

  /// What stands for a value that depends on time.
  static let mask = "…"

  /// Whether `actual` is what `entry` states.
  func agrees(_ entry: Notebook.Entry, with actual: ReplayedOutput) -> Bool {
    guard entry.exitCode == actual.exitCode else { return false }
    let expected = entry.output
    return labels.isUnordered
      ? agreesInAnyOrder(expected, actual.maskedLines) : agrees(expected, actual.maskedLines)
  }

  /// Whether a line of a notebook stands for a line of masked output.
  func agrees(_ expected: String, _ actual: String) -> Bool {
    let expected = Self.pieces(of: expected)
    let actual = Self.pieces(of: actual)
    for position in 0..<max(expected.count, actual.count) {
      // A mask at the end of either line stands for all that is left: "0.4 s", "2 min 5 s".
      if position < actual.count, position == actual.count - 1, actual[position] == Self.mask {
        return expected.count > position
      }
      if position < expected.count, position == expected.count - 1,
        expected[position] == Self.mask
      {
        return actual.count > position
      }
      guard position < expected.count, position < actual.count,
        agreesWord(expected[position], actual[position])
      else { return false }
    }
    return true
  }

  /// Words and separators, so that numbers inside of JSON, CSV and brackets stand alone.
  private static func pieces(of line: String) -> [String] {
    var pieces: [String] = []
    var word = ""
    func endWord() {
      if !word.isEmpty { pieces.append(word) }
      word = ""
    }
    for character in line.replacing("\"\(mask)\"", with: mask) {
      if character.isWhitespace {
        endWord()
      } else if ",;:()[]{}\"=|".contains(character) {
        endWord()
        pieces.append(String(character))
      } else {
        word.append(character)
      }
    }
    endWord()
    return pieces
  }

  private func agrees(_ expected: [Notebook.ExpectedLine], _ actual: [String]) -> Bool {
    // reachable[j]: the statements so far stand for the first j lines.
    var reachable = Array(repeating: false, count: actual.count + 1)
    reachable[0] = true
    for statement in expected {
      var next = Array(repeating: false, count: actual.count + 1)
      switch statement {
      case .anything:
        var seen = false
        for line in 0...actual.count {
          seen = seen || reachable[line]
          next[line] = seen
        }
      case .text(let text):
        for line in actual.indices where reachable[line] && agrees(text, actual[line]) {
          next[line + 1] = true
        }
      }
      reachable = next
    }
    return reachable[actual.count]
  }

  private func agreesInAnyOrder(_ expected: [Notebook.ExpectedLine], _ actual: [String]) -> Bool {
    var left = actual
    var mayHaveMore = false
    for statement in expected {
      switch statement {
      case .anything: mayHaveMore = true
      case .text(let text):
        guard let index = left.firstIndex(where: { agrees(text, $0) }) else { return false }
        left.remove(at: index)
      }
    }
    return left.isEmpty || mayHaveMore
  }

  private func agreesWord(_ expected: String, _ actual: String) -> Bool {
    if expected == actual || expected == Self.mask || actual == Self.mask { return true }
    guard let first = NumberInWord(expected), let second = NumberInWord(actual),
      first.before == second.before, first.after == second.after
    else { return false }
    if labels.isTiming { return true }
    let size = max(abs(first.value), abs(second.value))
    return abs(first.value - second.value) <= labels.tolerance * size
  }
}

/// A word that is one number with signs around it: `98.25%`, `<0.5`.
private struct NumberInWord {
  let before: Substring
  let value: Double
  let after: Substring

  init?(_ word: String) {
    let inner = word.drop { "<~±".contains($0) }
    before = word[..<inner.startIndex]
    var number = inner
    while let last = number.last, "%.".contains(last) { number = number.dropLast() }
    after = inner[number.endIndex...]
    guard let value = NumberText.number(String(number)) else { return nil }
    self.value = value
  }
}
