import CooperativeWork
import Matrices
import Testing

@Suite("Symmetric eigenproblems")
struct EigenTests {
  /// Largest |A·v − λ·v| over the pairs, as a share of the largest eigenvalue.
  private func residual(_ pairs: EigenPairs, of matrix: Matrix) -> Double {
    let images = Matrix.plainProduct(pairs.vectors, matrix)
    var worst = 0.0
    for pair in pairs.values.indices {
      for entry in 0..<matrix.rows {
        worst = max(
          worst, abs(images[pair, entry] - pairs.values[pair] * pairs.vectors[pair, entry]))
      }
    }
    return worst / (pairs.values.first ?? 1)
  }

  @Test(
    "pairs solve the problem, are orthonormal, descending and signed by rule",
    arguments: SymmetricEigenproblem.Solver.allCases, [UInt64(1), 2])
  func pairs(solver: SymmetricEigenproblem.Solver, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let matrix = generator.decayingGram(size: 180)
    let pairs = try SymmetricEigenproblem(matrix).leading(12, solver: solver, work: Work(jobs: 2))
    #expect(residual(pairs, of: matrix) < 1e-12)
    let products = Matrix.plainProduct(pairs.vectors, pairs.vectors.transposed())
    for row in 0..<12 {
      for column in 0..<12 {
        #expect(abs(products[row, column] - (row == column ? 1 : 0)) < 1e-12)
      }
      let vector = pairs.vectors.row(row)
      #expect(vector.max() == vector.map(abs).max())
    }
    #expect(pairs.values == pairs.values.sorted(by: >))
  }

  @Test("iteration finds what dsyevr finds", arguments: [(700, 10), (640, 64)])
  func krylovAgrees(size: Int, wanted: Int) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    let matrix = try {
      // Random eigenvectors with eigenvalues that fall off as a power.
      let factor = generator.matrix(rows: size, columns: size)
      var scaled = factor
      for row in 0..<size {
        for column in 0..<size { scaled[row, column] *= 50 / Double(1 + column) }
      }
      return try scaled.times(transposed: scaled, work: Work(jobs: 2))
    }()
    let problem = SymmetricEigenproblem(matrix)
    let dense = try problem.leading(wanted, solver: .selected, work: Work())
    let iterated = try problem.leading(wanted, solver: .blockKrylov, work: Work(jobs: 2))
    #expect(iterated.vectors.largestGap(to: dense.vectors) < 1e-10)
    for pair in 0..<wanted {
      #expect(abs(iterated.values[pair] - dense.values[pair]) < 1e-12 * dense.values[0])
    }
    #expect(try problem.leading(wanted, solver: .blockKrylov, work: Work(jobs: 1)) == iterated)
  }

  @Test("a matrix of low rank falls back to a dense solver")
  func lowRank() throws {
    var generator = SeededGenerator(seed: 4)
    let factor = generator.matrix(rows: 640, columns: 5)
    let matrix = try factor.times(transposed: factor, work: Work())
    let pairs = try SymmetricEigenproblem(matrix).leading(
      10, solver: .blockKrylov, work: Work())
    #expect(residual(pairs, of: matrix) < 1e-12)
    #expect(abs(pairs.values[5]) < 1e-10 * pairs.values[0])
  }

  @Test("ties in magnitude are signed by the first")
  func signs() {
    var rows = Matrix(rows: 3, columns: 2, elements: [-1, 1, 1, -1, 0, 0])
    rows.fixRowSigns()
    #expect(rows.elements == [1, -1, 1, -1, 0, 0])
  }

  @Test("values alone are the values of the pairs")
  func valuesAlone() throws {
    var generator = SeededGenerator(seed: 8)
    let problem = SymmetricEigenproblem(generator.decayingGram(size: 30))
    let pairs = try problem.leading(30, work: Work())
    for (alone, paired) in zip(try problem.values(), pairs.values) {
      #expect(abs(alone - paired) < 1e-12 * pairs.values[0])
    }
  }

  @Test("an empty matrix has no pairs")
  func empty() throws {
    let problem = SymmetricEigenproblem(Matrix(rows: 0, columns: 0))
    #expect(try problem.leading(3, work: Work()).values.isEmpty)
    #expect(try problem.values().isEmpty)
  }

  @Test("the smallest pairs solve the problem too, descending", arguments: [2, 9, 60])
  func trailing(wanted: Int) throws {
    var generator = SeededGenerator(seed: UInt64(wanted))
    let matrix = generator.decayingGram(size: 60)
    let problem = SymmetricEigenproblem(matrix)
    let all = try problem.leading(60, solver: .divideAndConquer, work: Work())
    let pairs = try problem.trailing(wanted, work: Work())
    #expect(pairs.values.count == wanted)
    for index in 0..<wanted {
      #expect(abs(pairs.values[index] - all.values[60 - wanted + index]) < 1e-12 * all.values[0])
    }
    let products = Matrix.plainProduct(pairs.vectors, matrix)
    for pair in 0..<wanted {
      for entry in 0..<60 {
        let gap = products[pair, entry] - pairs.values[pair] * pairs.vectors[pair, entry]
        #expect(abs(gap) < 1e-12 * all.values[0])
      }
    }
  }

  @Test("a Cholesky factor solves systems, and there is none of an indefinite matrix")
  func cholesky() throws {
    var generator = SeededGenerator(seed: 44)
    var matrix = generator.decayingGram(size: 50)
    for index in 0..<50 { matrix[index, index] += 1 }
    let sides = generator.matrix(rows: 7, columns: 50)
    let solutions = try #require(CholeskyFactor(matrix)).solve(sides)
    #expect(Matrix.plainProduct(solutions, matrix).largestGap(to: sides) < 1e-9)
    matrix[20, 20] = -1
    #expect(CholeskyFactor(matrix) == nil)
  }
}
