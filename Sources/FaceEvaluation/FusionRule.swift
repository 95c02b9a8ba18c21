package import FaceVocabulary
package import Matrices

/// How the distances of a probe to several faces of one person become one distance.
package enum FusionRule: String, CaseIterable, Codable, Sendable {
  /// The smallest.
  case nearest
  /// Their mean.
  case mean
  /// The Euclidean distance to the mean of the person's faces.
  case template
}

extension FusionRule {
  /// One distance a person from one distance a gallery face.
  ///
  /// A face the probe must not be compared with has the distance NaN; a person of whom only such
  /// faces are left is NaN in the result. The distance to a mean template t̄ follows from distances
  /// alone: ‖x − t̄‖² = mean ‖x − tᵢ‖² − mean ‖tᵢ − t̄‖², where the last term is half the mean of all
  /// squared distances among the person's faces. It holds for Euclidean distances only.
  ///
  /// - Parameters:
  ///   - distances: probes×faces.
  ///   - subjects: whose face each column is.
  ///   - mutual: faces×faces distances of the gallery; only ``template`` needs it.
  /// - Returns: the people, sorted, and probes×people distances.
  /// - Throws: ``EvaluationError/templatesNeedMutualDistances``.
  package func fused(
    _ distances: Matrix, subjects: [SubjectID], mutual: Matrix? = nil
  ) throws(EvaluationError) -> (gallery: [SubjectID], distances: Matrix) {
    precondition(subjects.count == distances.columns, "one person a column")
    let faces = Dictionary(grouping: subjects.indices) { subjects[$0] }
    let gallery = faces.keys.sorted()
    let columns = gallery.map { faces[$0] ?? [] }
    var fused = Matrix(rows: distances.rows, columns: gallery.count, filledWith: .nan)
    if self == .template && mutual == nil { throw .templatesNeedMutualDistances }
    for row in 0..<distances.rows {
      for (person, faces) in columns.enumerated() {
        let usable = faces.filter { !distances[row, $0].isNaN }
        guard !usable.isEmpty else { continue }
        let values = usable.map { distances[row, $0] }
        switch self {
        case .nearest: fused[row, person] = values.min() ?? .nan
        case .mean: fused[row, person] = values.reduce(0, +) / Double(values.count)
        case .template:
          guard let mutual else { continue }
          fused[row, person] = FusionRule.toMeanTemplate(values, faces: usable, mutual: mutual)
        }
      }
    }
    return (gallery, fused)
  }

  private static func toMeanTemplate(_ values: [Double], faces: [Int], mutual: Matrix) -> Double {
    let count = Double(faces.count)
    let toFaces = values.reduce(0) { $0 + $1 * $1 } / count
    var spread = 0.0
    for (position, first) in faces.enumerated() {
      for second in faces[(position + 1)...] {
        spread += mutual[first, second] * mutual[first, second]
      }
    }
    return max(0, toFaces - spread / (count * count)).squareRoot()
  }
}
