import FaceVocabulary
import Matrices

/// Inner products of the training faces about their mean, and what centres others likewise.
struct CentredGram: Sendable {
  /// n×n, symmetric.
  let products: Matrix
  /// Mean product of every training face with the training faces, before centring.
  private let means: [Double]
  private let mean: Double

  /// Centres the exact products `gram` of the faces at `rows`; all faces when nil.
  init(_ gram: Matrix, rows: [Int]? = nil) {
    let rows = rows ?? Array(0..<gram.rows)
    let count = rows.count
    var products = Matrix(rows: count, columns: count)
    var sums = [Double](repeating: 0, count: count)
    gram.elements.withUnsafeBufferPointer { gram in
      products.elements.withUnsafeMutableBufferPointer { products in
        let stride = gram.isEmpty ? 0 : Int(Double(gram.count).squareRoot().rounded())
        for (row, source) in rows.enumerated() {
          var sum = 0.0
          for (column, other) in rows.enumerated() {
            let product = gram[source * stride + other]
            products[row * count + column] = product
            sum += product
          }
          sums[row] = sum
        }
        // In units of 1/n² everything is a whole number, exact while below 2⁵³.
        let (n, squared) = (Double(count), Double(count) * Double(count))
        let total = sums.reduce(0, +)
        for row in 0..<count {
          let share = total - n * sums[row]
          for column in 0..<count {
            let cell = row * count + column
            products[cell] = (squared * products[cell] + (share - n * sums[column])) / squared
          }
        }
      }
    }
    self.products = products
    means = sums.map { $0 / Double(max(1, count)) }
    mean = means.reduce(0, +) / Double(max(1, count))
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
