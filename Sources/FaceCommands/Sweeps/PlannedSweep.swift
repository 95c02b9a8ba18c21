import CommandLanguage
import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceExperiments
import FaceImages
import FaceVocabulary
import FoundationEssentials

/// A plan in a workspace: its session, and its cells with what they rest on.
struct PlannedSweep: Sendable {
  let plan: SweepPlan
  let workbench: Workbench
  /// What the session lines of the plan made of a fresh one: a plan means the same in every session.
  let session: Session

  /// A cell whose id may not be known yet.
  struct Draft: Sendable {
    /// nil while something that a setup line makes is not there.
    var id: String?
    var line: Int
    var words: [String]
    var parameters: [SweepCell.Parameter]

    var command: String { words.map(LineParser.quoted).joined(separator: " ") }
  }

  init(_ plan: SweepPlan, in workbench: Workbench) throws {
    self.plan = plan
    self.workbench = workbench
    session = Session()
    for line in plan.setup where line.effect == .session {
      _ = try run(line, in: session)
    }
  }

  /// Runs one setup line; its error says where it stands.
  func run(_ line: SweepPlan.SetupLine, in session: Session) throws -> Outcome {
    do {
      return try Self.run(line.words, in: workbench, session: session, work: workbench.work)
    } catch let error as Cancelled {
      throw error
    } catch {
      let words = ErrorWords(error)
      throw PlanError.setupFailed(
        line.place, message: words.message, hint: words.hint, kind: words.kind)
    }
  }

  /// Runs a command of a plan; nothing that it measures is stored in the workspace.
  static func run(
    _ words: [Word], in workbench: Workbench, session: Session, work: Work
  ) throws -> Outcome {
    let parsed = try SweepPlan.tree.read(words)
    guard case .run(let body) = parsed.action else { return .nothing }
    let option = try SeedOption.reader.apply(parsed.globals, to: SeedOption())
    var bench = workbench.forPlan(
      session: session, seed: option.seed.map { UInt64($0) } ?? workbench.seed, work: work,
      console: Console(warn: workbench.console.warn, confirm: { _ in true }))
    bench.storesResults = false
    return try body(bench)
  }

  /// The cells of the plan in its order, each once.
  ///
  /// - Parameter isPrepared: whether everything that setup lines make is there, so that what is missing
  ///   is an error; else such cells have no id.
  func drafts(isPrepared: Bool) throws -> [Draft] {
    var inputs = CellInputs(workbench: workbench, session: session)
    var seen: Set<[String]> = []
    var ids: Set<String> = []
    var drafts: [Draft] = []
    let made = Set(
      plan.setup.compactMap { line -> String? in
        guard case .making(_, let name, _) = line.effect else { return nil }
        return name
      })
    for line in plan.cells {
      for settings in line.settings {
        let settings = settings + seed(besides: settings)
        let words = line.choices.words(settings)
        guard seen.insert(words).inserted else { continue }
        var draft = Draft(
          id: nil, line: line.place.line, words: words,
          parameters: settings.map {
            SweepCell.Parameter(
              key: $0.parameter.name, value: $0.parameter.kind == .flag ? "true" : $0.value)
          })
        let named = settings.filter { ["dataset", "model"].contains($0.parameter.name) }
        let isMade = named.contains { made.contains($0.value) }
        do {
          draft.id = try inputs.identity(of: line, settings, seed: workbench.seedOrDefault).id
        } catch let error as any ExplainedError where isMade && !isPrepared {
          guard ["dataset_not_found", "model_not_found"].contains(error.kind) else { throw error }
        } catch let error as Cancelled {
          throw error
        } catch {
          let words = ErrorWords(error)
          throw PlanError.setupFailed(
            line.place, message: words.message, hint: words.hint, kind: words.kind)
        }
        // Lines that say the same in other words make one cell.
        if let id = draft.id, !ids.insert(id).inserted { continue }
        drafts.append(draft)
      }
    }
    return drafts
  }

