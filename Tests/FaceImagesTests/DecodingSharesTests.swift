import Testing

@testable import FaceImages

@Suite("files shared out among threads")
struct DecodingSharesTests {
  @Test("are each in one share, in order", arguments: [0, 1, 2, 15, 64, 1_024, 10_000], [1, 2, 7])
  func eachOnce(count: Int, jobs: Int) {
    let shares = ForeignImages.shares(of: count, among: jobs)
    #expect(shares.flatMap(Array.init) == Array(0..<count))
    #expect(shares.allSatisfy { (1...128).contains($0.count) })
  }

  @Test("shrink towards the end, so that no thread waits long for another")
  func shrink() {
    let sizes = ForeignImages.shares(of: 1_024, among: 2).map(\.count)
    #expect(sizes == sizes.sorted(by: >))
    #expect(sizes.first == 128 && sizes.dropLast().last == 8)
    // Few exchanges with the helpers: each makes a thread and a helper wait for each other.
    #expect(sizes.count < 30)
    // Few files may be large ones: no thread is left without any.
    #expect(ForeignImages.shares(of: 10, among: 2).allSatisfy { $0.count == 1 })
  }
}
