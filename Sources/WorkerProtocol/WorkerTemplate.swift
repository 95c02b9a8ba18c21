package import CooperativeWork
import Glibc

/// A process that has loaded the codecs, reads no picture, and makes copies of itself that do.
///
/// Loading takes longer than decoding hundreds of faces, so it is done once and not once a helper;
/// copies share the pages. A copy is a child of this process like any other.
///
/// Not safe for two threads at once; whoever has it owns it.
package final class WorkerTemplate {
  /// How long it may take to load the codecs: they may lie on a slow file system.
  private static let patienceSeconds = 60

  private let line: WorkerLine

  /// Starts the program at `path`. Returns before it has loaded anything.
  ///
  /// - Throws: ``WorkerError``.
  package init(path: String) throws(WorkerError) {
    line = try WorkerLine(path: path, duty: WorkerProcess.Duty.images.rawValue)
  }

  /// Ends the process without waiting; it is reaped when this value goes.
  package func dismiss() { line.kill() }

  /// A helper that works with `memory`; waits until the codecs are loaded.
  ///
  /// - Throws: ``WorkerError`` when it died or babbled, after which it is gone; ``Cancelled``, after
  ///   which it is gone too.
  package func copy(
    with memory: SharedMemory, cancellation: Cancellation
  ) throws -> WorkerProcess {
    let ends = try WorkerChannel.pair()
    let channel = WorkerChannel(adopting: ends.ours)
    defer { close(ends.theirs) }
    let message = try line.answer(
      stallSeconds: Self.patienceSeconds, cancellation: cancellation, progress: { 0 }
    ) { origin throws(WorkerError) in
      try origin.requestCopy(channel: ends.theirs, memory: memory.descriptor)
    }
    guard message.count == MemoryLayout<Int32>.size else {
      _ = line.end()
      throw WorkerError.badMessage
    }
    let pid = message.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
    guard pid > 0 else { throw WorkerError.system(call: "clone", errno: -pid) }
    return WorkerProcess(line: WorkerLine(to: pid, over: channel), memory: memory)
  }
}
