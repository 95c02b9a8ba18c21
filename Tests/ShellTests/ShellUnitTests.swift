import CommandLanguage
import CooperativeWork
import FaceCommands
import FaceReports
import FaceVocabulary
import Glibc
import Synchronization
import Testing

@testable import FaceShell

/// Parts of the shell that need no program around them.
@Suite struct ShellUnitTests {
  @Test func theDeclarationsOfAllCommandsAreSound() async {
    // A file that is loaded has a size; only a recipe can leave it to the dataset.
    let sizeOfFiles = ["model load", "model verify"].map {
      "--size is a size like 92x112, or auto in 'model train' and a size like 92x112 in '\($0)'"
    }
    let problems = await Shell.declarationProblems().filter { !sizeOfFiles.contains($0) }
    #expect(problems == [])
  }

  @Test(
    "the first failure is the exit code, and skipped items are none",
    arguments: [
      ([.done, .done], .done), ([.done, .skippedItems, .done], .skippedItems),
      ([.failed, .usage], .failed), ([.skippedItems, .failed], .failed),
      ([.failed, .interrupted], .interrupted), ([.failed, .done], .failed), ([], .done),
    ] as [([ExitCode], ExitCode)])
  func exitCodes(codes: [ExitCode], result: ExitCode) {
    #expect(codes.reduce(.done) { $0.followed(by: $1) } == result)
    #expect(ExitCode.skippedItems.letsScriptGoOn)
  }

  @Test(
    "progress tells rate and time left",
    arguments: [
      (40, 400, 4.0, "training 40 of 400, 10 %, 10/s, 36 s left"),
      (400, 400, 4.0, "training 400 of 400, 100 %, 100/s"),
      (1, 3, 8.0, "training 1 of 3, 33 %, 0.13/s, 16 s left"),
      (1, 1000, 1.0, "training 1 of 1000, 0 %, 1.00/s, 16 min 39 s left"),
    ])
  func progress(done: Int, total: Int, elapsed: Double, words: String) {
    let step = ProgressStep(activity: "training", done: done, total: total)
    #expect(ProgressMeter.words(step, elapsed: elapsed) == words)
  }

  @Test func progressWithoutATerminalIsALinePerTenth() {
    let lines = Mutex<[String]>([])
    let time = Mutex(0.0)
    let meter = ProgressMeter(style: .lines, clock: { time.withLock { $0 } }) { line in
      lines.withLock { $0.append(line) }
    }
    for done in 1...1000 {
      time.withLock { $0 = Double(done) * 0.01 }
      meter.note(ProgressStep(activity: "training", done: done, total: 1000))
    }
    let shown = lines.withLock { $0 }
    #expect(shown.count == 10)
    #expect(shown.allSatisfy { $0.hasSuffix("\n") })
  }

  @Test func shortWorkSaysNothing() {
    let lines = Mutex<[String]>([])
    let meter = ProgressMeter(style: .lines, clock: { 0.2 }) { line in
      lines.withLock { $0.append(line) }
    }
    for done in 1...100 { meter.note(ProgressStep(activity: "x", done: done, total: 100)) }
    #expect(lines.withLock { $0 } == [])
  }

  @Test func aTimedSentenceEndsAtTheRightEdge() {
    let machine = Table(columns: [.init("imported", title: nil)], rows: [[.integer(400)]])
    let outcome = Outcome.sentence("orl: 400 faces", machine: machine, timed: true)
    let line = Rendering(width: 40).text(of: outcome, seconds: 1.26)
    #expect(line == "orl: 400 faces" + String(repeating: " ", count: 21) + "1.3 s\n")
    #expect(line.count == 41)
    #expect(Rendering().text(of: outcome, seconds: 0.012) == "orl: 400 faces  12 ms\n")
    #expect(Rendering(isMasked: true).text(of: outcome, seconds: 9) == "orl: 400 faces  …\n")
    #expect(Rendering(format: .json).text(of: outcome, seconds: 9) == "{\"imported\":400}\n")
  }

