import CooperativeWork
import Matrices
import Testing

@Suite("Diagonal matrices less one rank")
struct DiagonalDowndateTests {
  /// The matrix written out.
  private func dense(_ change: DiagonalDowndate) -> Matrix {
    let size = change.values.count
    var matrix = Matrix(rows: size, columns: size)
    for row in 0..<size {
      for column in 0..<size {
        matrix[row, column] =
          (row == column ? change.values[row] : 0)
          - change.scale * (change.vector[row] * change.vector[column])
      }
    }
    return matrix
  }

  @Test("pairs are those of a dense solver", arguments: [1, 2, 3, 17, 60, 150], [UInt64(1), 2, 3])
  func agrees(size: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed, stream: UInt64(size))
    var value = 1.0
    let values = (0..<size).map { _ in
      value *= 1 + 10 * generator.uniform() / Double(size)
      return value
    }
    .reversed().map { $0 }
    // Some entries are zero: those pairs stay as they are.
    let vector = values.map { value in
      size > 2 && generator.below(5) == 0 ? 0 : value.squareRoot() * (generator.uniform() - 0.5)
    }
    let change = DiagonalDowndate(values: values, vector: vector, scale: 1.0025)
    let wanted = max(1, size / 3)
    let found = try #require(try change.leading(wanted))
    let expected = try SymmetricEigenproblem(dense(change)).leading(
      wanted, solver: .divideAndConquer, work: Work())
    for pair in 0..<wanted {
      #expect(abs(found.values[pair] - expected.values[pair]) < 1e-12 * values[0])
    }
    #expect(found.vectors.largestGap(to: expected.vectors) < 1e-9)
  }

  @Test("a vector of nothing, and values that are equal, are left to a dense solver")
  func leavesToOthers() throws {
    let none = DiagonalDowndate(values: [3, 2, 1], vector: [0, 0, 0], scale: 1)
    #expect(try none.leading(2) == nil)
    let equal = DiagonalDowndate(values: [3, 3, 1], vector: [1, 1, 1], scale: 1)
    #expect(try equal.leading(2) == nil)
  }
}
