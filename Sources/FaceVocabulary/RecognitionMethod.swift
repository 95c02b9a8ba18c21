/// The recognisers that can be trained.
package enum RecognitionMethod: String, CaseIterable, Codable, Sendable {
  case eigen
  case fisher
  case lbph

  /// The name papers give it.
  package var title: String {
    switch self {
    case .eigen: "Eigenfaces"
    case .fisher: "Fisherfaces"
    case .lbph: "LBPH"
    }
  }
}

/// How far a probe is from a template: 0 is identical, smaller is more alike. Never a percentage.
///
/// Subspace models measure the Euclidean distance of projections, LBPH the alternative chi-square.
package typealias Distance = Double
