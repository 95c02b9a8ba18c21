/// A value that was written as if it were an option: `--markdown` for `--format markdown`.
package enum StrayValue {
  /// `--format markdown` for `markdown`, where exactly one of `options` takes that word; else nil.
  ///
  /// - Parameter word: what was written, without its dashes.
  package static func correction(
    of word: String, among options: [ParameterDescription]
  ) -> String? {
    let fitting = options.filter { $0.kind == .option && $0.completion.offers(word) }
    return fitting.count == 1 ? "--\(fitting[0].name) \(word)" : nil
  }
}

extension Completion {
  /// Whether `word` is one of the fixed words.
  fileprivate func offers(_ word: String) -> Bool {
    switch self {
    case .words(let words): words.contains(word)
    case .any(let several): several.contains { $0.offers(word) }
    case .list(let item): item.offers(word)
    case .none, .files, .folders, .names: false
    }
  }
}
