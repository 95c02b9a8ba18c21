import CommandLanguage
import Testing

@Suite struct ReadingTests {
  private func train(_ line: String) throws -> SampleCommands.TrainArguments {
    let words = try LineParser.commands(in: line).first ?? []
    let spec = CommandSpec<SampleCommands.TrainArguments, Int, SampleCommands.TrainArguments>(
      "train", noun: "model", shorthands: ["train"], abstract: "x", defaults: .init(),
      parameters: [
        .positional("name", \.name, .text("NAME"), help: "x"),
        .option("method", \.method, .oneOf(), help: "x"),
        .option("threshold", \.threshold, .number(), help: "x"),
        .flag("mirrors", \.mirrors, help: "x"),
        .group(\.recipe, SampleCommands.recipeOptions),
      ], examples: []
    ) { arguments, _ in arguments }
    let tree = CommandTree([spec.erased], globals: SampleCommands.globals.descriptions)
    guard case .run(let body) = try tree.read(words).action else { return .init() }
    return try body(0)
  }

  @Test func optionsMayStandAnywhereAndBeWrittenWithEquals() throws {
    var expected = SampleCommands.TrainArguments()
    expected.name = "gate"
    expected.method = .fisher
    expected.threshold = -1.5
    expected.mirrors = true
    expected.recipe.light = "equalize"
    let lines = [
      "model train gate --method fisher --threshold -1.5 --mirrors --light equalize",
      "train --method=fisher --mirrors gate --threshold=-1.5 --light equalize",
      "train --light equalize --threshold -1.5 --mirrors --method fisher -- gate",
    ]
    for line in lines { #expect(try train(line) == expected) }
  }

  @Test func aValueMayLookLikeAnythingAfterEqualsOrTwoDashes() throws {
    #expect(try train("train -- --mirrors").name == "--mirrors")
    #expect(try train("train '#1'").name == "#1")
    #expect(try train("train a#b # a comment").name == "a#b")
    #expect(try train("train \"it's\"").name == "it's")
    #expect(try train("train 'Zoë 李'").name == "Zoë 李")
    #expect(try train("train a\\ b").name == "a b")
    #expect(try train("train -5").name == "-5")
  }

  @Test func aRestLeavesTheLastWordToThePositionalAfterIt() throws {
    let line = try SampleCommands.run("report a b c page.html")
    #expect(line.contains(#"paths: ["a", "b", "c"], output: "page.html""#))
  }

  @Test func globalOptionsStandBeforeAndAfterTheWords() throws {
    for line in ["--seed 7 train g --on o --json", "train g --on o --json --seed=7"] {
      let words = try LineParser.commands(in: line).first ?? []
      let parsed = try SampleCommands.tree.read(words)
      let values = try SampleCommands.globals.apply(parsed.globals, to: .init())
      #expect(values == .init(seed: 7, json: true))
    }
  }

  @Test func helpIsAskedForWithoutTheRequiredParameters() throws {
    let words = [Word("model"), Word("train"), Word("--help")]
    guard case .help = try SampleCommands.tree.read(words).action else {
      Issue.record("no help")
      return
    }
  }

  @Test(
    "ranges hold START + i·STEP up to STOP",
    arguments: [
      ("-60:60:30", [-60, -30, 0, 30, 60]), ("0:1:0.25", [0, 0.25, 0.5, 0.75, 1]),
      ("1:2:0.4", [1, 1.4, 1.8]), ("5:5:1", [5]), ("-1.5,2,3e1", [-1.5, 2, 30]), ("-.5", [-0.5]),
    ])
  func ranges(text: String, expected: [Double]) throws {
    let values = try Domain<[Double]>.range().parse(text)
    #expect(values.count == expected.count)
    for (value, wanted) in zip(values, expected) { #expect(abs(value - wanted) < 1e-12) }
    let line = try SampleCommands.run("report a b --angles \(text)")
    #expect(line.contains("angles: \(values)"))
  }

  @Test func aRangeOfTenthsEndsWhereItSays() throws {
    let values = try Domain<[Double]>.range().parse("0:1:0.1")
    #expect(values.count == 11)
    #expect(values.last == 1)
  }

  @Test("semicolons separate only where they may", arguments: [true, false])
  func semicolons(allowed: Bool) throws {
    let commands = try LineParser.commands(in: "a; b 'c;d' # e; f", allowingSemicolons: allowed)
    let texts = commands.map { $0.map(\.text) }
    #expect(texts == (allowed ? [["a"], ["b", "c;d"]] : [["a;", "b", "c;d"]]))
  }

  @Test(
    "quoted and escaped words read back",
    arguments: [
      "plain", "", "two words", "it's", "a\"b", "back\\slash", "#x", "a;b", "Zoë 李", "~/x", "$HOME",
      "-x", "tab\there", "*?[]", "e\u{301}",
    ])
  func quoting(word: String) throws {
    let quoted = try LineParser.commands(in: LineParser.quoted(word)).first ?? []
    #expect(quoted.map(\.text) == [word])
    guard !word.isEmpty else { return }
    let escaped = try LineParser.commands(in: LineParser.escaped(word)).first ?? []
    #expect(escaped.map(\.text) == [word])
  }
}
