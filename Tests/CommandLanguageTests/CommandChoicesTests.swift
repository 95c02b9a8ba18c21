import CommandLanguage
import Testing

/// Commands whose options list several values each.
@Suite struct CommandChoicesTests {
  private func choices(_ line: String) throws -> CommandChoices {
    try SampleCommands.tree.choices(
      LineParser.commands(in: line).first ?? [],
      globalValues: { use throws(UsageError) in try SampleCommands.globals.values(of: use) })
  }

  private func lines(_ line: String, together: Set<String> = []) throws -> [String] {
    let choices = try choices(line)
    return choices.combinations(together: together).map {
      choices.words($0).map(LineParser.quoted).joined(separator: " ")
    }
  }

  private func error(_ line: String) -> UsageError? {
    do {
      _ = try choices(line)
      return nil
    } catch {
      return error as? UsageError
    }
  }

  @Test func everyCombinationIsACommandTheFirstOptionVaryingSlowest() throws {
    #expect(
      try lines("train gate --components 5,10 --on orl --method eigen,fisher --mirrors") == [
        "model train gate --on orl --method eigen --components 5 --mirrors",
        "model train gate --on orl --method eigen --components 10 --mirrors",
        "model train gate --on orl --method fisher --components 5 --mirrors",
        "model train gate --on orl --method fisher --components 10 --mirrors",
      ])
  }

  @Test func numbersTakeRangesAndAreSpelledInOneWay() throws {
    #expect(
      try lines("threshold try 1:2:0.5") == [
        "threshold try 1", "threshold try 1.5", "threshold try 2",
      ]
    )
    #expect(try lines("threshold try 2.50,02") == ["threshold try 2.5", "threshold try 2"])
    #expect(
      try lines("train g --on orl --components 1:5:2 --seed 7,8").map { $0.suffix(22) }
        == [
          "components 1 --seed 7", "components 1 --seed 8", "components 3 --seed 7",
          "components 3 --seed 8", "components 5 --seed 7", "components 5 --seed 8",
        ].map { "--\($0)".suffix(22) })
  }

  @Test func equalValuesInOtherWordsAreOne() throws {
    #expect(try lines("train g --on orl --components 5,05,+5").count == 1)
  }

  @Test func whatTheCommandTakesAsItStandsKeepsItsMeaning() throws {
    #expect(try lines("train 'a,b' --on orl") == ["model train a,b --on orl"])
    #expect(try lines("report a b page.html") == ["report a b page.html"])
  }

  @Test func listsOfTheCommandsOwnAreTakenApartOrKeptTogether() throws {
    let line = "report a page.html --angles -30:30:30 --method eigen,lbph"
    #expect(try lines(line).count == 6)
    #expect(
      try lines(line, together: ["angles"]) == [
        "report a page.html --angles -30,0,30 --method eigen",
        "report a page.html --angles -30,0,30 --method lbph",
      ])
  }

  @Test func wordsThatLookLikeOptionsReadBack() throws {
    #expect(try lines("train --on orl -- --x") == ["model train --on orl -- --x"])
    #expect(try lines("train g --on=--x") == ["model train g --on=--x"])
  }

  @Test(
    "an item that cannot be taken is named with its place",
    arguments: [
      ("train g --on orl --components 5,x,7", "--components: '5,x,7' has 'x'", 30),
      ("train g --on orl --method eigen,fishr", "no method 'fishr'", 26),
      ("train g --on orl --components 5:x", "--components: '5:x' is no whole number", 30),
      ("train g --on orl --components 5:1:1", "--components: '5:1:1' is no whole number", 30),
      ("train g --on orl --light none,none", "--light: 'none,none' names 'none' twice", 25),
      ("threshold choose --eer --fmr 0.1", "--fmr and --eer exclude each other", nil),
      ("train g", "'model train' needs --on DATASET", nil),
      ("train g --on orl --help", "--help runs nothing", nil),
    ] as [(String, String, Int?)])
  func errors(line: String, message: String, column: Int?) throws {
    let found = try #require(error(line))
    #expect(found.message.hasPrefix(message), "\(found.message)")
    #expect(found.column == column)
  }

  @Test func defaultsAreSpelledUnlessAGivenOptionExcludesThem() throws {
    let choices = try choices("train g --on orl --light equalize")
    let words = choices.words(try #require(choices.combinations().first), spellingDefaults: true)
    #expect(
      words.joined(separator: " ")
        == "model train g --on orl --method eigen --components 30 --light equalize --margin 0")
  }

  /// Draws a command line that lists values, and counts its combinations.
  @Test("any combination reads back as the command it spells", arguments: 0..<40)
  func readsBack(seed: UInt64) throws {
    var state = seed &* 6_364_136_223_846_793_005 &+ 99
    func draw(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    func some(_ values: [String]) -> [String] {
      let start = draw(values.count)
      return Array(values[start...].prefix(1 + draw(values.count)))
    }
    let names = ["gate", "Zoë 李", "it's", "a,b", "#1", "-7", "--x", "{a}"]
    let methods = some(["eigen", "fisher", "lbph"])
    let counts = some(["1", "20", "300", "10000"])
    let margins = some(["-0.4", "0", "0.25", "1"])
    var words = ["model", "train", "--on", "orl"]
    words += ["--method", methods.joined(separator: ",")]
    words += ["--components", counts.joined(separator: ",")]
    words += ["--margin=\(margins.joined(separator: ","))", "--", names[draw(names.count)]]
    let line = words.map(LineParser.quoted).joined(separator: " ")
    let choices = try choices(line)
    let combinations = choices.combinations()
    #expect(combinations.count == methods.count * counts.count * margins.count)
    var seen: Set<String> = []
    for combination in combinations {
      let spelled = choices.words(combination).map(LineParser.quoted).joined(separator: " ")
      let full = choices.words(combination, spellingDefaults: true).map(LineParser.quoted)
      let outcome = try SampleCommands.run(spelled)
      #expect(try SampleCommands.run(full.joined(separator: " ")) == outcome)
      #expect(try lines(spelled) == [spelled])
      #expect(seen.insert(outcome).inserted)
    }
  }
}
