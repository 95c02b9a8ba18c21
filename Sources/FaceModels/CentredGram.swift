import CooperativeWork
import FaceVocabulary
import Matrices

/// Inner products of the training faces about their mean, and what centres others likewise.
struct CentredGram: Sendable {
  /// n×n, symmetric.
  let products: Matrix
  /// Mean product of every training face with the training faces, before centring.
  private let means: [Double]
  private let mean: Double

  /// Centres the exact products `gram` of the faces, in its own memory.
  init(_ gram: consuming Matrix, work: Work) throws {
    let count = gram.rows
    let sums = try gram.centreProducts(work: work)
    products = gram
    means = sums.map { $0 / Double(max(1, count)) }
    mean = means.reduce(0, +) / Double(max(1, count))
  }

  /// Centres the exact products of the faces at `rows` alone.
  init(_ gram: Matrix, rows: [Int]) throws {
    try self.init(gram.selectingSquare(rows), work: Work())
  }

  /// The variance in all: the sum of squared distances from the mean, 0 for identical faces.
  var trace: Double { (0..<products.rows).reduce(0) { $0 + products[$1, $1] } }

  /// Products of faces outside the training with the training faces, about the training mean.
  ///
  /// - Parameter outside: exact products, outside×training.
  func centring(_ outside: Matrix) -> Matrix {
    var centred = outside
    let count = products.rows
    for row in 0..<outside.rows {
      let share = outside.row(row).reduce(0, +) / Double(max(1, count)) - mean
      for column in 0..<count { centred[row, column] -= share + means[column] }
    }
    return centred
  }
}
