import CooperativeWork
import FaceVocabulary
import Matrices

/// Axes learnt from some of the shared faces, which they combine.
struct SubspaceFold: FoldAxes {
  /// All shared faces and their exact products.
  let faces: ByteMatrix
  let products: Matrix
  /// The faces trained on, as rows of ``faces``.
  let rows: [Int]
  private let gram: CentredGram
  /// k×n, as in ``GramSolution``.
  private let weights: Matrix
  /// Coordinates of the training faces, n×k, and where each stands.
  private let coordinates: Matrix
  private let positions: [Int: Int]

  init(
    faces: ByteMatrix, products: Matrix, rows: [Int], gram: CentredGram, solution: GramSolution,
    coordinates: Matrix
  ) {
    self.faces = faces
    self.products = products
    self.rows = rows
    self.gram = gram
    weights = solution.weights
    self.coordinates = coordinates
    var positions: [Int: Int] = [:]
    for (position, row) in rows.enumerated() { positions[row] = position }
    self.positions = positions
  }

  func coordinates(of wanted: [Int]) -> Matrix {
    let outside = wanted.filter { positions[$0] == nil }
    let strangers = outsideCoordinates(outside)
    var result: [Double] = []
    result.reserveCapacity(wanted.count * weights.rows)
    var next = 0
    for row in wanted {
      if let position = positions[row] {
        result += coordinates.row(position)
      } else {
        result += strangers.row(next)
        next += 1
      }
    }
    return Matrix(rows: wanted.count, columns: weights.rows, elements: result)
  }

  private func outsideCoordinates(_ outside: [Int]) -> Matrix {
    var between: [Double] = []
    between.reserveCapacity(outside.count * rows.count)
    for row in outside {
      for other in rows { between.append(products[row, other]) }
    }
    let centred = gram.centring(
      Matrix(rows: outside.count, columns: rows.count, elements: between))
    return centred.alone { try centred.times(transposed: weights, work: $0) }
  }

  func reconstructionError(of row: Int, scores: ArraySlice<Double>, count: Int) -> Double {
    // x̂ = mean + Σ cₜ·(xₜ − mean) = Σ (cₜ + (1 − Σc)/n)·xₜ
    var shares = [Double](repeating: 0, count: rows.count)
    for (axis, score) in scores.prefix(count).enumerated() {
      let weights = weights.row(axis)
      for (position, weight) in zip(shares.indices, weights) { shares[position] += score * weight }
    }
    let rest = (1 - shares.reduce(0, +)) / Double(rows.count)
    for position in shares.indices { shares[position] += rest }
    let rebuilt = faces.mixing(rows: rows, shares: shares)
    return RoundedFace.residual(of: faces.row(row), from: rebuilt) / Double(faces.columns)
  }
}

extension Matrix {
  /// Runs a product on the calling thread, where nothing can cancel it.
  func alone(_ product: (Work) throws -> Matrix) -> Matrix {
    do {
      return try product(Work())
    } catch {
      preconditionFailure("a product with its own work cannot be cancelled: \(error)")
    }
  }
}
