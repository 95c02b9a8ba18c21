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

  /// What helpers are copies of.
  ///
  /// - Note: `@unchecked` because templates are no Sendable values; the mutex around this is their lock.
  private struct Origin: @unchecked Sendable {
    private(set) var template: WorkerTemplate?

    /// The template, started if there is none.
    mutating func started(_ path: String) throws(WorkerError) -> WorkerTemplate {
      if let template { return template }
      let new = try WorkerTemplate(path: path)
      template = new
      return new
    }

    /// A copy of the template; one that died while it waited is started once more.
    mutating func copy(
      _ path: String, with memory: SharedMemory, cancellation: Cancellation
    ) throws -> WorkerProcess {
      let wasWaiting = template != nil
      do {
        return try started(path).copy(with: memory, cancellation: cancellation)
      } catch WorkerError.ended where wasWaiting {
        template = nil
        return try copy(path, with: memory, cancellation: cancellation)
      } catch {
        template = nil
        throw error
      }
    }
  }

  /// Deaths on one file after which it is not tried again.
  static let mostDeaths = 3

  let worker: WorkerLocation
  private let limits: DecodingLimits
  private let state = Mutex(State())
  /// Held while the codecs are being loaded, so that they are loaded once.
  private let origin = Mutex(Origin())

  init(worker: WorkerLocation, limits: DecodingLimits) {
    self.worker = worker
    self.limits = limits
  }

  deinit {
    // The kernel takes milliseconds to take down what each of them has loaded.
    origin.withLock { $0.template?.dismiss() }
    state.withLock { state in
      for helper in state.idle { helper.dismiss() }
    }
  }

  /// Begins to load the codecs where that has not begun; returns at once.
  func prepare() {
    // What is wrong is told by whoever needs a helper.
    _ = try? origin.withLock { try $0.started(worker.path) }
  }

  /// An idle helper, or a new one.
  ///
  /// - Throws: ``WorkerError``, and ``Cancelled``.
  func lease(cancellation: Cancellation) throws -> Lease {
    if let idle = idle() { return idle }
    let memory = try SharedMemory(inputBytes: limits.fileBytes, outputBytes: limits.pixels)
    let lease = try origin.withLock { origin in
      try Lease(helper: origin.copy(worker.path, with: memory, cancellation: cancellation))
    }
    if let number = lease.helper.processNumber {
      state.withLock { _ = $0.running.insert(number) }
    }
    return lease
  }

  /// An idle helper; those that died meanwhile, of which there may be many, are dropped.
  private func idle() -> Lease? {
    state.withLock { state in
      while let helper = state.idle.popLast() {
        if helper.isWaiting { return Lease(helper: helper) }
        if let number = helper.processNumber { state.running.remove(number) }
      }
      return nil
    }
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
