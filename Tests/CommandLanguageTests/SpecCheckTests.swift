import CommandLanguage
import Testing

@Suite struct SpecCheckTests {
  struct Arguments: Sendable {
    var name: String?
    var other = ""
    var names: [String] = []
    var count = 0
    var share = 0.5
  }

  private func problems(
    _ parameters: [[Parameter<Arguments>]], noun: String? = "noun",
    verbs: [String] = ["one", "two", "three"], example: String? = nil
  ) -> [String] {
    let commands = zip(verbs, parameters).map { verb, parameters in
      CommandSpec<Arguments, Int, String>(
        verb, noun: noun, abstract: "Do it", defaults: Arguments(), parameters: parameters,
        examples: [Example(example ?? "noun \(verb)", "do it")]
      ) { _, _ in "" }.erased
    }
    return SpecCheck.problems(
      of: CommandTree(commands, globals: SampleCommands.globals.descriptions))
  }

  @Test func theSampleCommandsAreSound() {
    #expect(SpecCheck.problems(of: SampleCommands.tree) == [])
  }

  @Test func twoCommandsMayNotBeCalledAlike() {
    #expect(
      problems([[], []], verbs: ["one", "one"]).contains(
        "'noun one' calls both noun one and noun one"))
  }

  @Test func twoOptionsMayNotBeCalledAlike() {
    let option = Parameter<Arguments>.option("count", \.count, .integer(), help: "Count")
    #expect(problems([[option, option]]) == ["noun one: two parameters are called count"])
  }

  @Test func aRequiredWordAfterAnOptionalOneCannotBeReached() {
    let found = problems(
      [
        [
          .positional("name", \.name, .text("NAME"), help: "Name"),
          .positional("other", \.other, .text("OTHER"), help: "Other"),
        ]
      ], example: "noun one a b")
    #expect(found == ["noun one: other cannot be reached: it follows one that may be left out"])
  }

  @Test func anOptionalWordAfterARestCannotBeReached() {
    let found = problems(
      [
        [
          .rest("names", \.names, .text("NAME"), help: "Names"),
          .positional("name", \.name, .text("NAME"), help: "Name"),
        ]
      ], example: "noun one a b")
    #expect(found == ["noun one: name cannot be reached: all words before it are taken"])
  }

  @Test func oneOptionHasOneDomainWithinANoun() {
    let whole = Parameter<Arguments>.option("share", \.count, .integer(0...9), help: "Share")
    let share = Parameter<Arguments>.option("share", \.share, .share(), help: "Share")
    #expect(problems([[whole], [share]]).count == 1)
    #expect(problems([[whole], [share]], verbs: ["one", "sweep"]) == [])
  }

  @Test func helpAndExamplesAreThere() {
    let found = problems(
      [
        [.option("count", \.count, .integer(), help: "Ends in a full stop.")]
      ], example: "noun one --count x")
    #expect(found.count == 2)
    #expect(found.contains("noun one: the help of count is empty or ends in '.'"))
  }

  @Test func anOptionOfEveryCommandKeepsItsMeaning() {
    let found = problems([[.option("seed", \.share, .share(), help: "Seed")]])
    #expect(found == ["noun one: --seed means something else for every command"])
  }

  @Test func aDefaultCanBeTypedAndBadSamplesCannot() {
    let found = problems([[.option("count", \.count, .integer(1...9), help: "Count")]])
    #expect(found == ["noun one: the default '0' of count cannot be typed"])
    var lax = Domain<Int>.integer(1...9)
    lax.parse = { _ in 1 }
    let second = problems([[.option("count", \.count, lax, help: "Count")]])
    #expect(second.contains("noun one: count takes the bad sample 'x'"))
  }
}
