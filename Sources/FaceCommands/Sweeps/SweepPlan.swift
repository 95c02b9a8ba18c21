import CommandLanguage
import DurableFiles

/// A plan as it was written: lines that prepare, and below them lines that are cells.
struct SweepPlan: Sendable {
  let file: String
  let bytes: [UInt8]
  let setup: [SetupLine]
  let cells: [CellLine]

  /// A line that prepares the session or what the workspace holds.
  struct SetupLine: Sendable {
    let place: PlanPlace
    let words: [Word]
    /// As it would be typed, so that blanks and quotes make no difference.
    let text: String
    let effect: Effect

    enum Effect: Equatable, Sendable {
      case session
      /// Makes something new, or changes it where `isNew` is false.
      case making(PlannedCommand.Product.Kind, name: String, isNew: Bool)
    }
  }

  /// A line that is one or more cells.
  struct CellLine: Sendable {
    let place: PlanPlace
    let choices: CommandChoices
    let rules: CellRules

    /// The settings of each cell, each once, in order.
    var settings: [[CommandChoices.Setting]] {
      let methods = choices.choice("method")?.values ?? []
      var seen: Set<[CommandChoices.Setting]> = []
      return choices.combinations(together: rules.together).compactMap { combination in
        let values = Dictionary(
          combination.map { ($0.parameter.name, $0.value) }, uniquingKeysWith: { first, _ in first }
        )
        let kept = combination.filter { !rules.isIdle($0.parameter.name, values, methods) }
        return seen.insert(kept).inserted ? kept : nil
      }
    }
  }

  /// Reads a plan; nothing is run.
  init(file: String) throws {
    let bytes = try FileBytes.read(file, limit: Self.longest)
    try self.init(file: file, bytes: bytes)
  }

  init(file: String, bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw PlanError.notText(file: file)
    }
    self.file = file
    self.bytes = bytes
    var setup: [SetupLine] = []
    var cells: [CellLine] = []
    var count = 0
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let place = PlanPlace(file: file, line: index + 1)
      do throws(UsageError) {
        guard let words = try LineWords.commands(in: String(line)).first else { continue }
        switch try Self.read(words, at: place) {
        case .setup(let line):
          guard let first = cells.first else {
            setup.append(line)
            continue
          }
          throw UsageError(
            "'\(line.words.prefix(2).map(\.text).joined(separator: " "))' prepares, but the cells "
              + "begin in line \(first.place.line)",
            hint: "move the line above line \(first.place.line): every cell runs after all of these"
          )
        case .cell(let line):
          count += line.choices.choices.reduce(1) { product, choice in
            let many = line.rules.together.contains(choice.parameter.name) ? 1 : choice.values.count
            return min(product * many, Self.mostCells + 1)
          }
          guard count <= Self.mostCells else {
            throw UsageError(
              "the plan has more than \(Self.mostCells) cells by here",
              hint: "take larger steps, or several plans")
          }
          cells.append(line)
        }
      } catch {
        throw PlanError.line(
          PlanPlace(file: file, line: place.line, column: error.column.map { $0 + 1 }),
          message: error.message, hint: error.hint)
      }
    }
    guard !cells.isEmpty else { throw PlanError.noCells(file: file) }
    self.setup = setup
    self.cells = cells
  }

  private enum Line {
    case setup(SetupLine)
    case cell(CellLine)
  }

  private static func read(_ words: [Word], at place: PlanPlace) throws(UsageError) -> Line {
    let choices = try tree.choices(
      words,
      globalValues: { use throws(UsageError) in
        try SeedOption.reader.values(of: use)
      })
    let declaration = choices.declaration
    guard let planned = PlannedCommand.all[declaration.name] else {
      throw UsageError(
        "'\(declaration.name)' cannot stand in a plan", hint: PlannedCommand.listing,
        column: words.first?.column)
    }
    switch planned {
    case .cell(let rules):
      try check(choices, by: rules)
      return .cell(CellLine(place: place, choices: choices, rules: rules))
    case .session: return .setup(try setupLine(words, choices, effect: .session, at: place))
    case .making(let product):
      let name = choices.choice(product.parameter)?.values.first ?? ""
      return .setup(
        try setupLine(
          words, choices, effect: .making(product.kind, name: name, isNew: product.isNew), at: place
        ))
    }
  }

  private static func setupLine(
    _ words: [Word], _ choices: CommandChoices, effect: SetupLine.Effect, at place: PlanPlace
  ) throws(UsageError) -> SetupLine {
    // A setup line runs once as it stands: its options take what they take anywhere.
    _ = try tree.read(words)
    let settings = choices.combinations(together: Set(choices.choices.map(\.parameter.name))).first
    let text = choices.words(settings ?? []).map(LineParser.quoted).joined(separator: " ")
    return SetupLine(place: place, words: words, text: text, effect: effect)
  }

  private static func check(_ choices: CommandChoices, by rules: CellRules) throws(UsageError) {
    for choice in choices.choices {
      guard let advice = rules.refused[choice.parameter.name] else { continue }
      throw UsageError(
        "--\(choice.parameter.name) cannot stand in a plan", hint: advice, column: choice.column)
    }
    guard rules.needsOne.isEmpty || rules.needsOne.contains(where: { choices.choice($0) != nil })
    else {
      throw UsageError(
        "nothing to test: --\(rules.needsOne.joined(separator: " or --")) is needed",
        hint: "such as --method eigen,fisher,lbph")
    }
  }

  /// All commands, with the seed as the only option besides their own: threads, workspace and form of
  /// the output are the run's, not the plan's.
  static let tree = CommandTree(Commands.all, globals: SeedOption.reader.descriptions)

  /// Plans are texts that people write.
  private static let longest = 16 << 20
  private static let mostCells = 100_000
}

/// `--seed`, which a line of a plan may name.
struct SeedOption: Sendable {
  var seed: Int?

  static let reader = GlobalOptionReader<SeedOption>(
    [.option("seed", \.seed, .integer(), help: "Seed of everything random")],
    defaults: SeedOption())
}
