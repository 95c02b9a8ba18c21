import CommandLanguage
import Testing

/// A line, and the words of the error it gives.
struct BadLine: CustomTestStringConvertible, Sendable {
  let id: String
  let line: String
  let message: String
  let hint: String?
  let column: Int?

  init(_ id: String, _ line: String, _ message: String, hint: String?, column: Int?) {
    self.id = id
    self.line = line
    self.message = message
    self.hint = hint
    self.column = column
  }

  var testDescription: String { id }
}

@Suite struct UsageErrorTests {
  static let usage =
    "usage: model train NAME --on DATASET [--method eigen|fisher|lbph] [--components K] "
    + "[--threshold F] [--mirrors] [--light none|equalize] [--margin F]"

  @Test(
    "a wrong line says what was found, what was needed, and where",
    arguments: [
      BadLine(
        "unknown command", "modle train", "no command 'modle'",
        hint: "did you mean 'model'? 'help' lists them", column: 0),
      BadLine(
        "far from everything", "xyzzy", "no command 'xyzzy'", hint: "'help' lists them", column: 0),
      BadLine(
        "unknown verb", "model trian", "no command 'model trian'",
        hint: "did you mean 'model train'? model has: train", column: 6),
      BadLine(
        "noun alone", "threshold", "'threshold' needs one of: choose, try",
        hint: "'help threshold' tells what they do", column: 0),
      BadLine(
        "no prefix in scripts", "model tr a --on b", "no command 'model tr'",
        hint: "did you mean 'model train'? model has: train", column: 6),
      BadLine(
        "missing positional", "model train --on orl", "'model train' needs NAME", hint: usage,
        column: nil),
      BadLine(
        "missing option", "model train gate", "'model train' needs --on DATASET", hint: usage,
        column: nil),
      BadLine(
        "value as an option", "model train g --on o --fisher",
        "'model train' has no option '--fisher'", hint: "did you mean '--method fisher'?",
        column: 21),
      BadLine(
        "unknown word of an enum", "model train g --on o --method fishr", "no method 'fishr'",
        hint: "did you mean 'fisher'? methods: eigen, fisher, lbph", column: 30),
      BadLine(
        "unknown word in a list", "report a b --method eigen,x", "no method 'x'",
        hint: "methods: eigen, fisher, lbph", column: 20),
      BadLine(
        "twice in a list", "report a b --method eigen,eigen",
        "--method: 'eigen,eigen' names 'eigen' twice", hint: "write each value once", column: 20),
      BadLine(
        "number out of range", "model train g --on o --components 0",
        "--components: '0' is no whole number from 1 to 10000", hint: nil, column: 34),
      BadLine(
        "number with a tail", "model train g --on o --components 12x",
        "--components: '12x' is no whole number from 1 to 10000", hint: nil, column: 34),
      BadLine(
        "not finite", "model train g --on o --threshold nan",
        "--threshold: 'nan' is no number from 0", hint: nil, column: 33),
      BadLine(
        "comma for a point", "model train g --on o --margin 0,5",
        "--margin: '0,5' is no number from -0.4 to 1", hint: nil, column: 30),
      BadLine(
        "misspelt option", "model train g --on o --methd fisher",
        "'model train' has no option '--methd'", hint: "did you mean '--method'?", column: 21),
      BadLine(
        "one dash", "model train g -x --on o", "unknown option '-x'",
        hint: "options have two dashes; write '-- -x' if it is a name or a file", column: 14),
      BadLine(
        "one dash for two", "model train g -on o", "unknown option '-on'",
        hint: "did you mean '--on'?", column: 14),
      BadLine(
        "option without value", "model train g --on", "--on needs a value: name of a dataset",
        hint: "such as --on DATASET", column: 14),
      BadLine(
        "option as a value", "model train g --on --mirrors",
        "--on needs a value: name of a dataset", hint: "such as --on DATASET", column: 14),
      BadLine(
        "flag with a value", "model train g --on o --mirrors=yes", "--mirrors takes no value",
        hint: nil, column: 21),
      BadLine(
        "option twice", "model train g --on o --on p", "--on is given twice", hint: nil, column: 21),
      BadLine(
        "word too many", "model train g h --on o",
        "'model train' does not know what to do with 'h'", hint: usage, column: 14),
      BadLine(
        "none of a choice", "threshold choose", "'threshold choose' needs --fmr or --eer",
        hint: "usage: threshold choose [--fmr F] [--eer]", column: nil),
      BadLine(
        "both of a choice", "threshold choose --eer --fmr 0.1",
        "--fmr and --eer exclude each other", hint: "usage: threshold choose [--fmr F] [--eer]",
        column: nil),
      BadLine(
        "too few of a rest", "report page.html", "'report' needs RESULT…",
        hint: "usage: report RESULT… FILE [--angles A:B:STEP] [--method eigen|fisher|lbph,…]",
        column: nil),
      BadLine(
        "range of two parts", "report a b --angles 1:2", "--angles: '1:2' is no range",
        hint: "write START:STOP:STEP, such as 0:90:15, or a comma list", column: 20),
      BadLine(
        "list without a value", "report a b --method",
        "--method needs a value: comma list, each one of eigen, fisher, lbph",
        hint: "such as --method eigen", column: 11),
      BadLine(
        "bad element of a list", "report a b --method eigen,fish",
        "no method 'fish'", hint: "did you mean 'fisher'? methods: eigen, fisher, lbph", column: 20),
      BadLine(
        "bad element of a range", "report a b --angles 1,x",
        "--angles: '1,x' has 'x', which is no number from -1000000000000 to 1000000000000",
        hint: nil, column: 20),
      BadLine(
        "range without a step", "report a b --angles 1:2:0",
        "--angles: '1:2:0' is no range: its step '0' is no number above 0", hint: nil, column: 20),
      BadLine(
        "open quote", "model train 'g --on o", "the quote ' is never closed",
        hint: "add a closing '", column: 12),
      BadLine(
        "trailing backslash", "model train g\\", "the line ends in a backslash",
        hint: "a command is one line", column: 13),
      BadLine(
        "option before the command", "--sead 4 model train",
        "unknown option '--sead' before the command",
        hint: "'facebench --help' lists the options; words that name a command come first",
        column: 0),
      BadLine(
        "name with a slash", "model train a/b --on o", "NAME: 'a/b' is no name for a model",
        hint: "a name has no '/', no control characters, no leading '.', and at most 200 bytes",
        column: 12),
    ])
  func wrongLine(_ bad: BadLine) throws {
    let error = try #require(SampleCommands.error(bad.line))
    #expect(error.message == bad.message)
    #expect(error.hint == bad.hint)
    #expect(error.column == bad.column)
  }

  @Test func prefixesAreTakenAtThePromptOnly() throws {
    #expect(
      try SampleCommands.run("mod tr a --on b", allowingPrefixes: true)
        == SampleCommands.run("model train a --on b"))
    #expect(SampleCommands.error("mod tr a --on b")?.kind == "unknown_command")
    #expect(
      SampleCommands.error("t try 1", allowingPrefixes: true)?.message
        == "'t' is the beginning of threshold, train")
  }
}
