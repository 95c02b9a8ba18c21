import FaceVocabulary
import Matrices

/// Eigenfaces of all shared faces but one, in the principal space of all of them.
struct LeftOutFold: FoldAxes {
  let faces: ByteMatrix
  let space: PrincipalSpace
  /// The face that was not trained on.
  let face: Int
  /// k×m: each axis as shares of the principal components of all faces.
  private let shares: Matrix
  /// n×k: every shared face on the axes, about the mean of those trained on.
  private let scores: Matrix

  init(faces: ByteMatrix, space: PrincipalSpace, leavingOut face: Int, shares: Matrix) {
    self.faces = faces
    self.space = space
    self.face = face
    self.shares = shares
    let about = space.coordinates.alone {
      try space.coordinates.times(transposed: shares, work: $0)
    }
    // The mean of the others is −own/(n − 1), so every score moves by own/(n − 1).
    let others = Double(space.coordinates.rows - 1)
    let own = about.row(face).map { $0 / others }
    var scores = about
    for row in 0..<scores.rows {
      for axis in own.indices { scores[row, axis] += own[axis] }
    }
    self.scores = scores
  }

  func coordinates(of wanted: [Int]) -> Matrix { scores.selecting(rows: wanted) }

  func reconstructionError(of row: Int, scores: ArraySlice<Double>, count: Int) -> Double {
    // x̂ = mean of the others + Σ scoreₐ·axisₐ, every axis a combination of all faces.
    var components = [Double](repeating: 0, count: space.scatters.count)
    for (axis, score) in scores.prefix(count).enumerated() {
      for (component, share) in zip(components.indices, shares.row(axis)) {
        components[component] += score * share
      }
    }
    let total = space.coordinates.rows
    var mixture = [Double](repeating: 0, count: total)
    for (component, amount) in components.enumerated() {
      for (position, weight) in zip(mixture.indices, space.weights.row(component)) {
        mixture[position] += amount * weight
      }
    }
    let rest = mixture.reduce(0, +) / Double(total)
    for position in mixture.indices {
      mixture[position] += (position == face ? 0 : 1 / Double(total - 1)) - rest
    }
    let rebuilt = faces.mixing(rows: Array(0..<total), shares: mixture)
    return RoundedFace.residual(of: faces.row(row), from: rebuilt) / Double(faces.columns)
  }
}

/// Axes that a fold has learnt, which compare the shared faces.
protocol FoldAxes: Sendable {
  /// Coordinates of the shared faces at `wanted` on all axes: wanted×k.
  func coordinates(of wanted: [Int]) -> Matrix

  /// ‖x − x̂‖₂ / d of the face at `row`, from its first `count` coordinates.
  func reconstructionError(of row: Int, scores: ArraySlice<Double>, count: Int) -> Double
}
