import FaceReports

/// A sentence behind a word that says what it is, such as `error:`.
enum LabelledText {
  /// Columns of the label with the blanks behind it.
  private static let indent = 7

  /// The sentence behind `label`, wrapped between words below its own beginning.
  ///
  /// - Parameters:
  ///   - inked: the label with its colours.
  ///   - width: columns of the terminal; nil leaves the sentence on its lines.
  static func lines(_ label: String, _ inked: String, _ sentence: String, width: Int?) -> String {
    let blanks = String(repeating: " ", count: max(1, indent - label.count))
    let room = width.map { max($0 - label.count - blanks.count, 10) }
    let lines = VisibleText.lines(sentence).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().flatMap { number, line -> [String] in
        guard let room else { return [String(line)] }
        return WrappedText.lines(of: String(line), width: room, breakingWords: false)
          .enumerated().map { part, text in
            number + part > 0 ? String(repeating: " ", count: label.count) + blanks + text : text
          }
      }
    return inked + blanks + lines.map { $0 + "\n" }.joined()
  }
}
