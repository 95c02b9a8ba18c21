import FaceVocabulary

/// Pure functions from picture to picture. Same input, same bytes, on one kind of processor.
package enum ImageFilter {
  package enum Interpolation: String, Sendable {
    /// Mean over the covered area: for making pictures smaller.
    case area
    case linear
  }

  /// Why a filter could not run.
  package enum FilterError: Error, Equatable, Sendable {
    case failed(filter: String, reason: String)
  }
}
