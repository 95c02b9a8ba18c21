import CooperativeWork
import Matrices
import Testing

@Suite("Matrix products")
struct MatrixProductTests {
  static let sizes = [(1, 1, 1), (3, 5, 2), (257, 31, 300), (40, 260, 513)]

  @Test("tiles give the product by its definition", arguments: sizes)
  func products(size: (Int, Int, Int)) throws {
    var generator = SeededGenerator(seed: 1)
    let left = generator.matrix(rows: size.0, columns: size.1)
    let right = generator.matrix(rows: size.1, columns: size.2)
    let plain = Matrix.plainProduct(left, right)
    let work = Work(jobs: 2)
    #expect(try left.times(right, work: work).largestGap(to: plain) < 1e-12)
    #expect(
      try left.times(transposed: right.transposed(), work: work).largestGap(to: plain) < 1e-12)
    #expect(
      try left.transposed().transposedTimes(right, work: work).largestGap(to: plain) < 1e-12)
  }

  @Test("any number of jobs gives the same bytes")
  func jobs() throws {
    var generator = SeededGenerator(seed: 2)
    let left = generator.matrix(rows: 700, columns: 333)
    #expect(
      try left.times(transposed: left, work: Work(jobs: 1))
        == left.times(transposed: left, work: Work(jobs: 3)))
  }

  @Test("combinations of bytes are products with the rows less their mean")
  func combining() throws {
    var generator = SeededGenerator(seed: 3)
    let faces = generator.bytes(rows: 21, columns: 300)
    let weights = generator.matrix(rows: 4, columns: 21)
    let mean = faces.columnMeans()
    let centred = Matrix(
      rows: 21, columns: 300,
      elements: faces.elements.enumerated().map { Double($0.element) - mean[$0.offset % 300] })
    let combined = try faces.combining(weights, mean: mean, work: Work(jobs: 2))
    #expect(combined.largestGap(to: Matrix.plainProduct(weights, centred)) < 1e-10)
  }
}
