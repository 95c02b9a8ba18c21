/// Puts the files that a pattern fits in its place, where a parameter names files to be read.
struct FileMatcher {
  /// The paths that a pattern fits, sorted.
  let paths: @Sendable (_ pattern: String) -> [String]

  /// `assignments` with every pattern replaced; what was quoted has none.
  ///
  /// - Throws: ``UsageError`` for a pattern that fits nothing, and for one that fits several where
  ///   only one can be taken.
  func expand(
    _ assignments: [Assignment], of declaration: Declaration
  ) throws(UsageError) -> [Assignment] {
    var expanded: [Assignment] = []
    for assignment in assignments {
      let parameter = declaration.parameters[assignment.parameter]
      guard parameter.readsFiles, let pattern = assignment.word.pattern else {
        expanded.append(assignment)
        continue
      }
      let word = assignment.word
      let found = paths(pattern)
      if found.isEmpty {
        throw UsageError(
          "no file fits '\(word.text)'",
          hint: "'*', '?' and '[' make a word a pattern; quote it to name a file: "
            + LineParser.quoted(word.text), column: word.column, kind: "no_match")
      }
      if found.count > 1, !parameter.takesRest {
        let listing = found.prefix(3).joined(separator: ", ") + (found.count > 3 ? ", …" : "")
        throw UsageError(
          "'\(word.text)' fits \(found.count) files, and \(parameter.usage) takes one",
          hint: "name one of them: \(listing)", column: word.column, kind: "several_matches")
      }
      expanded += found.map { path in
        Assignment(
          parameter: assignment.parameter,
          word: Word(path, column: word.column, wasQuoted: true))
      }
    }
    return expanded
  }
}
