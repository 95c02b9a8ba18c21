import CooperativeWork
import Testing

@Suite("rows filled in parallel")
struct FilledRowsTests {
  @Test(
    "are all filled, once, for any number of threads and any block",
    arguments: [0, 1, 7, 24], [1, 2, 5, 30])
  func fills(rows: Int, block: Int) throws {
    for jobs in [1, 3] {
      let cells: [Int] = try Work(jobs: jobs).fill(rows: rows, of: 4, inBlocksOf: block) {
        range, cells in
        #expect(cells.count == range.count * 4)
        for index in cells.indices { cells[index] = range.lowerBound * 4 + index }
      }
      #expect(cells == Array(0..<rows * 4))
    }
  }

  @Test("a failure is thrown, with nothing made")
  func fails() {
    struct Refusal: Error, Equatable { let row: Int }
    #expect(throws: Refusal(row: 2)) {
      let _: [Int] = try Work(jobs: 2).fill(rows: 6, of: 2) { range, cells in
        if range.lowerBound == 2 { throw Refusal(row: 2) }
        cells.initialize(repeating: 1)
      }
    }
  }

  @Test("a cancelled one ends")
  func cancelled() {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) {
      let _: [Int] = try Work(jobs: 1, cancellation: cancellation).fill(rows: 3, of: 1) {
        $1.initialize(repeating: 0)
      }
    }
  }
}
