/// What a command printed when it was run again.
package struct ReplayedOutput: Equatable, Sendable {
  /// As it was printed, line by line.
  package var lines: [String]
  /// The same with everything that depends on time replaced by `…`.
  package var maskedLines: [String]
  package var exitCode: Int

  /// Blank lines at the end are left out.
  package init(text: String, maskedText: String, exitCode: Int) {
    lines = Self.split(text)
    maskedLines = Self.split(maskedText)
    self.exitCode = exitCode
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.trimmed.isEmpty == true { lines.removeLast() }
    return lines
  }
}
