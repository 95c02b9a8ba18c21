package import CooperativeWork

/// A running helper, seen from its parent: started here, asked, and killed when no longer wanted.
///
/// Not safe for two threads at once; whoever has it owns it.
package final class WorkerProcess {
  /// What a helper is started for; its first argument.
  package enum Duty: String, Sendable {
    /// Loads the codecs for pictures and makes copies of itself: see ``WorkerTemplate``.
    case images
    /// Reads one video file or camera.
    case video
  }

  /// Name of the library that a helper for videos loads; it lies beside the program.
  package static let videoLibraryName = "libfacebench-video.so"

  package let memory: SharedMemory
  private let line: WorkerLine

  /// Starts the program at `path` to read the video or camera that `file` is a descriptor of.
  /// Returns before it is ready: requests wait in the channel.
  ///
  /// - Throws: ``WorkerError``.
  package convenience init(
    path: String, memory: SharedMemory, video file: Int32
  ) throws(WorkerError) {
    self.init(
      line: try WorkerLine(
        path: path, duty: Duty.video.rawValue, memory: memory, file: file), memory: memory)
  }

  init(line: WorkerLine, memory: SharedMemory) {
    self.memory = memory
    self.line = line
    memory.progress = -1
  }

  /// The helper's process number; nil once it has ended.
  package var processNumber: Int32? { line.processNumber }

  /// Whether it can be asked: it has not hung up, and says nothing that nobody asked for.
  package var isWaiting: Bool { line.isSilent }

  /// Ends the helper without waiting, so that several end side by side; it is reaped when this value
  /// goes.
  package func dismiss() { line.kill() }

  /// Sends `request` and waits for the answer.
  ///
  /// - Parameter stallSeconds: how long the progress word may stand still before the helper is killed.
  /// - Throws: ``WorkerError`` when the helper died, stalled or babbled, after which it is gone;
  ///   ``Cancelled`` when `cancellation` was raised, after which it is gone too.
  package func ask(
    _ request: WorkerRequest, stallSeconds: Int, cancellation: Cancellation
  ) throws -> WorkerReply {
    memory.progress = -1
    let message = try line.answer(
      stallSeconds: stallSeconds, cancellation: cancellation, progress: { memory.progress }
    ) { channel throws(WorkerError) in try channel.send(request.bytes) }
    do {
      return try WorkerReply(bytes: message)
    } catch {
      _ = line.end()
      throw WorkerError.badMessage
    }
  }
}
