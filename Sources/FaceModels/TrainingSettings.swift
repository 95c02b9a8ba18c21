package import FaceVocabulary

/// What a trainer is asked for.
package struct TrainingSettings: Hashable, Sendable, Codable {
  package var method: RecognitionMethod
  package var components: Components
  /// Leading Eigenfaces axes left out (Belhumeur 1997 drops three: they carry light).
  package var dropFirst = 0
  package var pattern = LocalBinaryPattern()

  package init(method: RecognitionMethod, components: Components = .all) {
    self.method = method
    self.components = components
  }

  package enum Components: Hashable, Sendable, Codable {
    /// As many as the data gives: n − 1 Eigenfaces, people − 1 Fisherfaces.
    case all
    /// At most this many; fewer when the data gives fewer.
    case count(Int)
    /// The fewest whose eigenvalues sum to at least this share of the variance, 0 < share ≤ 1.
    case variance(Double)
  }
}
