import CooperativeWork
import FaceDatasets

/// Tells a person on standard error how a capture goes: the running count, and why frames were
/// rejected. Frames in a row that were rejected for one kind of reason share a line.
final class CaptureTalk {
  private let console: Console
  private let clock: () -> Double
  private var run: Run?
  private var shownAt = -Double.infinity
  private var tenths = 0
  private let guide: SweepGuide

  private struct Run {
    let kind: String
    let reason: String
    let first: Int
    var last: Int
    var count = 1
  }

  /// Frames between two counts where the number of all frames is not known.
  private static let framesBetweenCounts = 100
  /// Sources with fewer frames than this are too short for a running count.
  private static let fewFrames = 20
  /// Seconds between two pictures of the live line.
  private static let refreshSeconds = 0.1

  init(_ workbench: Workbench, guide: SweepGuide = SweepGuide()) {
    console = workbench.console
    clock = workbench.clock
    self.guide = guide
  }

  func hear(_ event: CaptureEvent) {
    switch event {
    case .camera(let words): console.say(words)
    case .rejected(let frame, let rejection): hear(frame, rejection)
    case .looked(let frame, let promised, let kept, let rejected):
      if run?.last != frame { tellRun() }
      count("\(kept) kept, \(rejected) rejected", frame: frame, of: promised)
    case .swept(let state):
      if run?.last != state.frame { tellRun() }
      if console.isInteractive {
        show(guide.line(state))
      } else {
        let filled = state.isFilled.count { $0 }
        count(
          "\(filled) of \(state.targets.count) angles", frame: state.frame, of: state.promised)
      }
    }
  }

  /// Says what has not been said yet.
  func end() { tellRun() }

  private func hear(_ frame: Int, _ rejection: FrameRejection) {
    if var running = run, running.kind == rejection.kind {
      running.last = frame
      running.count += 1
      run = running
      return
    }
    tellRun()
    run = Run(kind: rejection.kind, reason: rejection.reason, first: frame, last: frame)
  }

  private func tellRun() {
    guard let run else { return }
    self.run = nil
    console.say(
      run.count == 1
        ? "frame \(run.first) rejected: \(run.reason)"
        : "frames \(run.first) to \(run.last): \(run.count) rejected; the first: \(run.reason)")
  }

  private func count(_ words: String, frame: Int, of promised: Int?) {
    let place = promised.map { "frame \(frame + 1) of \($0)" } ?? "frame \(frame + 1)"
    if console.isInteractive {
      show("\(place): \(words)")
    } else if let promised {
      let now = promised >= Self.fewFrames ? (frame + 1) * 10 / promised : 0
      guard now > tenths else { return }
      tenths = now
      console.say("\(place): \(words)")
    } else if (frame + 1).isMultiple(of: Self.framesBetweenCounts) {
      console.say("\(place): \(words)")
    }
  }

  private func show(_ line: String) {
    let now = clock()
    guard now - shownAt >= Self.refreshSeconds else { return }
    shownAt = now
    console.showLive(line)
  }
}
