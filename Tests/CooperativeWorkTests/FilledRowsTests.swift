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

  @Test("memory of the caller's is filled a row a step, with a result each", arguments: [1, 3])
  func fillsGiven(jobs: Int) throws {
    var rows = [Int](repeating: -1, count: 20)
    let results = try Work(jobs: jobs).map(filling: &rows, of: 4, makeLane: {}) { _, index, row in
      for cell in row.indices { row[cell] = index * 4 + cell }
      return "\(index)"
    }
    #expect(rows == Array(0..<20))
    #expect(results == ["0", "1", "2", "3", "4"])
    var none: [Int] = []
    #expect(try Work(jobs: jobs).map(filling: &none, of: 4, makeLane: {}) { _, _, _ in 1 }.isEmpty)
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
