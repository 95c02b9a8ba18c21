import CommandLanguage

/// How a block is run and compared, as stated in an HTML comment on the line before it.
package struct BlockLabels: Hashable, Sendable {
  /// The block is run only where this variable is set; `$NAME` in its commands stands for the value.
  package var environment: String?
  /// The block is never run.
  package var isSkipped = false
  /// Lines may come in any order.
  package var isUnordered = false
  /// Numbers depend on time: words are compared, numbers are not.
  package var isTiming = false
  /// Largest relative difference between numbers that counts as equal; 0 compares them as text.
  package var tolerance = 0.0
  /// The block is no commands but the text of this file, which the commands below it read.
  package var file: String?

  package init() {}

  private static let words = ["env", "skip", "unordered", "timing", "tolerance", "file"]

  /// The labels of an HTML comment, or nil where the line is no comment made of labels only.
  ///
  /// - Throws: ``NotebookError/unknownLabel(_:line:)`` for a comment that mixes labels with others.
  init?(comment text: String, line: Int) throws(NotebookError) {
    let text = text.trimmed
    guard text.hasPrefix("<!--"), text.hasSuffix("-->") else { return nil }
    let items = text.dropFirst(4).dropLast(3).split { $0 == "," || $0.isWhitespace }
      .map(String.init)
    let known = items.filter { item in
      Self.words.contains { item == $0 || item.hasPrefix("\($0)=") }
    }
    guard !known.isEmpty else { return nil }
    for item in items {
      let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count == 2 ? parts[1] : nil) {
      case ("env", let name?): environment = name
      case ("skip", nil): isSkipped = true
      case ("unordered", nil): isUnordered = true
      case ("timing", nil): isTiming = true
      case ("tolerance", let number?):
        guard let value = NumberText.number(number), value >= 0 else {
          throw .unknownLabel(item, line: line)
        }
        tolerance = value
      case ("file", let name?):
        guard Self.staysBelow(name) else { throw .unknownLabel(item, line: line) }
        file = name
      default: throw .unknownLabel(item, line: line)
      }
    }
  }
}

extension BlockLabels {
  /// Whether `path` names a file in or below the folder that a notebook runs in.
  private static func staysBelow(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

extension String {
  /// Without blanks at both ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
