import Dispatch
import Synchronization

extension Work {
  /// Computes `transform(i)` for 0 ..< `count` on up to ``jobs`` threads, results in index order.
  ///
  /// Each index is computed by exactly one thread, so the result is the same for any number of
  /// threads as long as `transform` depends on its index alone. The first error by index order
  /// among those that occurred is thrown; the rest of the indices may then be skipped.
  ///
  /// - Throws: ``Cancelled`` when the token was raised, else what `transform` threw.
  package func map<Result: Sendable>(
    count: Int, activity: String? = nil, _ transform: @escaping @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    try map(count: count, activity: activity, makeLane: {}) { _, index in try transform(index) }
  }

  /// As ``map(count:activity:_:)``, with one private `Lane` per thread: a detector, a scratch buffer.
  ///
  /// A lane is made on the thread that uses it and never leaves it, so it need not be Sendable.
  package func map<Lane, Result: Sendable>(
    count: Int, activity: String? = nil, makeLane: @escaping @Sendable () throws -> Lane,
    _ transform: @escaping @Sendable (Lane, Int) throws -> Result
  ) throws -> [Result] {
    guard count > 0 else { return [] }
    try cancellation.check()
    let shared = LoopState<Result>(count: count)
    let lanes = min(jobs, count)
    let body: @Sendable (Int) -> Void = { _ in
      do {
        let lane = try makeLane()
        while let index = shared.next() {
          if cancellation.isCancelled { return }
          do {
            let finished = shared.store(try transform(lane, index), at: index)
            if let activity {
              progress(ProgressStep(activity: activity, done: finished, total: count))
            }
          } catch {
            shared.fail(error, at: index)
          }
        }
      } catch {
        shared.fail(error, at: -1)
      }
    }
    if lanes == 1 {
      body(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: lanes, execute: body)
    }
    try cancellation.check()
    return try shared.results()
  }
}

extension Work {
  /// Computes `transform` for 0 ..< `count` in runs of `length` neighbours, results in their order.
  ///
  /// For steps so short that handing out one at a time would cost as much as the step, or that share
  /// something with their neighbours, a folder for example. Progress counts the steps, not the runs.
  ///
  /// - Throws: as ``map(count:activity:_:)``.
  package func mapRuns<Result: Sendable>(
    count: Int, of length: Int, activity: String? = nil,
    _ transform: @escaping @Sendable (Range<Int>) throws -> Result
  ) throws -> [Result] {
    precondition(length > 0, "a run has at least one step")
    let counted = Work(jobs: jobs, cancellation: cancellation) { step in
      progress(
        ProgressStep(
          activity: step.activity, done: min(count, step.done * length), total: count))
    }
    return try counted.map(count: (count + length - 1) / length, activity: activity) { run in
      try transform(run * length..<min(count, (run + 1) * length))
    }
  }
}

/// The counter and the results that the threads of one loop share.
private final class LoopState<Result: Sendable>: Sendable {
  private struct Contents {
    var results: [Result?]
    var finished = 0
    var failure: (index: Int, error: any Error)?
  }

  private let count: Int
  private let counter = Atomic<Int>(0)
  private let contents: Mutex<Contents>

  init(count: Int) {
    self.count = count
    contents = Mutex(Contents(results: Array(repeating: nil, count: count)))
  }

  func next() -> Int? {
    let index = counter.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func store(_ result: Result, at index: Int) -> Int {
    contents.withLock {
      $0.results[index] = result
      $0.finished += 1
      return $0.finished
    }
  }

  func fail(_ error: any Error, at index: Int) {
    // Indices are handed out in order, so those below the failing one still finish.
    counter.store(count, ordering: .relaxed)
    contents.withLock {
      if index < $0.failure?.index ?? Int.max { $0.failure = (index, error) }
    }
  }

  func results() throws -> [Result] {
    try contents.withLock {
      if let failure = $0.failure { throw failure.error }
      return $0.results.compactMap { $0 }
    }
  }
}
