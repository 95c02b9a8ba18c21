import CReadlineShim
import CommandLanguage
import Glibc

/// Lines typed at a terminal, edited with readline.
///
/// There is one, on the main thread: readline keeps its state in globals. Between lines the
/// terminal is in its ordinary mode.
@MainActor
final class LineEditor {
  private let signals: Signals
  private let completions: Completions

  /// What came from the terminal.
  enum Input: Equatable {
    case line(String)
    /// Ctrl-D on an empty line, or the terminal has gone.
    case end
    /// SIGTERM or SIGHUP.
    case signal(ExitCode)
  }

  /// Answers readline's questions; it outlives the editor's calls because the editor holds it.
  private final class Completions {
    let completer: () -> Completer
    init(_ completer: @escaping () -> Completer) { self.completer = completer }

    func answer(_ line: String, quote: Int32, into matches: OpaquePointer?) {
      let unfinished = UnfinishedLine(line)
      guard !unfinished.isComment else { return }
      let candidates = completer().candidates(
        after: unfinished.before, partial: unfinished.partial)
      for candidate in candidates {
        // Inside quotes readline closes the quote itself and wants the bare text.
        let text = quote == 0 ? LineParser.escaped(candidate) : candidate
        frl_matches_add(matches, text)
      }
      let goesOn = candidates.count == 1 && (candidates[0].last == "/" || candidates[0].last == ",")
      frl_matches_set_finished(matches, !goesOn)
    }
  }

  /// Takes the terminal over.
  ///
  /// - Parameter completer: asked at each Tab, so that new datasets are known at once.
  init(signals: Signals, history: [String], completer: @escaping () -> Completer) {
    self.signals = signals
    completions = Completions(completer)
    frl_editor_prepare(
      !StandardStream.output.isTerminal,
      { context, line, _, end, quote, matches in
        guard let context, let line else { return }
        let bytes = UnsafeRawBufferPointer(start: line, count: Int(end))
        Unmanaged<Completions>.fromOpaque(context).takeUnretainedValue()
          .answer(String(decoding: bytes, as: UTF8.self), quote: quote, into: matches)
      }, Unmanaged.passUnretained(completions).toOpaque())
    frl_history_limit(Int32(HistoryFile.limit))
    for line in history { frl_history_add(line) }
  }

  /// Shows the prompt and waits for a line; Ctrl-C clears what was typed.
  func read(prompt: String) -> Input {
    frl_editor_begin(prompt)
    defer { frl_editor_end() }
    while true {
      let isReadable = signals.wait(readable: 0)
      if signals.take(.interrupt) > 0 { frl_editor_discard() }
      if signals.take(.terminate) > 0 { return .signal(.terminated) }
      if signals.take(.hangUp) > 0 { return .signal(.hungUp) }
      if signals.take(.resize) > 0 { frl_editor_resize() }
      if signals.take(.suspend) > 0 { frl_editor_suspend() }
      guard isReadable else { continue }
      switch frl_editor_read_key() {
      case FRL_LINE: return .line(takeLine())
      case FRL_END: return .end
      default: break
      }
    }
  }

  /// Adds a line to what arrow-up and Ctrl-R find.
  func remember(_ line: String) { frl_history_add(line) }

  private func takeLine() -> String {
    guard let pointer = frl_editor_take_line() else { return "" }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
