import Synchronization
import TextNotebooks

/// What the shell remembers of a session: the lines typed and the notebook being recorded.
final class ShellRecord: Sendable {
  private let state = Mutex(State())

  private struct State {
    var lines: [String] = []
    var recording: NotebookRecording?
  }

  /// Lines typed in this and earlier sessions, oldest first.
  var lines: [String] { state.withLock { $0.lines } }

  func add(lines: [String]) { state.withLock { $0.lines += lines } }

  /// Begins a recording; false when one is running.
  func begin(_ recording: NotebookRecording) -> Bool {
    state.withLock { state in
      guard state.recording == nil else { return false }
      state.recording = recording
      return true
    }
  }

  /// Ends the recording and returns it; nil when none is running.
  func endRecording() -> NotebookRecording? {
    state.withLock { state in
      defer { state.recording = nil }
      return state.recording
    }
  }

  /// Adds a command to the recording; those that steer the recording itself are left out.
  func noteRun(_ source: String, output: String, exitCode: ExitCode) {
    state.withLock { state in
      guard !source.hasPrefix("notebook ") else { return }
      state.recording?.add(source, output: output, exitCode: Int(exitCode.rawValue))
    }
  }
}
