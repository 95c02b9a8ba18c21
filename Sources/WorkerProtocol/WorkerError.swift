/// Why a helper process gave no answer.
package enum WorkerError: Error, Equatable, Sendable {
  /// The program is not there or cannot run.
  case cannotStart(path: String, errno: Int32)
  /// It ended: with an exit code, or by a signal.
  case ended(code: Int32, signal: Int32)
  /// It showed no progress for this long and was killed.
  case stalled(seconds: Int)
  /// It said something that makes no sense, and was killed.
  case badMessage
  case system(call: String, errno: Int32)
}
