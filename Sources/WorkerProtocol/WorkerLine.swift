import CWorkerShim
import CooperativeWork
import Glibc

/// A process that was started here, and the line to it: asked, reaped, and killed when no longer wanted.
///
/// Not safe for two threads at once; whoever has it owns it.
final class WorkerLine {
  private var channel: WorkerChannel
  /// nil once it was reaped.
  private var pid: pid_t?

  /// Takes over our end of the line to the process `pid`, a child of this one.
  init(to pid: pid_t, over channel: consuming WorkerChannel) {
    self.pid = pid
    self.channel = channel
  }

  /// Starts the program at `path` with `duty` as its first argument and `memory` and `file` where
  /// they are given. Returns before it is ready: requests wait in the channel.
  init(
    path: String, duty: String, memory: SharedMemory? = nil, file: Int32? = nil
  ) throws(WorkerError) {
    let ends = try WorkerChannel.pair()
    defer { close(ends.theirs) }
    channel = WorkerChannel(adopting: ends.ours)
    var child: pid_t = 0
    let refusal = fwk_spawn(
      path, duty, ends.theirs, memory?.descriptor ?? -1, file ?? -1, &child)
    guard refusal == 0 else { throw .cannotStart(path: path, errno: -refusal) }
    pid = child
  }

  deinit { _ = end() }

  /// The process's number; nil once it has ended.
  var processNumber: Int32? { pid }

  /// Whether there is nothing to be read, not even the end of the line.
  var isSilent: Bool { pid != nil && !channel.isReadable(within: 0) }

  /// Sends what `send` puts on the channel and waits for the answer.
  ///
  /// - Parameters:
  ///   - stallSeconds: how long `progress` may stand still before the process is killed.
  ///   - progress: a word that changes while the process works.
  /// - Throws: ``WorkerError`` when the process died or stalled, after which it is gone;
  ///   ``Cancelled`` when `cancellation` was raised, after which it is gone too.
  func answer(
    stallSeconds: Int, cancellation: Cancellation, progress: () -> Int,
    to send: (borrowing WorkerChannel) throws(WorkerError) -> Void
  ) throws -> [UInt8] {
    guard pid != nil else { throw WorkerError.ended(code: -1, signal: 0) }
    do {
      try send(channel)
    } catch {
      throw died()
    }
    let tick: Int32 = 50
    var stillTicks = 0
    var lastProgress = progress()
    while !channel.isReadable(within: tick) {
      if cancellation.isCancelled {
        _ = end()
        throw Cancelled()
      }
      let now = progress()
      stillTicks = now == lastProgress ? stillTicks + 1 : 0
      lastProgress = now
      if stillTicks > stallSeconds * 1000 / Int(tick) {
        _ = end()
        throw WorkerError.stalled(seconds: stallSeconds)
      }
    }
    guard let message = try channel.receive() else { throw died() }
    return message
  }

  /// Kills the process without waiting for its end.
  func kill() {
    if let pid { _ = Glibc.kill(pid, SIGKILL) }
  }

  /// Kills and reaps the process, which answered what makes no sense. It keeps nothing that could be
  /// lost.
  func end() -> WorkerError {
    kill()
    return died()
  }

  /// Reaps a process that hung up and says how it ended.
  private func died() -> WorkerError {
    guard let pid else { return .ended(code: -1, signal: 0) }
    // It closed its end by dying, or is about to die: a helper never hangs up and lives on.
    var code: Int32 = -1
    var signal: Int32 = 0
    if fwk_reap(pid, &code, &signal) != 0 { code = -1 }
    self.pid = nil
    return .ended(code: code, signal: signal)
  }
}
