import CWorkerShim
package import CooperativeWork
import Glibc

/// A running helper, seen from its parent: started here, asked, and killed when no longer wanted.
///
/// Not safe for two threads at once; whoever has it owns it.
package final class WorkerProcess {
  /// What a helper is started for; its first argument.
  package enum Duty: String, Sendable {
    /// Decodes and encodes pictures, without any right.
    case images
    /// Reads one video file or camera.
    case video
  }

  /// Name of the library that a helper for videos loads; it lies beside the program.
  package static let videoLibraryName = "libfacebench-video.so"

  package let memory: SharedMemory
  private var channel: WorkerChannel
  /// nil once it was reaped.
  private var pid: pid_t?

  /// Starts the program at `path`. Returns before it is ready: requests wait in the channel.
  ///
  /// - Parameter file: a descriptor that the helper inherits, for video.
  package init(
    path: String, duty: Duty, memory: SharedMemory, file: Int32? = nil
  ) throws(WorkerError) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    let failure = fwk_channel_create(&ours, &theirs)
    guard failure == 0 else { throw .system(call: "socketpair", errno: -failure) }
    defer { close(theirs) }
    self.memory = memory
    channel = WorkerChannel(adopting: ours)
    memory.progress = -1
    var child: pid_t = 0
    let refusal = fwk_spawn(path, duty.rawValue, theirs, memory.descriptor, file ?? -1, &child)
    guard refusal == 0 else { throw .cannotStart(path: path, errno: -refusal) }
    pid = child
  }

  deinit { _ = end() }

  /// The helper's process number; nil once it has ended.
  package var processNumber: Int32? { pid }

  /// Sends `request` and waits for the answer.
  ///
  /// - Parameter stallSeconds: how long the progress word may stand still before the helper is killed.
  /// - Throws: ``WorkerError`` when the helper died, stalled or babbled, after which it is gone;
  ///   ``Cancelled`` when `cancellation` was raised, after which it is gone too.
  package func ask(
    _ request: WorkerRequest, stallSeconds: Int, cancellation: Cancellation
  ) throws -> WorkerReply {
    memory.progress = -1
    guard pid != nil else { throw WorkerError.ended(code: -1, signal: 0) }
    do {
      try channel.send(request.bytes)
    } catch {
      throw died()
    }
    let tick: Int32 = 50
    var stillTicks = 0
    var lastProgress = memory.progress
    while !channel.isReadable(within: tick) {
      if cancellation.isCancelled {
        _ = end()
        throw Cancelled()
      }
      let progress = memory.progress
      stillTicks = progress == lastProgress ? stillTicks + 1 : 0
      lastProgress = progress
      if stillTicks > stallSeconds * 1000 / Int(tick) {
        _ = end()
        throw WorkerError.stalled(seconds: stallSeconds)
      }
    }
    guard let message = try channel.receive() else { throw died() }
    do {
      return try WorkerReply(bytes: message)
    } catch {
      _ = end()
      throw WorkerError.badMessage
    }
  }

  /// Reaps a helper that hung up and says how it ended.
  private func died() -> WorkerError {
    guard let pid else { return .ended(code: -1, signal: 0) }
    // It closed its end by dying, or is about to die: a helper never hangs up and lives on.
    var code: Int32 = -1
    var signal: Int32 = 0
    if fwk_reap(pid, &code, &signal) != 0 { code = -1 }
    self.pid = nil
    return .ended(code: code, signal: signal)
  }

  /// Kills and reaps the helper. It keeps nothing that could be lost.
  private func end() -> WorkerError {
    if let pid { kill(pid, SIGKILL) }
    return died()
  }
}
