import CooperativeWork
import FaceVocabulary
import Synchronization
import WorkerProtocol

/// The helpers of one program: started when needed, lent to one thread at a time, kept for the next.
final class HelperPool: Sendable {
  /// A helper on loan. Whoever has it owns it alone: it left the pool under the lock.
  struct Lease: ~Copyable, @unchecked Sendable {
    let helper: WorkerProcess
  }

  /// - Note: `@unchecked` because helpers are no Sendable values; the mutex around this is their lock.
  private struct State: @unchecked Sendable {
    var idle: [WorkerProcess] = []
    var running: Set<Int32> = []
    var deaths: [String: Int] = [:]
  }

  /// Deaths on one file after which it is not tried again.
  static let mostDeaths = 3

  let worker: WorkerLocation
  private let limits: DecodingLimits
  private let state = Mutex(State())

  init(worker: WorkerLocation, limits: DecodingLimits) {
    self.worker = worker
    self.limits = limits
  }

  /// An idle helper, or a new one.
  func lease() throws(WorkerError) -> Lease {
    let idle = state.withLock { state in
      state.idle.popLast().map { Lease(helper: $0) }
    }
    if let idle { return idle }
    let memory = try SharedMemory(inputBytes: limits.fileBytes, outputBytes: limits.pixels)
    let helper = try WorkerProcess(path: worker.path, duty: .images, memory: memory)
    if let number = helper.processNumber {
      state.withLock { _ = $0.running.insert(number) }
    }
    return Lease(helper: helper)
  }

  /// Takes a helper back; one that has ended is dropped.
  func giveBack(_ lease: consuming Lease, number: Int32?) {
    let helper = lease.helper
    let box = Lease(helper: helper)
    state.withLock { state in
      if box.helper.processNumber != nil {
        state.idle.append(box.helper)
      } else if let number {
        state.running.remove(number)
      }
    }
  }

  /// Process numbers of the helpers that are running, rising.
  var running: [Int32] { state.withLock { $0.running.sorted() } }

  /// Counts a death on `file` and returns how many there were.
  func recordDeath(on file: String) {
    state.withLock { $0.deaths[file, default: 0] += 1 }
  }

  /// Deaths on `file` so far.
  func deaths(on file: String) -> Int { state.withLock { $0.deaths[file, default: 0] } }
}
