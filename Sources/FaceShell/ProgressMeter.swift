import CooperativeWork
import FaceReports
import Synchronization

/// Turns steps of progress into a live line on a terminal, else into one line per 10 %.
///
/// Steps arrive from all threads, out of order. Work that is done within a second says nothing.
final class ProgressMeter: Sendable {
  private let clock: @Sendable () -> Double
  private let style: Style
  private let show: @Sendable (String) -> Void
  private let state = Mutex(State())

  enum Style: Sendable {
    /// One line that is replaced, cut to so many columns.
    case live(columns: Int)
    /// A line whenever another tenth is done.
    case lines
    case silent
  }

  private struct State {
    var activity = ""
    var begun = 0.0
    var done = 0
    var shownAt = 0.0
    var tenthsShown = 0
  }

  /// - Parameters:
  ///   - clock: seconds that only grow.
  ///   - show: puts a line up; for `live` without its line feed.
  init(
    style: Style, clock: @escaping @Sendable () -> Double,
    show: @escaping @Sendable (String) -> Void
  ) {
    self.style = style
    self.clock = clock
    self.show = show
  }

  func note(_ step: ProgressStep) {
    if case .silent = style { return }
    let now = clock()
    let line: String? = state.withLock { state in
      if state.activity != step.activity || step.done < state.done / 2 {
        state = State(activity: step.activity, begun: now)
        // The first step took time before it was told; without a start there is no rate yet.
      }
      guard step.done > state.done else { return nil }
      state.done = step.done
      let elapsed = now - state.begun
      guard elapsed >= 0.5 else { return nil }
      switch style {
      case .silent: return nil
      case .live(let columns):
        guard now - state.shownAt >= 0.1 else { return nil }
        state.shownAt = now
        return Self.cut(Self.words(step, elapsed: elapsed), to: columns - 1)
      case .lines:
        guard let total = step.total, total > 0 else { return nil }
        let tenths = step.done * 10 / total
        guard tenths > state.tenthsShown, elapsed >= 1 else { return nil }
        state.tenthsShown = tenths
        return Self.words(step, elapsed: elapsed) + "\n"
      }
    }
    if let line { show(line) }
  }

  /// `training 40 of 400, 10 %, 12.5/s, 29 s left`.
  static func words(_ step: ProgressStep, elapsed: Double) -> String {
    let rate = elapsed > 0 ? Double(step.done) / elapsed : 0
    guard let total = step.total, total > 0 else {
      return "\(step.activity) \(step.done), \(rateText(rate))"
    }
    var text = "\(step.activity) \(step.done) of \(total), \(step.done * 100 / total) %, "
    text += rateText(rate)
    if step.done < total, rate > 0 {
      text += ", \(Duration.wholeSeconds(max(1, Double(total - step.done) / rate))) left"
    }
    return text
  }

  private static func rateText(_ rate: Double) -> String {
    if rate >= 10 { return "\(Int(rate.rounded()))/s" }
    let hundredths = Int((rate * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)/s"
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    return String(text.prefix(max(0, columns - 1))) + "…"
  }
}
