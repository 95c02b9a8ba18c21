import CooperativeWork
import Matrices
import Testing

@Suite("faces rebuilt together")
struct FaceResidualTests {
  @Test(
    "miss as much as each alone, to the bit, for any number of threads",
    arguments: [0, 1, 3, 4, 7, 30, 80], [1, 63, 64, 130])
  func equalsSingle(axisCount: Int, pixels: Int) throws {
    var generator = SeededGenerator(seed: UInt64(1000 * axisCount + pixels))
    let faces = generator.bytes(rows: 71, columns: pixels)
    // Axes longer than 1, so that levels leave the range of bytes too.
    let axes = generator.matrix(rows: pixels, columns: axisCount)
    let projection = AxisProjection(mean: faces.columnMeans(), axes: axes)
    for count in [1, 2, 4, 5, 31, 32, 33, 71] {
      let part = faces.selecting(rows: Array(0..<count))
      let scores = try projection.coordinates(of: part, work: Work())
      let together = try projection.residuals(of: part, scores: scores, work: Work(jobs: 3))
      #expect(together == (try projection.residuals(of: part, scores: scores, work: Work())))
      let alone = (0..<count).map {
        RoundedFace.residual(of: part.row($0), from: projection.face(from: scores.row($0)))
      }
      #expect(together == alone)
    }
  }

  @Test("of no face are none")
  func empty() throws {
    let projection = AxisProjection(mean: [1, 2], axes: Matrix(rows: 2, columns: 1))
    #expect(
      try projection.residuals(
        of: ByteMatrix(rows: 0, columns: 2, elements: []), scores: Matrix(rows: 0, columns: 1),
        work: Work()
      ).isEmpty)
  }
}
