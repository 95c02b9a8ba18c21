import CommandLanguage
import DurableFiles
import FaceCommands
import FaceVocabulary
import Glibc

/// Runs scripts, `-c` texts and lines of standard input, one command after the other.
struct ScriptRunner: Sendable {
  let runner: CommandRunner
  let signals: Signals
  let options: GlobalOptions

  /// Runs `-c` and `-f` in order; stops at the first error unless `--keep-going` was given.
  func run(_ steps: [Invocation.Step]) -> ExitCode {
    var code = ExitCode.done
    for step in steps {
      let ending =
        switch step {
        case .commands(let text): run(text)
        case .file(let path): run(file: path)
        }
      code = code.followed(by: ending.code)
      if ending.leaves || !goesOn(after: ending.code) { break }
    }
    return code
  }

  /// Runs the lines of a file; `-` is standard input.
  func run(file path: String) -> CommandRunner.Ending {
    // Without O_NONBLOCK a pipe that nobody writes to would be waited for where no signal is seen.
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return fail(ScriptError.unreadable(path: path, number: errno))
    }
    defer { if descriptor > 0 { close(descriptor) } }
    var reader = PlainLineReader(descriptor: descriptor, signals: signals)
    var number = 0
    var code = ExitCode.done
    while true {
      number += 1
      switch reader.next() {
      case .end: return .init(code: code)
      case .signal(let signal): return .init(code: signal, leaves: true)
      case .failed(let error):
        return fail(ScriptError.unreadable(path: path, number: error.number))
      case .tooLong: return fail(ScriptError.lineTooLong(path: path, line: number))
      case .line(let line):
        let place = ScriptPlace(file: path, line: number, source: line)
        let ending = run(line, place: place)
        code = code.followed(by: ending.code)
        if ending.leaves || !goesOn(after: ending.code) {
          return .init(code: code, leaves: ending.leaves)
        }
      }
    }
  }

  /// Runs one text of a `-c`, or one line of a file when `place` says where it stands.
  private func run(_ text: String, place: ScriptPlace? = nil) -> CommandRunner.Ending {
    var code = ExitCode.done
    do throws(UsageError) {
      for words in try LineWords.commands(in: text, allowingSemicolons: place == nil) {
        let ending = runner.run(words, base: options, source: text, place: place)
        code = code.followed(by: ending.code)
        if ending.leaves || !goesOn(after: ending.code) {
          return .init(code: code, leaves: ending.leaves)
        }
      }
      return .init(code: code)
    } catch {
      return fail(error, place: place)
    }
  }

  private func goesOn(after code: ExitCode) -> Bool {
    code.letsScriptGoOn || (options.keepGoing && !code.endsSession)
  }

  private func fail(_ error: any Error, place: ScriptPlace? = nil) -> CommandRunner.Ending {
    runner.fail(
      ErrorReport(error), nil, json: options.wantsJSON, place: place, color: options.color)
  }
}

/// Why a script could not be read.
enum ScriptError: ExplainedError, Equatable {
  case unreadable(path: String, number: Int32)
  case lineTooLong(path: String, line: Int)

  private static func named(_ path: String) -> String {
    path == "-" ? "standard input" : "the script '\(path)'"
  }

  var message: String {
    switch self {
    case .unreadable(let path, let number):
      "cannot read \(Self.named(path)): \(SystemCode(number).words)"
    case .lineTooLong(let path, let line):
      "line \(line) of \(Self.named(path)) is longer than \(PlainLineReader.longestLine) bytes"
    }
  }

  var hint: String? {
    switch self {
    case .unreadable(_, ENOENT): "check the spelling with 'ls'"
    case .unreadable(let path, let number): SystemCode(number).hint(about: "'\(path)'")
    case .lineTooLong: "a script is a text file with one command a line"
    }
  }

  var kind: String {
    switch self {
    case .unreadable: "script_unreadable"
    case .lineTooLong: "line_too_long"
    }
  }
}
