import Glibc
import WorkerProtocol

/// Why no helper can do any work, and what to do about it.
package struct HelperFault: Error, Equatable, Sendable {
  package let reason: String
  /// nil when there is nothing useful to say.
  package let advice: String?

  package init(reason: String, advice: String? = nil) {
    self.reason = reason
    self.advice = advice
  }

  /// What `error` of the helper at `worker` means for whoever runs the program.
  init(_ error: WorkerError, of worker: WorkerLocation) {
    let name = WorkerLocation.programName
    switch error {
    case .cannotStart where !worker.tried.isEmpty:
      reason = "\(name) is not in " + worker.tried.joined(separator: " or ")
      advice = "put the \(name) of the same build into one of them, or install facebench again"
    case .cannotStart(_, ENOENT):
      reason = error.words
      advice = "put the \(name) of the same build there, or install facebench again"
    case .cannotStart(_, EACCES):
      reason = error.words
      advice = "make it executable with 'chmod +x \(worker.path)'"
    case .cannotStart, .system:
      reason = error.words
      advice = "try again with fewer --jobs, or with less else running"
    case .ended(2, 0), .badMessage:
      reason = error.words
      advice = "\(worker.path) is of another version: install facebench and \(name) from one build"
    case .ended(127, 0):
      reason = error.words
      advice = "a library it needs is missing: 'ldd \(worker.path)' names it"
    case .ended, .stalled:
      reason = error.words
      advice = "'doctor' tries the helper and says what the kernel lets it do"
    }
  }
}