  /// The cells, all of whose inputs are there.
  func cells() throws -> [SweepCell] {
    try drafts(isPrepared: true).compactMap { draft in
      draft.id.map {
        SweepCell(
          id: $0, line: draft.line, command: draft.command, words: draft.words,
          parameters: draft.parameters)
      }
    }
  }

  /// `--seed` of the run for cells that name none.
  private func seed(besides settings: [CommandChoices.Setting]) -> [CommandChoices.Setting] {
    guard let seed = workbench.seed, !settings.contains(where: { $0.parameter.name == "seed" }),
      let option = SeedOption.reader.descriptions.first
    else { return [] }
    return [CommandChoices.Setting(parameter: option, value: "\(seed)")]
  }
}

/// What cells rest on besides their words; each dataset, model and file is looked at once.
private struct CellInputs {
  let workbench: Workbench
  let session: Session
  private var fingerprints: [String: String] = [:]
  private var digests: [String: String] = [:]
  private let settings: [String: String]

  init(workbench: Workbench, session: Session) {
    self.workbench = workbench
    self.session = session
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    settings = ["recipe": text(session.recipe), "detector": text(session.detector)]
  }

  mutating func identity(
    of line: SweepPlan.CellLine, _ settings: [CommandChoices.Setting], seed: UInt64
  ) throws -> SweepCell.Identity {
    var words = line.choices.words(settings, spellingDefaults: true)
    if !settings.contains(where: { $0.parameter.name == "seed" }) {
      words += ["--seed", "\(seed)"]
    }
    var identity = SweepCell.Identity(
      words: words, fingerprint: "", session: self.settings, digests: [:],
      versions: [ProductVersion.creator, Commands.libraryVersions()])
    for setting in settings {
      let name = setting.parameter.name
      if name == "dataset" {
        identity.fingerprint = try fingerprint(of: setting.value)
      } else if name == "model" {
        identity.digests[name] = try digest(ofModel: setting.value)
      } else if line.rules.files.contains(name), NumberText.number(setting.value) == nil {
        identity.digests[name] = try digest(ofFile: setting.value)
      }
    }
    // One that is not there is the cell's own error.
    for cascade in cascades(of: line, settings) {
      guard let file = Cascades.file(of: cascade) else { continue }
      identity.digests["cascade \(cascade)"] = try digest(ofFile: file)
    }
    return identity
  }

  /// Names of the cascades that a cell may look for faces with.
  private func cascades(
    of line: SweepPlan.CellLine, _ settings: [CommandChoices.Setting]
  ) -> [String] {
    func values(_ name: String) -> [String] {
      settings.filter { $0.parameter.name == name }.flatMap { setting in
        setting.value.split(separator: ",").map(String.init)
      }
    }
    guard line.choices.declaration.parameters.contains(where: { $0.name == "cascade" }) else {
      let isSearching =
        settings.contains { $0.parameter.name == "end-to-end" }
        || (values("locate").first ?? session.recipe.locate.rawValue) != Recipe.Locate.none.rawValue
      return isSearching ? [session.recipe.detector.cascade] : []
    }
    let named = values("cascade").flatMap { $0 == "all" ? Cascades.faces() : [$0] }
    if !named.isEmpty { return named }
    let presets = values("accuracy").compactMap { word in
      DetectorAccuracy(rawValue: word)?.applied(to: session.detector).cascade
    }
    return presets.isEmpty ? [session.detector.cascade] : presets
  }

  private mutating func fingerprint(of dataset: String) throws -> String {
    if let known = fingerprints[dataset] { return known }
    let made = try workbench.datasets.open(dataset).fingerprint(work: workbench.work)
    fingerprints[dataset] = made
    return made
  }

  private mutating func digest(ofModel name: String) throws -> String {
    try workbench.models.require(name)
    return try digest(ofFile: workbench.models.path(of: name))
  }

  private mutating func digest(ofFile path: String) throws -> String {
    if let known = digests[path] { return known }
    let made = ContentDigest.hex(of: try FileBytes.read(path))
    digests[path] = made
    return made
  }
}
