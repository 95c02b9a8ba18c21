import FaceCommands
import FaceReports

/// How results become text.
struct Rendering: Sendable, Equatable {
  var format: TableFormat = .text
  /// Terminal columns; nil sets no limit to tables.
  var width: Int?
  /// Columns that sentences are wrapped at where there is no ``width``; nil leaves them on one line.
  var sentenceWidth: Int? = NotebookPlayer.columns
  /// Whether everything that depends on time is replaced by `…`.
  var isMasked = false
  /// Colours of text.
  var inks = Inks.none

  /// The text of an outcome, empty or ended by a line feed.
  ///
  /// - Parameter seconds: how long the command took.
  func text(of outcome: Outcome, seconds: Double) -> String {
    var blocks: [String] = []
    for part in outcome.parts {
      let block = text(of: part, seconds: seconds)
      if !block.isEmpty { blocks.append(block) }
    }
    // JSON and its like are streams of rows: no blank lines between them.
    return blocks.joined(separator: format == .json || format == .tsv ? "" : "\n")
  }

  private func text(of part: Outcome.Part, seconds: Double) -> String {
    switch part {
    case .text(let text):
      if format == .json { return JSONText.object([.init("text", .text(text))]) + "\n" }
      return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    case .table(let table): return self.text(of: table)
    case .shown(let table, let machine):
      return self.text(of: format.isForMachines ? machine : table)
    case .sentence(let sentence, let machine, let timed):
      if format.isForMachines {
        if let machine { return text(of: machine) }
        return format == .json ? JSONText.object([.init("text", .text(sentence))]) + "\n" : ""
      }
      return lines(VisibleText.lines(sentence), seconds: timed ? seconds : nil)
    }
  }

  private func text(of table: Table) -> String {
    (isMasked ? table.masked() : table).rendered(as: format, width: width, inks: inks)
  }

  /// The sentence, wrapped, with the time at the right edge of the terminal or two blanks after it.
  private func lines(_ sentence: String, seconds: Double?) -> String {
    let limit = format == .text ? width ?? sentenceWidth : nil
    var lines = sentence.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      WrappedText.lines(of: String($0), width: limit ?? Int.max, breakingWords: false)
    }
    if let seconds {
      let time = isMasked ? Table.mask : Duration.text(seconds)
      let last = lines.removeLast()
      let used = DisplayWidth.of(last)
      // Room for any time, so that a faster or a slower run breaks no line.
      let isFull = limit.map { used + Rendering.timeWidth > $0 && used <= $0 } ?? false
      if isFull { lines.append(last) }
      let start = isFull ? 0 : used
      var gap = 2
      if format == .text, let width { gap = max(gap, width - start - DisplayWidth.of(time)) }
      lines.append((isFull ? "" : last) + String(repeating: " ", count: gap) + time)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Two blanks and `59 min 59 s`.
  private static let timeWidth = 13
}

/// Lengths of time in words.
enum Duration {
  /// `12 ms`, `3.4 s`, `2 min 5 s`.
  static func text(_ seconds: Double) -> String {
    if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 60 {
      let tenths = Int((seconds * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) s"
    }
    return wholeSeconds(seconds)
  }

  /// `3 s`, `2 min 5 s`, for what is no measurement, such as the time that is left.
  static func wholeSeconds(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
