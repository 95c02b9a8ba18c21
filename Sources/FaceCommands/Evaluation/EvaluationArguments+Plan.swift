import CommandLanguage
import DurableFiles
import FaceDatasets
import FaceExperiments
import FaceModels
import FaceVocabulary

extension EvaluationArguments {
  /// An evaluation as it was asked for, and the files it reads.
  struct Prepared {
    var plan: EvaluationPlan
    var dataset: Dataset
    var split: Split?
  }

  /// The evaluation of `name` that the options describe.
  ///
  /// - Throws: `UsageError` for options that do not go together, and what reading files throws.
  func prepared(on name: String, in workbench: Workbench) throws -> Prepared {
    guard !methods.isEmpty || !models.isEmpty else {
      throw UsageError(
        "nothing to test: --method or --model is needed",
        hint: "'evaluate \(name) --method eigen,fisher,lbph' compares the three")
    }
    let dataset = try workbench.datasets.open(name)
    try checkDevelopment(of: dataset)
    var plan = EvaluationPlan(
      dataset: name, cells: try cells(in: workbench), split: try splitPlan(in: workbench))
    plan.recipe = recipe.applied(to: workbench.session.recipe)
    if endToEnd, plan.recipe.locate == .none { plan.recipe.locate = .largest }
    plan.dropFirst = training.dropFirst
    plan.pattern = training.pattern
    plan.fuse = fuse
    plan.threshold = threshold
    plan.reconstructionThreshold = reconstructionThreshold
    plan.endToEnd = endToEnd
    plan.optimistic = optimistic
    return Prepared(plan: plan, dataset: dataset, split: try givenSplit(of: dataset))
  }

  /// The protocol that was asked for, or that the other options imply.
  private var protocolKind: SplitPlan.Kind { kind ?? (splitFile == nil ? .folds : .list) }

  /// The roles that a file gives, where the protocol reads one: a division as 'dataset split' writes
  /// it, or, for `pairs`, a list of pairs.
  func givenSplit(of dataset: Dataset) throws -> Split? {
    guard let splitFile, protocolKind.readsFile else { return nil }
    let text = String(decoding: try FileBytes.read(splitFile), as: UTF8.self)
    let isList =
      text.unicodeScalars.first { !$0.properties.isWhitespace }?.properties.numericType
      != nil
    let records = try dataset.records()
    guard protocolKind == .pairs, isList else {
      return try Split.parse(csv: text, file: splitFile, of: records)
    }
    return try PairList.parse(text, file: splitFile, records: records).roles(of: records)
  }

  /// Refuses a file of `--dev` that names no face, or what is no face of `dataset`.
  func checkDevelopment(of dataset: Dataset) throws {
    guard let development, NumberText.number(development) == nil else { return }
    let known = Set(try dataset.records().map(\.file))
    let text = String(decoding: try FileBytes.read(development), as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().filter { !$0.element.isEmpty }
    guard !lines.isEmpty else {
      throw SplitError.badRow(file: development, row: 1, reason: "it names no face")
    }
    for (number, name) in lines where !known.contains(String(name)) {
      throw SplitError.unknownFace(String(name), .file(development, line: number + 1))
    }
  }

  /// Refuses options that the division would pass over in silence.
  private func checkDivision() throws {
    if splitFile != nil, !models.isEmpty {
      throw UsageError(
        "--split divides faces for a training; a stored model is tested on every picture",
        hint: "leave --split away")
    }
    if let splitFile, !protocolKind.readsFile {
      throw UsageError(
        "--split: protocol \(protocolKind.rawValue) divides by itself, and '\(splitFile)' does too",
        hint: "leave --protocol away to take the division of the file")
    }
    guard protocolKind.readsFile, models.isEmpty else { return }
    guard splitFile != nil else {
      throw UsageError(
        "protocol \(protocolKind.rawValue) reads \(protocolKind.contentOfFile) from a file: --split is "
          + "needed", hint: protocolKind.fileHint)
    }
    for (option, isGiven) in [("unknown", unknown != nil), ("dev", development != nil)]
    where isGiven {
      throw UsageError(
        "--\(option): the file says who plays which part, so nothing can be drawn",
        hint: "give the part with 'dataset split NAME FILE.csv --\(option) …' when the file is made"
      )
    }
  }

  private func cells(in workbench: Workbench) throws -> [EvaluationPlan.Cell] {
    let recognisers: [EvaluationPlan.Recogniser]
    if models.isEmpty {
      recognisers = methods.flatMap { method in
        componentList(for: method).map { .trained(method, $0) }
      }
    } else {
      recognisers = try models.map { model in
        try workbench.models.require(model)
        return .stored(
          name: model,
          digest: ContentDigest.hex(of: try FileBytes.read(workbench.models.path(of: model))))
      }
    }
    let evenings = lights.isEmpty ? [recipe.applied(to: workbench.session.recipe).light] : lights
    return recognisers.flatMap { recogniser in
      evenings.flatMap { light in
        mirrors.map { EvaluationPlan.Cell(recogniser, light: light, mirror: $0) }
      }
    }
  }

  /// LBPH has no axes. Fisherfaces beside Eigenfaces keep all of theirs, one fewer than people:
  /// a number meant for the one says nothing about the other.
  private func componentList(for method: RecognitionMethod) -> [TrainingSettings.Components] {
    switch method {
    case .lbph: return [.all]
    case .fisher where methods.contains(.eigen): return [.all]
    case .eigen, .fisher:
      if let variance { return [.variance(variance)] }
      return components.isEmpty ? [.all] : components
    }
  }

  func splitPlan(in workbench: Workbench) throws -> SplitPlan {
    try checkDivision()
    var split = SplitPlan(
      kind: models.isEmpty ? protocolKind : .model, seed: workbench.seedOrDefault)
    split.folds = folds ?? 10
    split.foldBy = foldBy
    split.repeats = repeats
    split.trainPerPerson = trainPerPerson
    split.angleStep = angleStep
    split.allowUnmated = allowUnmated
    split.file = splitFile
    if let unknown {
      if let share = NumberText.number(unknown) {
        guard share > 0, share < 1 else {
          throw UsageError(
            "--unknown: '\(unknown)' is no share between 0 and 1",
            hint: "0.25 keeps a quarter of the people out; names work too: --unknown s1,s2")
        }
        split.unknown = .fraction(share)
      } else {
        split.unknown = .named(unknown.split(separator: ",").map { SubjectID(String($0)) })
      }
    }
    if let development {
      if let share = NumberText.number(development) {
        guard share > 0, share < 1 else {
          throw UsageError("--dev: '\(development)' is no share between 0 and 1")
        }
        split.development = .fraction(share)
      } else {
        let text = String(decoding: try FileBytes.read(development), as: UTF8.self)
        let files = text.split(whereSeparator: \.isNewline).map(String.init)
        split.development = .files(files.filter { !$0.isEmpty })
      }
    }
    return split
  }
}

extension SplitPlan.Kind {
  /// What the file of `--split` tells under this protocol.
  fileprivate var contentOfFile: String {
    self == .pairs ? "which faces are compared" : "who plays which part"
  }

  /// How such a file is named and made.
  fileprivate var fileHint: String {
    self == .pairs
      ? "--split pairs.txt reads a list as LFW has, --split FILE.csv a division of pairs"
      : "--split FILE.csv has rows of repeat, fold, role, subject and file; 'dataset split NAME "
        + "FILE.csv' writes one to begin with"
  }
}
