import FaceCommands
import FaceReports

/// How results become text.
struct Rendering: Sendable, Equatable {
  var format: TableFormat = .text
  /// Terminal columns; nil sets no limit.
  var width: Int?
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
    case .sentence(let sentence, let machine, let timed):
      if format.isForMachines {
        if let machine { return text(of: machine) }
        return format == .json ? JSONText.object([.init("text", .text(sentence))]) + "\n" : ""
      }
      return timed ? line(sentence, seconds: seconds) : sentence + "\n"
    }
  }

  private func text(of table: Table) -> String {
    (isMasked ? table.masked() : table).rendered(as: format, width: width, inks: inks)
  }

  /// The sentence with the time at the right edge of the terminal, or two blanks after it.
  private func line(_ sentence: String, seconds: Double) -> String {
    let time = isMasked ? Table.mask : Duration.text(seconds)
    var gap = 2
    if format == .text, let width {
      gap = max(gap, width - DisplayWidth.of(sentence) - DisplayWidth.of(time))
    }
    return sentence + String(repeating: " ", count: gap) + time + "\n"
  }
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
    let whole = Int(seconds.rounded())
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
