import CooperativeWork
import Matrices
import Testing

@Suite("Products of bytes")
struct ByteProductTests {
  /// Sizes around the tiles of 256 and of 128 variables, panels of 16, blocks of 1,020 samples.
  static let sizes = [(1, 1), (3, 7), (17, 1_021), (129, 513), (257, 40), (300, 2_100)]

  private func plainGram(_ faces: ByteMatrix) -> Matrix {
    var gram = Matrix(rows: faces.rows, columns: faces.rows)
    for row in 0..<faces.rows {
      for other in 0..<faces.rows {
        gram[row, other] = Double(
          zip(faces.row(row), faces.row(other)).reduce(0) { $0 + Int($1.0) * Int($1.1) })
      }
    }
    return gram
  }

  private func transposed(_ faces: ByteMatrix) -> ByteMatrix {
    ByteMatrix(
      rows: faces.columns, columns: faces.rows,
      elements: (0..<faces.columns).flatMap { column in
        (0..<faces.rows).map { faces.elements[$0 * faces.columns + column] }
      })
  }

  @Test("bytes are multiplied exactly", arguments: sizes, ByteProductEngine.exact)
  func gram(size: (Int, Int), engine: ByteProductEngine) throws {
    var generator = SeededGenerator(seed: 1)
    let faces = generator.bytes(rows: size.0, columns: size.1)
    #expect(try faces.gram(engine: engine, work: Work(jobs: 2)) == plainGram(faces))
  }

  @Test(
    "the largest and smallest bytes stay exact", arguments: [UInt8(0), 255],
    ByteProductEngine.exact)
  func extremes(level: UInt8, engine: ByteProductEngine) throws {
    // More than 32 bits hold sums of.
    let faces = ByteMatrix(
      rows: 5, columns: 70_001, elements: Array(repeating: level, count: 350_005))
    let gram = try faces.gram(engine: engine, work: Work())
    #expect(gram.elements.allSatisfy { $0 == Double(Int(level) * Int(level) * 70_001) })
  }

  @Test(
    "oneDNN's path is laid out as BLAS's, shown with bytes no processor clips", arguments: sizes)
  func layoutsAgree(size: (Int, Int)) throws {
    var generator = SeededGenerator(seed: 6)
    // 2 · 127 · 128 fits the 16 bits in which older processors add pairs.
    let faces = generator.bytes(rows: size.0, columns: size.1, below: 128)
    #expect(
      try faces.gram(engine: .byteInstructions, work: Work())
        == faces.gram(engine: .floats, work: Work()))
    var (first, second) = (ScatterSums(pixels: size.1), ScatterSums(pixels: size.1))
    try first.add(faces, engine: .byteInstructions, work: Work())
    try second.add(faces, engine: .floats, work: Work())
    #expect(first == second)
  }

  @Test("any number of jobs gives the same bytes")
  func jobs() throws {
    var generator = SeededGenerator(seed: 9)
    let faces = generator.bytes(rows: 530, columns: 300)
    #expect(try faces.gram(work: Work(jobs: 1)) == faces.gram(work: Work(jobs: 3)))
  }

  @Test(
    "scatter sums are the Gram matrix of the columns", arguments: sizes, ByteProductEngine.exact)
  func scatter(size: (Int, Int), engine: ByteProductEngine) throws {
    var generator = SeededGenerator(seed: 11)
    let faces = generator.bytes(rows: size.1, columns: size.0)
    var sums = ScatterSums(pixels: faces.columns)
    try sums.add(faces, engine: engine, work: Work(jobs: 2))
    #expect(sums.products == plainGram(transposed(faces)))
    #expect(sums.sums == faces.columnSums())
  }

  @Test("shards add up to one pass and can be taken out again", arguments: [UInt64(1), 2, 3])
  func shards(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let all = generator.bytes(rows: 90, columns: 31)
    let cut = 1 + generator.below(88)
    var (whole, left, right) = (
      ScatterSums(pixels: 31), ScatterSums(pixels: 31), ScatterSums(pixels: 31)
    )
    try whole.add(all, work: Work())
    try left.add(all.selecting(rows: Array(0..<cut)), work: Work())
    try right.add(all.selecting(rows: Array(cut..<90)), work: Work())
    let part = left
    left.merge(right)
    #expect(left == whole)
    left.remove(right)
    #expect(left == part)
  }

  @Test("a cancelled product throws")
  func cancels() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let faces = ByteMatrix(rows: 2, columns: 2, elements: [1, 2, 3, 4])
    #expect(throws: Cancelled.self) { try faces.gram(work: Work(cancellation: cancellation)) }
  }
}
