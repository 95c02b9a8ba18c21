import Glibc
import WorkerProtocol

extension WorkerError {
  /// What went wrong, for a message about a helper that cannot do its work.
  var words: String {
    switch self {
    case .cannotStart(let path, let code):
      "\(QuotedName(path)) cannot be started: \(String(cString: strerror(code)))"
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .ended(let code, 0): "the helper ended with code \(code)"
    case .ended(_, let signal): "the helper died of signal \(signal)"
    case .badMessage: "the helper speaks another language"
    case .stalled(let seconds): "the helper said nothing for \(seconds) s"
    }
  }

  /// What this means for the file that the helper worked on.
  func imageFault(secondsPerFile: Int, worker: WorkerLocation) -> ImageFault {
    switch self {
    case .cannotStart, .system: .helperUnavailable(HelperFault(self, of: worker))
    // The kernel ends a process with SIGXCPU when its processor time is used up.
    case .ended(_, SIGXCPU), .stalled: .helperTimedOut(seconds: secondsPerFile)
    case .ended(_, let signal): .helperDied(signal: signal)
    case .badMessage: .helperDied(signal: SIGKILL)
    }
  }
}