  @Test("a long sentence is wrapped between words, its time at the right edge of the last line")
  func wrapping() {
    let words = (1...40).map { "s\($0)/light1_yaw+030 accepted" }.joined(separator: ", ")
    let outcome = Outcome.sentence(words, timed: true)
    for width in [40, 77, 100, 100_000] {
      for seconds in [0.002, 59.94, 3599] {
        let lines = Rendering(width: width).text(of: outcome, seconds: seconds)
          .split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines.last?.count == width && lines.joined(separator: " ").hasPrefix(words))
      }
    }
    let piped = Rendering().text(of: outcome, seconds: 1).split(separator: "\n")
    #expect(piped.count > 5 && piped.allSatisfy { $0.count <= 100 })
    let path = "/" + String(repeating: "x", count: 120) + ": saved"
    #expect(Rendering().text(of: .sentence(path), seconds: 1).split(separator: "\n").count == 2)
    #expect(
      Rendering(sentenceWidth: nil).text(of: outcome, seconds: 1).hasPrefix(words + "  1.0 s"))
  }

  @Test(
    "what took longer than it may ends with 124",
    arguments: [
      ("no_frame", ExitCode.timeLimit), ("decoder_timed_out", .timeLimit),
      ("gnuplot_too_slow", .timeLimit), ("program_too_slow", .timeLimit),
      ("program_failed", .failed), ("camera_busy", .failed),
    ])
  func timeLimits(kind: String, code: ExitCode) {
    struct Told: ExplainedError {
      let message = "it took too long"
      let hint: String? = nil
      let kind: String
    }
    #expect(ErrorReport(Told(kind: kind)).exitCode == code)
  }

  @Test("errors are wrapped between words at a terminal, and on one line elsewhere")
  func wrappedErrors() {
    let report = ErrorReport(
      UsageError(
        "no method 'fishr'", hint: "did you mean 'fisher'? methods: eigen, fisher, lbph"))
    #expect(
      report.text(json: false)
        == "error: no method 'fishr'\nhint:  did you mean 'fisher'? methods: eigen, fisher, lbph\n")
    #expect(
      report.text(json: false, width: 40) == """
        error: no method 'fishr'
        hint:  did you mean 'fisher'? methods:
               eigen, fisher, lbph

        """)
    let path = "/" + String(repeating: "x", count: 60)
    let long = LabelledText.lines("warning:", "warning:", "see \(path) there", width: 40)
    #expect(long == "warning: see\n         \(path)\n         there\n")
  }

  @Test(
    "lengths of time are short",
    arguments: [
      (0.0004, "0 ms"), (0.012, "12 ms"), (1, "1.0 s"), (59.94, "59.9 s"), (61, "1 min 1 s"),
      (3725, "1 h 2 min"),
    ])
  func durations(seconds: Double, text: String) {
    #expect(FaceShell.Duration.text(seconds) == text)
  }

  @Test func aSecondCtrlCLeavesACommandThatCannotStop() async {
    await #expect(processExitsWith: .exitCode(130)) {
      let foreground = Foreground(
        signals: try Signals(forPrompt: false), printer: Printer(showsLiveLines: false))
      _ = try foreground.run(Cancellation()) {
        kill(getpid(), SIGINT)
        usleep(200_000)
        kill(getpid(), SIGINT)
        sleep(60)
      }
    }
  }

  @Test func argumentsAreReadInOrder() throws {
    let invocation = try Invocation(["--jobs", "2", "-c", "a; b", "-f", "x.fb", "--json"])
    #expect(invocation.task == .steps([.commands("a; b"), .file("x.fb")]))
    #expect(invocation.options.jobs == 2)
    #expect(invocation.options.effectiveFormat == .json)
    #expect(try Invocation([]).task == .prompt)
    #expect(
      try Invocation(["--seed=4", "recipe", "show", "--csv"]).task
        == .words([Word("recipe"), Word("show"), Word("--csv")]))
    #expect(
      throws: UsageError("-f needs a file", hint: "such as -f plan.fb; '-f -' reads standard input")
    ) {
      try Invocation(["-f"])
    }
  }

  @Test(arguments: ["markdown", "latex", "html", "tsv"])
  func aFormatWrittenAsAnOptionIsCorrected(format: String) {
    let hint = "did you mean '--format \(format)'?"
    let before = #expect(throws: UsageError.self) {
      try Invocation(["--\(format)", "dataset", "list"])
    }
    #expect(before?.hint == hint)
    let tree = ShellCommands.tree(ShellRecord())
    let after = #expect(throws: UsageError.self) {
      try tree.read([Word("dataset"), Word("list"), Word("--\(format)")])
    }
    #expect(after?.hint == hint)
  }

  @Test func privateEmptyAndRepeatedLinesAreNotRemembered() {
    #expect(HistoryFile.remembers("a", after: "b"))
    #expect(!HistoryFile.remembers("a", after: "a"))
    #expect(!HistoryFile.remembers(" a", after: nil))
    #expect(!HistoryFile.remembers("", after: nil))
    #expect(HistoryFile { ["HOME": "/h"][$0] }.path == "/h/.local/state/facebench/history")
    #expect(
      HistoryFile { ["HOME": "/h", "XDG_STATE_HOME": "/s"][$0] }.path == "/s/facebench/history")
    #expect(HistoryFile { _ in nil }.path == nil)
  }

  @Test func slurmDecidesTheThreads() {
    #expect(Machine.grantedJobs() >= 1)
    setenv("SLURM_CPUS_PER_TASK", "3", 1)
    #expect(Machine.grantedJobs() == 3)
    unsetenv("SLURM_CPUS_PER_TASK")
  }
}
