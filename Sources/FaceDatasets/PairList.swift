/// Pairs of faces to be told same or different, in folds: LFW's protocol.
package struct PairList: Equatable, Sendable {
  package struct Pair: Hashable, Sendable {
    package let first: String
    package let second: String
    /// Whether both show one person.
    package let isGenuine: Bool
  }

  /// Files of the pairs, fold by fold.
  package let folds: [[Pair]]
}
