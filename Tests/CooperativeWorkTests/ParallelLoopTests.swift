import CooperativeWork
import Synchronization
import Testing

@Suite("Parallel loops")
struct ParallelLoopTests {
  @Test("results come in index order for any number of threads", arguments: [1, 2, 5])
  func order(jobs: Int) throws {
    let squares = try Work(jobs: jobs).map(count: 1000) { $0 * $0 }
    #expect(squares == (0..<1000).map { $0 * $0 })
  }

  @Test("nothing to do gives nothing")
  func empty() throws {
    #expect(try Work(jobs: 2).map(count: 0) { $0 }.isEmpty)
  }

  @Test("every index is computed exactly once", arguments: [1, 2, 4])
  func once(jobs: Int) throws {
    let seen = Mutex([Int](repeating: 0, count: 500))
    _ = try Work(jobs: jobs).map(count: 500) { index in seen.withLock { $0[index] += 1 } }
    #expect(seen.withLock { $0 } == Array(repeating: 1, count: 500))
  }

  @Test("runs of neighbours cover all steps in order", arguments: [1, 2, 4])
  func runs(jobs: Int) throws {
    for (count, length) in [(0, 3), (1, 3), (3, 3), (100, 7), (5, 100)] {
      let steps = Mutex<[ProgressStep]>([])
      let work = Work(jobs: jobs) { step in steps.withLock { $0.append(step) } }
      let runs = try work.mapRuns(count: count, of: length, activity: "counting") { $0 }
      #expect(runs.flatMap { $0 } == Array(0..<count))
      #expect(runs.dropLast().allSatisfy { $0.count == length })
      let told = steps.withLock { $0 }
      #expect(told.allSatisfy { $0.total == count && $0.done <= count })
      #expect(told.contains { $0.done == count } == (count > 0))
    }
  }

  private struct Odd: Error, Equatable { let index: Int }

  @Test("the error of the lowest failing index is thrown", arguments: [1, 2, 4])
  func lowestError(jobs: Int) {
    #expect(throws: Odd(index: 7)) {
      _ = try Work(jobs: jobs).map(count: 100) { index in
        if index >= 7, index % 2 == 1 { throw Odd(index: index) }
      }
    }
  }

  @Test("a raised token ends the loop with Cancelled", arguments: [1, 2])
  func cancels(jobs: Int) {
    let cancellation = Cancellation()
    let done = Atomic<Int>(0)
    #expect(throws: Cancelled.self) {
      _ = try Work(jobs: jobs, cancellation: cancellation).map(count: 10_000) { index in
        if index == 20 { cancellation.cancel() }
        done.wrappingAdd(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) < 10_000)
  }

  @Test("each thread has one lane of its own")
  func lanes() throws {
    let made = Atomic<Int>(0)
    final class Lane { var used = 0 }
    _ = try Work(jobs: 3).map(
      count: 60,
      makeLane: {
        made.wrappingAdd(1, ordering: .relaxed)
        return Lane()
      }
    ) { lane, _ in lane.used += 1 }
    #expect((1...3).contains(made.load(ordering: .relaxed)))
  }

  @Test("progress reports every finished unit")
  func progress() throws {
    let steps = Mutex<[ProgressStep]>([])
    let work = Work(jobs: 2, progress: { step in steps.withLock { $0.append(step) } })
    _ = try work.map(count: 25, activity: "counting") { $0 }
    let done = steps.withLock { $0 }
    #expect(Set(done.map(\.done)) == Set(1...25))
    #expect(done.allSatisfy { $0.activity == "counting" && $0.total == 25 })
  }
}
