import CommandLanguage
import CooperativeWork
import FaceCommands
import FaceReports
import FaceVocabulary

/// An error in the words that the printer shows.
struct ErrorReport: Equatable, Sendable {
  var message: String
  var hint: String?
  /// A stable word that scripts can test for.
  var kind: String
  var exitCode: ExitCode
  /// Column of the offending word on its line.
  var column: Int?

  /// Turns any error into words; the one place that knows every kind.
  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      self.init(error.message, error.hint, error.kind, .usage)
      column = error.column
    case is Cancelled:
      self.init("interrupted", nil, "interrupted", .interrupted)
    case let error as any ExplainedError:
      let exitCode: ExitCode =
        switch error.kind {
        case "usage": .usage
        case let kind where Self.timeLimitKinds.contains(kind): .timeLimit
        case "interrupted", "cancelled": .interrupted
        default: .failed
        }
      self.init(error.message, error.hint, error.kind, exitCode)
    case let error as StreamError:
      self.init(
        "writing failed: \(error.reason)", error.hint, "write_failed",
        error.isClosedPipe ? .pipeClosed : .failed)
    default:
      let words = ErrorWords(error)
      self.init(words.message, words.hint, words.kind, .failed)
    }
  }

  /// Kinds of errors that say that something took longer than it may: a camera or a video, a picture,
  /// gnuplot, and Slurm's programs.
  static let timeLimitKinds = [
    "no_frame", "decoder_timed_out", "gnuplot_too_slow", "program_too_slow",
  ]

  private init(_ message: String, _ hint: String?, _ kind: String, _ exitCode: ExitCode) {
    self.message = message
    self.hint = hint
    self.kind = kind
    self.exitCode = exitCode
  }

  /// `error:` and `hint:` lines for people, or one JSON object.
  ///
  /// - Parameters:
  ///   - place: where the command stood, shown between the two lines with a caret.
  ///   - inks: colours of the words `error:` and `hint:`.
  ///   - width: columns of the terminal that both are wrapped at; nil leaves them on one line.
  func text(
    json: Bool, place: ScriptPlace? = nil, inks: Inks = .none, width: Int? = nil
  ) -> String {
    if json {
      return JSONText.object([
        .init("error", .text(message)), .init("hint", .optional(hint)), .init("kind", .text(kind)),
      ]) + "\n"
    }
    var text = LabelledText.lines("error:", inks("error:", .error), message, width: width)
    if let place { text += place.text(column: column) }
    if let hint { text += LabelledText.lines("hint:", inks("hint:", .hint), hint, width: width) }
    return text
  }
}

/// Where a command stands in a script.
struct ScriptPlace: Equatable, Sendable {
  /// Path of the script, or `-` for standard input.
  var file: String
  /// Counted from 1.
  var line: Int
  /// The line as written.
  var source: String

  /// `  plan.fb:3:14: evaluate orl --method fishr` and a caret below the word; standard input, which is
  /// no file that an editor could open there, in words.
  func text(column: Int?) -> String {
    let start =
      file == "-"
      ? "  standard input, line \(line): "
      : "  \(VisibleText.of(file)):\(line):" + (column.map { "\($0 + 1):" } ?? "") + " "
    guard let column else { return start + VisibleText.of(source) + "\n" }
    let before = start + VisibleText.of(String(source.prefix(column)))
    return start + VisibleText.of(source) + "\n"
      + String(repeating: " ", count: DisplayWidth.of(before)) + "^\n"
  }
}
