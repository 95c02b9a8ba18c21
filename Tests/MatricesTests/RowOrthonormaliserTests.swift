import Matrices
import Testing

@Suite("Orthonormal rows")
struct RowOrthonormaliserTests {
  /// Random rows of which the second differs from the first by `distance` alone.
  private func rows(_ count: Int, length: Int, distance: Double, seed: UInt64) -> Matrix {
    var generator = SeededGenerator(seed: seed)
    var rows = generator.matrix(rows: count, columns: length)
    guard count > 1 else { return rows }
    for column in 0..<length {
      rows[1, column] = rows[0, column] + distance * rows[1, column]
    }
    return rows
  }

  // Close rows are beyond what products can tell apart: they take the other way.
  @Test(
    "rows become orthonormal and R leads back",
    arguments: [(1, 5, 1.0), (24, 700, 1), (24, 700, 1e-4), (24, 700, 1e-9)], [UInt64(1), 2, 3])
  func orthonormal(size: (Int, Int, Double), seed: UInt64) throws {
    let old = rows(size.0, length: size.1, distance: size.2, seed: seed)
    var new = old
    let factor = try #require(RowOrthonormaliser.orthonormalise(&new))
    let products = Matrix.plainProduct(new, new.transposed())
    for row in 0..<size.0 {
      for column in 0..<size.0 {
        #expect(abs(products[row, column] - (row == column ? 1 : 0)) < 1e-13)
        if column < row { #expect(factor[row, column] == 0) }
      }
    }
    let back = Matrix.plainProduct(factor.transposed(), new)
    #expect(zip(back.elements, old.elements).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("rows that depend on each other are refused", arguments: [0.0, 1e-15, .nan, .infinity])
  func dependent(distance: Double) {
    var rows = rows(6, length: 40, distance: distance, seed: 4)
    #expect(RowOrthonormaliser.orthonormalise(&rows) == nil)
  }
}
